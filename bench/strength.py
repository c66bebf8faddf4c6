#!/usr/bin/env python3
"""How strong the built-in bots are: plays them against each other and writes the tables of docs/strength.md and docs/search.md.

    bench/strength.py GRIDHAUNT [--matches 2000] [--seed 1000001] [--game GAME ...] [--part PART ...] [--title TEXT ...] [--missing]
                      [--cells FILE] [--minutes M] [--write]

Every number comes from fixed seeds, so that the same command makes the same table again (bots with a budget in milliseconds excepted).
Matches of two equal sides are played on every seed with the seats exchanged. Intervals are 95 %: Wilson's for shares, which have a
width where every match was won too. With `--cells` what was played goes to a file, and is not played again. With `--minutes` it ends
after that time: a duel that is not decided by then is told as it stands, and a cell of the sides with a bot that has a budget in
milliseconds has the seeds that were played, a few of each cell in turn. `--missing` plays only what the page does not have. What is not
played, for such a reason or because it is of another game or title than those asked for, stays as the page has it.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

Z = 1.96
BUDGETS = ["search:ms=10", "search:ms=1"]
# After so many matches a duel ends without a verdict.
MOST_MATCHES = 2000
# Cells of the sides with a bot that has a budget in milliseconds are played so many seeds at a time.
PIECE = 50
# How many seconds the matches of a duel that are under way have to end when the time is up.
GRACE = 60
PAGES = {
    "tables": "docs/strength.md", "sides": "docs/strength.md", "duels": "docs/strength.md", "ratings": "docs/strength.md",
    "times": "docs/strength.md", "rules": "docs/search.md",
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
    rats = ["planner", *BUDGETS, "greedy", "greedy:ties=first", "random", "idle"]
    survivors, killers = ["runner", "score", "direct", "random", "still"], ["warden", "guard", "chase", "random", "still"]
    ghosts, sentinels = ["smuggler", "courier", "climber", *BUDGETS, "random"], ["cordon", "camper", "patrol", "chaser", *BUDGETS, "random"]
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
                ["hunter", "claimer", "square", "search:ms=1", "random", "idle"], ["{row}", "{column}", "{column}", "{column}"], measure="won", share=0.2),
    ]


def rule_contests() -> list[Contest]:
    """The rules of the tree beside each other, with as many playouts."""
    rules = [f"search:sims=200,rule={rule}" for rule in ("uct", "regret", "exp3")]
    return [
        Contest("pyrat", "PyRat, `tiny`: points", rules, ["greedy"], ["{row}", "{column}"], ["preset=tiny"], share=0.05),
        Contest("tag", "Ghost Tag: how many of 3 survivors escape", rules, ["chase"], ["{row}", "{column}"], measure="escaped", share=0.05),
        Contest("snarl", "Snarl, one player: wins of the player", rules, ["zombie"], ["player={row}", "adversary={column}"],
                ["players=1"], measure="side:player", share=0.05),
        Contest("ghost-grid", "Ghost Grid: wins of the ghosts", rules, ["cordon"], ["ghost={row}", "sentinel={column}"],
                measure="first", share=0.05),
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


def ask(program: str, words: list[str], seconds: float | None = None, folder: str | None = None) -> list[dict[str, object]]:
    """What a command tells; it is stopped after so many seconds (`subprocess.TimeoutExpired`)."""
    told = subprocess.run([os.path.abspath(program), *words, "--format", "json"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          timeout=seconds, cwd=folder)
    return [json.loads(line) for line in told.stdout.splitlines()]


def cell(program: str, contest: Contest, row: str, column: str, matches: int, seed: int, seconds: float | None) -> dict[str, object]:
    words = words_of(contest, row, column, matches, seed)
    began = time.monotonic()
    *seats, summary = ask(program, words, seconds)
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


@dataclass
class Old:
    """What a part of a page holds now."""

    # By title, row and column.
    cells: dict[tuple[str, str, str], str] = field(default_factory=dict)
    # The line below a table that says how many matches its cells have, by title.
    counted: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def counts(self, title: str) -> set[int]:
        return {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", self.counted.get(title, ""))}


def on_page(part: str) -> Old:
    """Reads a part of a page: titles in bold, tables whose first row and first column are names in backticks."""
    page = Path(PAGES[part])
    text = page.read_text().split(mark(part), 1)[-1].split(f"<!-- end of {part} -->", 1)[0] if page.exists() else ""
    old, title, columns = Old(lines=text.splitlines()), "", list[str]()
    for line in old.lines:
        names = re.findall(r"`([^`]+)`", line)
        if line.startswith("**"):
            title, columns = line.strip("*"), []
        elif line.startswith("| |"):
            columns = names
        elif line.startswith("| `") and names:
            texts = [text.strip() for text in line.strip("| ").split("|")[1:]]
            old.cells |= {(title, names[0], column): text for column, text in zip(columns, texts)}
        elif line and line[0].isdigit():
            old.counted[title] = line
    return old


def mark(part: str) -> str:
    return f"<!-- {part}, made by bench/strength.py -->"


class Book:
    """What was played, in a file if there is one."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        lines = options.cells.read_text().splitlines() if options.cells and options.cells.exists() else []
        self.known = {found["command"]: found for found in map(json.loads, lines)}
        self.end = time.monotonic() + 60 * options.minutes if options.minutes else math.inf
        self.old = {part: on_page(part) for part in PAGES}

    def wants(self, game: str, title: str, is_on_page: bool) -> bool:
        """Whether a result is asked for."""
        options = self.options
        named = (not options.game or game in options.game) and (not options.title or any(text in title for text in options.title))
        return named and not (options.missing and is_on_page)

    def has(self, command: str) -> bool:
        """Whether a result is on file, or may be played now."""
        matches = self.options.slow_matches if is_slow(command) else self.options.matches
        late = matches > 0 and command not in self.known and time.monotonic() > self.end
        if late:
            print(f"not played: {command}", file=sys.stderr)
        return matches > 0 and not late

    def seconds(self) -> float | None:
        """How much time is left; none where there is no end."""
        return max(self.end - time.monotonic(), 1.0) if math.isfinite(self.end) else None

    def keep(self, found: dict[str, object]) -> None:
        self.known[found["command"]] = found
        if self.options.cells:
            with self.options.cells.open("a") as out:
                out.write(json.dumps(found) + "\n")

    def cell(self, contest: Contest, row: str, column: str) -> dict[str, object] | None:
        """What a cell holds; none if it is not to be played now."""
        slow = is_slow(row) or is_slow(column)
        matches = self.options.slow_matches if slow else int(self.options.matches * contest.share)
        command = " ".join(["gridhaunt", *words_of(contest, row, column, matches, self.options.seed)])
        if not self.has(command):
            return None
        if command not in self.known:
            try:
                found = cell(self.options.program, contest, row, column, matches, self.options.seed, self.seconds())
            except subprocess.TimeoutExpired:
                print(f"stopped: {command}", file=sys.stderr)
                return None
            print(f"{contest.title}: {row}, {column}: {shown(found, contest.measure)}, {found['seconds']:.0f} s", file=sys.stderr)
            self.keep(found)
        return self.known[command]

    def table(self, part: str, contest: Contest) -> list[str]:
        old = self.old[part]
        names = [f"`{name}`" for name in contest.columns]
        lines = [f"**{contest.title}**", "", f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
        matches = old.counts(contest.title)
        for at, row in enumerate(contest.rows):
            # Of equal sides one half says the other; who thinks for long does not play those who hardly think.
            twice = contest.rows[0] == contest.columns[0]
            plain = ("greedy:ties=first", "random", "idle") if is_slow(row) and twice else ()
            left_out = [twice and number <= at or column in plain for number, column in enumerate(contest.columns)]
            wanted = [
                not out and self.wants(contest.game, contest.title, bool(old.cells.get((contest.title, row, column))))
                for out, column in zip(left_out, contest.columns)
            ]
            cells = [self.cell(contest, row, column) if want else None for want, column in zip(wanted, contest.columns)]
            matches |= {int(found["matches"]) for found in cells if found}  # type: ignore[call-overload]
            texts = [
                shown(found, contest.measure) if found else "" if out else old.cells.get((contest.title, row, column), "")
                for found, out, column in zip(cells, left_out, contest.columns)
            ]
            lines.append(f"| `{row}` | {' | '.join(texts)} |")
        told = " or ".join(f"{number:,}" for number in sorted(matches))
        return [*lines, "", f"{told} matches a cell.", ""]


@dataclass
class Side:
    """The best bot of one side and others that play it, on the same seeds against the same opponents."""

    game: str
    title: str
    best: str
    others: list[str]
    opponents: list[str]
    # The line-up of a match, with {bot} and {opponent}.
    lineup: list[str]
    # The fact that is counted, and whether more of it is better for this side.
    fact: str
    more: bool = True
    settings: dict[str, int] = field(default_factory=dict)

    def heading(self) -> str:
        return f"{self.title} `{self.best}`, less those of"


def sides() -> list[Side]:
    survivors, killers = ["runner", "score", "direct"], ["warden", "guard", "chase"]
    ghosts, sentinels = ["smuggler", "courier", "climber"], ["cordon", "camper", "patrol", "chaser"]
    player, hunter = ["player={bot}", "adversary={opponent}"], ["player={opponent}", "adversary={bot}"]
    found = [
        Side("tag", "Ghost Tag, survivors: escapes of", survivors[0], [*survivors[1:], *BUDGETS, "random", "still"], killers, ["{bot}", "{opponent}"], "escaped"),
        Side("tag", "Ghost Tag, killers: escapes prevented by", killers[0], [*killers[1:], *BUDGETS, "random", "still"], survivors,
             ["{opponent}", "{bot}"], "escaped", more=False),
        Side("ghost-grid", "Ghost Grid, ghosts: wins of", ghosts[0], [*ghosts[1:], *BUDGETS, "random"], sentinels,
             ["ghost={bot}", "sentinel={opponent}"], "ghosts_win"),
        Side("ghost-grid", "Ghost Grid, sentinels: wins of ghosts prevented by", sentinels[0], [*sentinels[1:], *BUDGETS, "random"], ghosts,
             ["ghost={opponent}", "sentinel={bot}"], "ghosts_win", more=False),
    ]
    for title, players in (("four players", 4), ("one player", 1)):
        found += [
            Side("snarl", f"Snarl, {title}: wins of", "delver", ["explorer", *BUDGETS, "random"], ["stalker", "zombie"], player, "won",
                 settings={"players": players}),
            Side("snarl", f"Snarl, {title}: wins of players prevented by", "stalker", ["zombie", *BUDGETS, "random"], ["delver", "explorer"], hunter,
                 "won", more=False, settings={"players": players}),
        ]
    return found


@dataclass
class Group:
    """Bots of one side that play one opponent on the same seeds."""

    side: Side
    others: list[str]
    opponent: str

    def is_slow(self) -> bool:
        return any(map(is_slow, self.others))

    def pieces(self, options: argparse.Namespace) -> list[tuple[int, int]]:
        """The first seed and how many, of every piece that is played at a time."""
        seeds = options.slow_matches if self.is_slow() else options.matches
        most = PIECE if self.is_slow() else max(seeds, 1)
        return [(options.seed + at, min(most, seeds - at)) for at in range(0, seeds, most)]

    def play(self, book: Book, seed: int, games: int) -> dict[str, dict[str, object]]:
        """How much better the best is than each of the others, seed by seed, as `gridhaunt experiment` tells it."""
        side = self.side
        lineups = {bot: [word.format(bot=bot, opponent=self.opponent) for word in side.lineup] for bot in (side.best, *self.others)}
        command = f"experiment {side.game} {json.dumps(lineups)} {side.settings} -n {games} -s {seed}"
        if not book.has(command):
            return {}
        if command not in book.known:
            pairs = [[side.best, other] if side.more else [other, side.best] for other in self.others]
            plan = [f"game = {json.dumps(side.game)}", f"games = {games}", f"seed = {seed}", f"compare = {json.dumps(pairs)}", "[settings]"]
            plan += [f"{name} = {value}" for name, value in side.settings.items()]
            plan += [f"[[arms]]\nname = {json.dumps(bot)}\nbots = {json.dumps(lineup)}" for bot, lineup in lineups.items()]
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "side.toml").write_text("\n".join(plan) + "\n")
                try:
                    told = ask(book.options.program, ["experiment", "side.toml", "--measures", side.fact], book.seconds(), folder)
                except subprocess.TimeoutExpired:
                    print(f"stopped: {command}", file=sys.stderr)
                    return {}
            found: dict[str, dict[str, object]] = {}
            for line in told:
                if "difference" in line:
                    other = str(line["minus"] if side.more else line["arm"])
                    found[other] = next(value for value in line["values"] if value["measure"] == side.fact)  # type: ignore[attr-defined]
            seconds = time.monotonic() - began
            print(f"{side.title} {side.best}, against {self.opponent}: {', '.join(found)}, {games} seeds from {seed}, {seconds:.0f} s", file=sys.stderr)
            book.keep({"found": found, "command": command, "seconds": seconds})
        return book.known[command]["found"]  # type: ignore[return-value]


def together(pieces: list[dict[str, object]]) -> dict[str, object] | None:
    """One difference from those of several pieces; its interval is that of all seeds."""
    seeds = sum(int(one["n"]) for one in pieces)  # type: ignore[call-overload]
    if len(pieces) < 2 or seeds < 2:
        return pieces[0] if pieces else None
    mean = sum(float(one["value"]) * int(one["n"]) for one in pieces) / seeds  # type: ignore[arg-type, call-overload]
    squares = 0.0
    for one in pieces:
        value, low, high, n = (float(one[name]) for name in ("value", "low", "high", "n"))  # type: ignore[arg-type]
        deviation = (high - low) / (2 * Z) * math.sqrt(n)
        squares += (n - 1) * deviation**2 + n * (value - mean) ** 2
    half = Z * math.sqrt(squares / (seeds - 1) / seeds)
    return {**pieces[0], "value": mean, "low": mean - half, "high": mean + half, "n": seeds}


def side_tables(book: Book) -> list[str]:
    """How much better the best bot of each side is than every other bot of that side."""
    old, groups = book.old["sides"], list[Group]()
    for side in sides():
        # Those with a budget are played apart, on fewer seeds.
        for others in [[other for other in side.others if not is_slow(other)], *([other] for other in side.others if is_slow(other))]:
            for opponent in side.opponents:
                is_on_page = all(old.cells.get((side.heading(), other, opponent)) for other in others)
                if book.wants(side.game, side.title, is_on_page):
                    groups.append(Group(side, others, opponent))
    # A piece of every cell in turn, so that every cell has something when time is up.
    found: dict[tuple[str, str, str], list[dict[str, object]]] = {}
    for turn in range(max((len(group.pieces(book.options)) for group in groups), default=0)):
        for group in groups:
            for seed, games in group.pieces(book.options)[turn : turn + 1]:
                for other, one in group.play(book, seed, games).items():
                    found.setdefault((group.side.heading(), other, group.opponent), []).append(one)
    lines = []
    for side in sides():
        title = side.heading()
        names = [f"against `{name}`" for name in side.opponents]
        head = [f"**{title}**", "", f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
        seeds, rows = old.counts(title), []
        for other in side.others:
            texts = []
            for opponent in side.opponents:
                one = together(found.get((title, other, opponent), []))
                seeds |= {int(one["n"])} if one else set()  # type: ignore[call-overload]
                texts.append(gain(one, side.fact) if one else old.cells.get((title, other, opponent), ""))
            rows += [f"| `{other}` | {' | '.join(texts)} |"] if any(texts) else []
        told = " or ".join(f"{number:,}" for number in sorted(seeds))
        lines += [*head, *rows, "", f"{told} seeds a cell, each played with both bots.", ""] if rows else []
    return lines


def gain(found: dict[str, object], fact: str) -> str:
    value, low, high = (float(found[name]) for name in ("value", "low", "high"))  # type: ignore[arg-type]
    if fact == "escaped":
        return f"{value:+.2f} ({low:+.2f} to {high:+.2f})"
    return f"{100 * value:+.1f} pp ({100 * low:+.1f} to {100 * high:+.1f})"


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
    farmers = ["hunter", "claimer", "square", "random", "idle"]
    return [
        *(
            Duels("pyrat", f"PyRat, `{preset}`", "planner", [*BUDGETS, "greedy", "greedy:ties=first", "random", "idle"], [f"preset={preset}"])
            for preset in ("tiny", "medium")
        ),
        Duels("tag", "Ghost Tag, both sides", "best", [*BUDGETS, "random", "still"]),
        Duels("ghost-grid", "Ghost Grid, both sides", "best", [*BUDGETS, "random"]),
        Duels("snarl", "Snarl, one player, both sides", "best", [*BUDGETS, "random"], ["players=1"]),
        Duels("sproutopia", "Sproutopia, each with three others", "steward", [*BUDGETS, *farmers], company=farmers),
    ]


def duel(program: str, words: list[str], seconds: float | None) -> dict[str, object]:
    """What `gridhaunt duel` tells in the end, played in a store of its own. When time is up it is asked to stop, and tells how it stands."""
    with tempfile.TemporaryDirectory() as store:
        playing = subprocess.Popen([os.path.abspath(program), *words, "--format", "json"], cwd=store, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            told, errors = playing.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            playing.send_signal(signal.SIGINT)
            try:
                told, errors = playing.communicate(timeout=GRACE)
            except subprocess.TimeoutExpired:
                playing.kill()
                told, errors = playing.communicate()
    found = [one for one in map(json.loads, told.splitlines()) if "verdict" in one]
    if not found:
        raise SystemExit(f"gridhaunt {' '.join(words)}: {errors}")
    return found[-1]


def duels(book: Book) -> list[str]:
    """Whether the best is better, by a sequential test: matches are played until that is sure."""
    options = book.options
    lines = ["| game | bot | against | points | Elo (95 %) | verdict | matches |", "|---|---|---|---|---|---|---|"]
    for group in duel_list():
        for other in group.others:
            words = ["duel", group.game, group.best, other, "-s", str(options.seed), "-n", str(options.matches or MOST_MATCHES)]
            company = [name for name in group.company if name != other][:3]
            words += ["--with", ",".join(company)] if company else []
            words += [word for setting in group.settings for word in ("-c", setting)]
            command = " ".join(["gridhaunt", *words])
            names = f"| {group.title} | `{group.best}` | `{other}` |"
            old = [line for line in book.old["duels"].lines if line.startswith(names)]
            if not book.wants(group.game, group.title, bool(old)) or not book.has(command):
                lines += old
                continue
            if command not in book.known:
                began = time.monotonic()
                found = duel(options.program, words, book.seconds())
                print(f"{group.title}: {group.best}, {other}: {found['verdict']}, {time.monotonic() - began:.0f} s", file=sys.stderr)
                if not found["matches"]:
                    lines += old
                    continue
                book.keep({**found, "command": command})
            found = book.known[command]
            low, value, high = (found["elo"][name] for name in ("low", "value", "high"))  # type: ignore[index]
            elo = f"{value:+.0f} ({low:+.0f} to {high:+.0f})" if None not in (low, value, high) else f"over {low:+.0f}" if low else ""
            lines.append(f"{names} {100 * float(found['points']):.1f} % | {elo} | {found['verdict']} | {found['matches']} |")  # type: ignore[arg-type]
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
    begin, end = mark(part), f"<!-- end of {part} -->"
    before, rest = page.read_text().split(begin, 1)
    page.write_text(f"{before}{begin}\n\n{text}\n{end}{rest.split(end, 1)[1]}")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("program")
    reader.add_argument("--matches", type=int, default=2000, help="0 leaves out all but bots with a budget in milliseconds")
    reader.add_argument("--slow-matches", type=int, default=100, help="where a bot has a budget in milliseconds; 0 leaves those out")
    reader.add_argument("--seed", type=int, default=1_000_001)
    reader.add_argument("--game", action="append", default=[])
    reader.add_argument("--part", action="append", choices=list(PAGES), default=[], help="all parts if none is given")
    reader.add_argument("--cells", type=Path, help="where every cell goes as a line of JSON as soon as it is played")
    reader.add_argument("--title", action="append", default=[], help="only tables and duels with this text in their title")
    reader.add_argument("--missing", action="store_true", help="only what the page does not have")
    reader.add_argument("--minutes", type=float, help="after so many minutes it ends, with what was played by then")
    reader.add_argument("--write", action="store_true", help="write the pages anew instead of printing")
    options = reader.parse_args()
    book = Book(options)
    for part in options.part or PAGES:
        lines: list[str] = []
        if part in ("tables", "rules"):
            for contest in contests() if part == "tables" else rule_contests():
                lines += book.table(part, contest)
        elif part == "sides":
            lines = side_tables(book)
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
