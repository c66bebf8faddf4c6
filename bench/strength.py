#!/usr/bin/env python3
"""How strong the built-in bots are: plays them against each other and writes the tables of docs/strength.md and docs/search.md.

    bench/strength.py GRIDHAUNT [--matches 2000] [--seed 1000001] [--game GAME ...] [--part PART ...] [--cells FILE] [--write]

Every number comes from fixed seeds, so that the same command makes the same table again (bots with a budget in milliseconds excepted).
Matches of two equal sides are played on every seed with the seats exchanged. Intervals are 95 %: Wilson's for shares, which have a
width where every match was won too. With `--cells` what was played goes to a file, and is not played again.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

Z = 1.96
PAGES = {
    "tables": "docs/strength.md", "duels": "docs/strength.md", "ratings": "docs/strength.md", "times": "docs/strength.md",
    "rules": "docs/search.md",
}


@dataclass
class Contest:
    """A table: rows are one list of bots, columns another, and a cell is what a match of the two is worth to the row."""

    game: str
    title: str
    rows: list[str]
    columns: list[str]
    # The line-up of a cell, with {row} and {column}.
    lineup: list[str]
    settings: list[str] = field(default_factory=list)
    # What is counted: points of two who change seats, the wins of the first seat or of a side, or a fact of the match.
    measure: str = "points"
    # A part of the matches where a table has many cells, or slow ones.
    share: float = 1.0


def contests() -> list[Contest]:
    rats = ["planner", "search:ms=10", "search:ms=1", "greedy", "greedy:ties=first", "random", "idle"]
    survivors, killers = ["runner", "score", "direct", "random", "still"], ["warden", "guard", "chase", "random", "still"]
    ghosts, sentinels = ["smuggler", "courier", "climber", "random"], ["cordon", "camper", "patrol", "chaser", "random"]
    return [
        *(
            Contest("pyrat", f"PyRat, `{preset}`: points", rats[:4], rats, ["{row}", "{column}"], [f"preset={preset}"])
            for preset in ("tiny", "medium")
        ),
        Contest("tag", "Ghost Tag: how many of 3 survivors escape", survivors, killers, ["{row}", "{column}"], measure="escaped"),
        Contest("ghost-grid", "Ghost Grid: wins of the ghosts", ghosts, sentinels, ["ghost={row}", "sentinel={column}"],
                measure="first"),
        Contest("snarl", "Snarl, four players: wins of the players", ["delver", "explorer", "random"],
                ["stalker", "zombie"], ["player={row}", "adversary={column}"], ["players=4"], measure="side:player"),
        Contest("snarl", "Snarl, one player: wins of the player", ["delver", "explorer", "random"],
                ["stalker", "zombie"], ["player={row}", "adversary={column}"], ["players=1"], measure="side:player"),
        Contest("sproutopia", "Sproutopia, four farmers: matches won", ["steward"], ["hunter claimer square"],
                ["{row}", "hunter", "claimer", "square"], measure="won"),
        Contest("sproutopia", "Sproutopia, against three who are alike: matches won", ["steward"],
                ["hunter", "claimer", "square", "random", "idle"], ["{row}", "{column}", "{column}", "{column}"], measure="won", share=0.2),
    ]


def rule_contests() -> list[Contest]:
    """The rules of the tree beside each other, with as many playouts."""
    rules = [f"search:sims=200,rule={rule}" for rule in ("uct", "regret", "exp3")]
    return [
        Contest("pyrat", "PyRat, `tiny`: points", rules, ["greedy"], ["{row}", "{column}"], ["preset=tiny"], share=0.05),
        Contest("tag", "Ghost Tag: how many of 3 survivors escape", rules, ["chase"], ["{row}", "{column}"], measure="escaped", share=0.05),
        Contest("snarl", "Snarl, one player: wins of the player", rules, ["zombie"], ["player={row}", "adversary={column}"],
                ["players=1"], measure="side:player", share=0.05),
    ]


def wilson(share: float, matches: int) -> tuple[float, float]:
    """The interval of a share. Of draws, which are half a win, it is a little wide."""
    square = Z * Z / max(matches, 1)
    middle = (share + square / 2) / (1 + square)
    half = Z * math.sqrt(share * (1 - share) / max(matches, 1) + square / (4 * max(matches, 1))) / (1 + square)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def is_slow(bot: str) -> bool:
    """Whether a bot has a budget in milliseconds."""
    return ":ms=" in bot or ",ms=" in bot


def words_of(contest: Contest, row: str, column: str, matches: int, seed: int) -> list[str]:
    lineup = [word.format(row=row, column=column) for word in contest.lineup]
    words = ["play", contest.game, *lineup, "-n", str(matches), "-s", str(seed)]
    words += ["--rotate"] if contest.measure in ("points", "won") else []
    return words + [word for setting in contest.settings for word in ("-c", setting)]


def ask(program: str, words: list[str]) -> list[dict[str, object]]:
    told = subprocess.run([program, *words, "--format", "json"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return [json.loads(line) for line in told.stdout.splitlines()]


def cell(program: str, contest: Contest, row: str, column: str, matches: int, seed: int) -> dict[str, object]:
    words = words_of(contest, row, column, matches, seed)
    began = time.monotonic()
    *seats, summary = ask(program, words)
    first, played = seats[0], summary["games"]
    if contest.measure == "points":
        mean = first["win_rate"]["value"] + summary["draw_rate"]["value"] / 2
        low, high = wilson(mean, played)
    else:
        kind, _, side = contest.measure.partition(":")
        rates = {"first": first["first_rate"], "won": first["win_rate"], "side": summary["side_win_rates"].get(side)}
        found = rates.get(kind) or summary["facts"][contest.measure]
        mean, low, high = found["value"], found["low"], found["high"]
        if kind == "escaped" and high - low < 1e-9:
            low, high = (3 * end for end in wilson(mean / 3, played))
    return {
        "title": contest.title, "row": row, "column": column, "value": mean, "low": low, "high": high, "matches": played,
        "seconds": time.monotonic() - began, "command": " ".join(["gridhaunt", *words]),
    }


def shown(found: dict[str, object], measure: str) -> str:
    value, low, high = (float(found[name]) for name in ("value", "low", "high"))  # type: ignore[arg-type]
    if measure == "escaped":
        return f"{value:.2f} ({max(low, 0):.2f} to {high:.2f})"
    return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


class Book:
    """What was played, in a file if there is one."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        lines = options.cells.read_text().splitlines() if options.cells and options.cells.exists() else []
        self.known = {found["command"]: found for found in map(json.loads, lines)}

    def keep(self, found: dict[str, object]) -> None:
        self.known[found["command"]] = found
        if self.options.cells:
            with self.options.cells.open("a") as out:
                out.write(json.dumps(found) + "\n")

    def cell(self, contest: Contest, row: str, column: str) -> dict[str, object]:
        slow = is_slow(row) or is_slow(column)
        matches = self.options.slow_matches if slow else int(self.options.matches * contest.share)
        command = " ".join(["gridhaunt", *words_of(contest, row, column, matches, self.options.seed)])
        if command not in self.known:
            found = cell(self.options.program, contest, row, column, matches, self.options.seed)
            print(f"{contest.title}: {row}, {column}: {shown(found, contest.measure)}, {found['seconds']:.0f} s", file=sys.stderr)
            self.keep(found)
        return self.known[command]

    def table(self, contest: Contest) -> list[str]:
        names = [f"`{name}`" for name in contest.columns]
        lines = [f"**{contest.title}**", "", f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
        matches = set()
        for at, row in enumerate(contest.rows):
            # Of equal sides one half says the other; who thinks for long does not play those who hardly think.
            twice = contest.rows[0] == contest.columns[0]
            plain = ("greedy:ties=first", "random", "idle") if is_slow(row) else ()
            left_out = [twice and number <= at or column in plain for number, column in enumerate(contest.columns)]
            cells = [None if out else self.cell(contest, row, column) for out, column in zip(left_out, contest.columns)]
            matches |= {int(found["matches"]) for found in cells if found}  # type: ignore[call-overload]
            lines.append(f"| `{row}` | {' | '.join(shown(found, contest.measure) if found else '' for found in cells)} |")
        told = " or ".join(f"{number:,}" for number in sorted(matches))
        return [*lines, "", f"{told} matches a cell.", ""]


@dataclass
class Duels:
    """The best bot of a game against others that play every seat it plays, one after the other."""

    game: str
    title: str
    best: str
    others: list[str]
    settings: list[str] = field(default_factory=list)
    # Where a table has four places the first three of these who are not in the duel sit at it, once with the one, once with the other.
    company: list[str] = field(default_factory=list)


def duel_list() -> list[Duels]:
    budgets = ["search:ms=10", "search:ms=1"]
    farmers = ["hunter", "claimer", "square", "random", "idle"]
    return [
        *(
            Duels("pyrat", f"PyRat, `{preset}`", "planner", [*budgets, "greedy", "greedy:ties=first", "random", "idle"], [f"preset={preset}"])
            for preset in ("tiny", "medium")
        ),
        Duels("tag", "Ghost Tag, both sides", "best", [*budgets, "random", "still"]),
        Duels("ghost-grid", "Ghost Grid, both sides", "best", ["random"]),
        Duels("snarl", "Snarl, one player, both sides", "best", [*budgets, "random"], ["players=1"]),
        Duels("sproutopia", "Sproutopia, each with three others", "steward", farmers, company=farmers),
    ]


def duel(program: str, words: list[str]) -> dict[str, object]:
    """What `gridhaunt duel` tells in the end, played in a store of its own."""
    with tempfile.TemporaryDirectory() as store:
        told = subprocess.run([os.path.abspath(program), *words, "--format", "json"], cwd=store, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    if not told.stdout:
        raise SystemExit(f"gridhaunt {' '.join(words)}: {told.stderr}")
    return json.loads(told.stdout.splitlines()[-1])


def duels(book: Book) -> list[str]:
    """Whether the best is better, by a sequential test: matches are played until that is sure."""
    options = book.options
    lines = ["| game | bot | against | points | Elo (95 %) | verdict | matches |", "|---|---|---|---|---|---|---|"]
    for group in duel_list():
        for other in group.others if not options.game or group.game in options.game else []:
            words = ["duel", group.game, group.best, other, "-s", str(options.seed), "-n", str(options.matches)]
            company = [name for name in group.company if name != other][:3]
            words += ["--with", ",".join(company)] if company else []
            words += [word for setting in group.settings for word in ("-c", setting)]
            command = " ".join(["gridhaunt", *words])
            if command not in book.known:
                book.keep({**duel(options.program, words), "command": command})
            found = book.known[command]
            low, value, high = (found["elo"][name] for name in ("low", "value", "high"))  # type: ignore[index]
            elo = f"{value:+.0f} ({low:+.0f} to {high:+.0f})" if None not in (low, value, high) else f"over {low:+.0f}" if low else ""
            lines.append(f"| {group.title} | `{group.best}` | `{other}` | {100 * float(found['points']):.1f} % | {elo} | "  # type: ignore[arg-type]
                         f"{found['verdict']} | {found['matches']} |")
    return [*lines, ""]


def ratings(program: str, seed: int) -> list[str]:
    """Strengths from round-robins, as `gridhaunt rate` tells them."""
    events = [
        ("pyrat", "PyRat, `tiny`", ["preset=tiny"], ["planner", "search:sims=100", "greedy", "greedy:ties=first", "random", "idle"], 50),
        ("pyrat", "PyRat, `medium`", ["preset=medium"], ["planner", "greedy", "greedy:ties=first", "random", "idle"], 50),
        ("sproutopia", "Sproutopia, four farmers", [], ["steward", "hunter", "claimer", "square", "random", "idle"], 10),
    ]
    lines = []
    for game, title, settings, bots, blocks in events:
        with tempfile.TemporaryDirectory() as store:
            words = ["tournament", "run", "--game", game, *bots, "--blocks", str(blocks), "-s", str(seed)]
            words += [word for setting in settings for word in ("-c", setting)]
            for command in (words, ["rate", "--game", game]):
                done = subprocess.run([os.path.abspath(program), *command, "--format", "json"], cwd=store, check=True, stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True)
            found = [json.loads(line) for line in done.stdout.splitlines()]
        lines += [f"**{title}: ratings**", "", "| bot | rating | 95 % | matches |", "|---|---|---|---|"]
        for one in found:
            if one.get("rating"):
                value, low, high = (one["rating"][name] for name in ("value", "low", "high"))
                lines.append(f"| `{one['name']}` | {value:.0f} | {low:.0f} to {high:.0f} | {one['games']} |")
        lines.append("")
    return lines


def times(program: str, seed: int) -> list[str]:
    """Processor time for each choice of the best bots, beside that of those who hardly think."""
    asked = [
        ("pyrat", "planner", "greedy", range(1), [], ["{bot}", "idle"]),
        ("tag", "runner", "direct", range(3), [], ["{bot}", "guard"]),
        ("tag", "warden", "chase", range(3, 99), [], ["score", "{bot}"]),
        ("ghost-grid", "smuggler", "climber", range(4), [], ["ghost={bot}", "sentinel=patrol"]),
        ("ghost-grid", "cordon", "patrol", range(4, 99), [], ["ghost=courier", "sentinel={bot}"]),
        ("snarl", "delver", "explorer", range(4), ["players=4"], ["player={bot}", "adversary=zombie"]),
        ("snarl", "stalker", "zombie", range(4, 99), ["players=4"], ["player=explorer", "adversary={bot}"]),
        ("sproutopia", "steward", "claimer", range(1), [], ["{bot}", "idle", "idle", "idle"]),
    ]
    matches = 12
    lines = ["**Time of a choice**", "", "| game | bot | µs | bot to compare | µs |", "|---|---|---|---|---|"]
    for game, best, plain, seats, settings, lineup in asked:
        found = []
        before = os.times().children_user
        for _ in range(matches):
            ask(program, ["games", "show", game])
        start = os.times().children_user - before
        for bot in (best, plain):
            spent, choices = -start, 0
            with tempfile.TemporaryDirectory() as folder:
                replay = Path(folder) / "match.jsonl"
                words = ["play", game, *(word.format(bot=bot) for word in lineup), "-o", str(replay)]
                words += [word for setting in settings for word in ("-c", setting)]
                for match in range(matches):
                    before = os.times().children_user
                    ask(program, [*words, "-s", str(seed + match)])
                    spent += os.times().children_user - before
                    steps = (json.loads(line) for line in replay.read_text().splitlines())
                    choices += sum(choice[0] in seats for step in steps for choice in step.get("choices", []))
                    replay.unlink()
            found.append(1e6 * max(spent, 0.0) / max(choices, 1))
        lines.append(f"| {game} | `{best}` | {found[0]:.0f} | `{plain}` | {found[1]:.0f} |")
    return [*lines, "", f"Processor time of {matches} whole matches, less that of starting the program, with rules, replays and the other side, for a choice of the bot: so it is at most that.", ""]


def write(page: Path, part: str, text: str) -> None:
    begin, end = f"<!-- {part}, made by bench/strength.py -->", f"<!-- end of {part} -->"
    before, rest = page.read_text().split(begin, 1)
    page.write_text(f"{before}{begin}\n\n{text}\n{end}{rest.split(end, 1)[1]}")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("program")
    reader.add_argument("--matches", type=int, default=2000)
    reader.add_argument("--slow-matches", type=int, default=100, help="where a bot has a budget in milliseconds")
    reader.add_argument("--seed", type=int, default=1_000_001)
    reader.add_argument("--game", action="append", default=[])
    reader.add_argument("--part", action="append", choices=list(PAGES), default=[], help="all parts if none is given")
    reader.add_argument("--cells", type=Path, help="where every cell goes as a line of JSON as soon as it is played")
    reader.add_argument("--write", action="store_true", help="write the pages anew instead of printing")
    options = reader.parse_args()
    book = Book(options)
    for part in options.part or PAGES:
        lines: list[str] = []
        if part in ("tables", "rules"):
            for contest in contests() if part == "tables" else rule_contests():
                if not options.game or contest.game in options.game:
                    lines += book.table(contest)
        elif part == "duels":
            lines = duels(book)
        elif part == "ratings":
            lines = ratings(options.program, options.seed)
        else:
            lines = times(options.program, options.seed)
        text = "\n".join(lines)
        if options.write:
            write(Path(PAGES[part]), part, text)
        else:
            print(text)


if __name__ == "__main__":
    main()
