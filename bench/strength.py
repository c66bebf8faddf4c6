#!/usr/bin/env python3
"""How strong the built-in bots are: plays them against each other and writes the tables of docs/strength.md.

    bench/strength.py GRIDHAUNT [--matches 2000] [--seed 1000001] [--game GAME ...] [--write docs/strength.md]

Every number comes from fixed seeds, so that the same command makes the same table again (bots with a budget in milliseconds excepted).
Matches of two equal sides are played on every seed with the seats exchanged. Intervals are 95 %.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

BEGIN, END = "<!-- made by bench/strength.py -->", "<!-- end -->"


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


def contests() -> list[Contest]:
    rats = ["planner", "search:ms=10", "search:ms=1", "greedy", "greedy:ties=first", "random", "idle"]
    survivors = ["runner", "score", "random"]
    killers = ["warden", "guard", "chase", "random"]
    return [
        *(
            Contest("pyrat", f"PyRat, `{preset}`: points", ["planner"], rats[1:], ["{row}", "{column}"], [f"preset={preset}"])
            for preset in ("tiny", "medium")
        ),
        Contest("tag", "Ghost Tag: how many of 3 survivors escape", survivors, killers, ["{row}", "{column}"], measure="escaped"),
        Contest("ghost-grid", "Ghost Grid: wins of the ghosts", ["smuggler", "courier", "climber", "random"],
                ["cordon", "patrol", "chaser", "random"], ["ghost={row}", "sentinel={column}"], measure="first"),
        Contest("snarl", "Snarl, four players: wins of the players", ["delver", "explorer", "random"],
                ["stalker", "zombie"], ["player={row}", "adversary={column}"], ["players=4"], measure="side:player"),
        Contest("snarl", "Snarl, one player: wins of the player", ["delver", "explorer", "random"],
                ["stalker", "zombie"], ["player={row}", "adversary={column}"], ["players=1"], measure="side:player"),
        Contest("sproutopia", "Sproutopia, four farmers: matches won", ["steward"], ["hunter claimer square"],
                ["{row}", "hunter", "claimer", "square"], measure="won"),
    ]


def interval(mean: float, variance: float, matches: int) -> tuple[float, float]:
    half = 1.96 * math.sqrt(max(variance, 0.0) / max(matches, 1))
    return mean - half, mean + half


def cell(program: str, contest: Contest, row: str, column: str, matches: int, seed: int) -> dict[str, object]:
    lineup = [word.format(row=row, column=column) for word in contest.lineup]
    rotates = contest.measure in ("points", "won")
    words = [program, "play", contest.game, *lineup, "-n", str(matches), "-s", str(seed), "--format", "json"]
    words += ["--rotate"] if rotates else []
    for setting in contest.settings:
        words += ["-c", setting]
    began = time.monotonic()
    told = subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    lines = [json.loads(line) for line in told.splitlines()]
    seats, summary = lines[:-1], lines[-1]
    first, played = seats[0], summary["games"]
    if contest.measure == "points":
        won, drawn = first["win_rate"]["value"], summary["draw_rate"]["value"]
        mean = won + drawn / 2
        low, high = interval(mean, won + drawn / 4 - mean * mean, played)
    else:
        kind, _, side = contest.measure.partition(":")
        rates = {"first": first["first_rate"], "won": first["win_rate"], "side": summary["side_win_rates"].get(side)}
        found = rates.get(kind) or summary["facts"][contest.measure]
        mean, low, high = found["value"], found["low"], found["high"]
    command = " ".join(["gridhaunt", *words[1:-2 - (1 if rotates else 0) - 2 * len(contest.settings)]])
    return {
        "title": contest.title, "row": row, "column": column, "value": mean, "low": low, "high": high, "matches": played,
        "seconds": time.monotonic() - began, "command": command,
    }


def shown(found: dict[str, object], measure: str) -> str:
    value, low, high = (float(found[name]) for name in ("value", "low", "high"))  # type: ignore[arg-type]
    if measure in ("points", "first", "won") or measure.startswith("side"):
        return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    return f"{value:.2f} ({low:.2f} to {high:.2f})"


def table(contest: Contest, cells: dict[tuple[str, str], dict[str, object]]) -> list[str]:
    names = [f"`{name}`" for name in contest.columns]
    lines = [f"**{contest.title}**", "", f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for row in contest.rows:
        values = (shown(cells[row, column], contest.measure) for column in contest.columns)
        lines.append(f"| `{row}` | {' | '.join(values)} |")
    matches = sorted({int(found["matches"]) for found in cells.values()})  # type: ignore[call-overload]
    return [*lines, "", f"{' to '.join(str(number) for number in {matches[0]: 0, matches[-1]: 0})} matches a cell.", ""]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("program")
    reader.add_argument("--matches", type=int, default=2000)
    reader.add_argument("--slow-matches", type=int, default=200, help="where a bot has a budget in milliseconds")
    reader.add_argument("--seed", type=int, default=1_000_001)
    reader.add_argument("--game", action="append", default=[])
    reader.add_argument("--cells", type=Path, help="where every cell goes as a line of JSON as soon as it is played")
    reader.add_argument("--write", type=Path, help="the page whose tables are made anew")
    options = reader.parse_args()
    lines: list[str] = []
    for contest in contests():
        if options.game and contest.game not in options.game:
            continue
        cells = {}
        for row in contest.rows:
            for column in contest.columns:
                slow = "ms=" in row + column
                matches = options.slow_matches if slow else options.matches
                found = cell(options.program, contest, row, column, matches, options.seed)
                cells[row, column] = found
                print(f"{contest.title}: {row}, {column}: {shown(found, contest.measure)}, {found['seconds']:.0f} s", file=sys.stderr)
                if options.cells:
                    with options.cells.open("a") as out:
                        out.write(json.dumps(found) + "\n")
        lines += table(contest, cells)
    text = "\n".join(lines)
    if options.write:
        page = options.write.read_text()
        before, rest = page.split(BEGIN, 1)
        after = rest.split(END, 1)[1]
        options.write.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}")
    else:
        print(text)


if __name__ == "__main__":
    main()
