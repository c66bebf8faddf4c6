#!/usr/bin/env python3
"""Speed beside `pyrat-game`: the same two players on the same mazes with the same dice, in one run.

    bench/guests.py [--rounds 7] [--games 5]

Needs an environment with gridhaunt and pyrat-game (`make guests` has one). The players are `Random2` and `Random3`, which that
package brings along. Both sides play in turns, round by round, and ratios are taken within a round, so that a slow moment of the
machine hits both. Where all happens in one process its processor time is measured, elsewhere the time of the wall. A row has the medians of both, the ratio of the medians, and the least and the greatest ratio of a round.
That package's default mode with two teams, MATCH, is not in the table: it sleeps 0.1 s in every turn, whoever plays.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pyrat
from pyrat import GameMode, RenderMode

import gridhaunt
from gridhaunt.guests.pyrat_game import Game, settings_of

PLAYERS = Path(pyrat.__file__).parent / "workspace" / "players"
sys.path.insert(0, str(PLAYERS))
from Random2 import Random2  # noqa: E402  (on the path since the line before)
from Random3 import Random3  # noqa: E402

ALONE = {"game_mode": GameMode.SIMULATION}
APART = {"game_mode": GameMode.SYNCHRONOUS, "render_mode": RenderMode.NO_RENDERING, "turn_time": 0.0, "preprocessing_time": 0.0}
Measured = tuple[int, int, float]
"""Matches, turns and seconds."""


def of_games(kind: type[pyrat.Game], config: dict[str, object], clock: Callable[[], float]) -> Callable[[range], Measured]:
    def play(seeds: range) -> Measured:
        games = []
        for seed in seeds:
            game = kind(random_seed=seed, **config)
            game.add_player(Random2(), "one")
            game.add_player(Random3(), "two")
            games.append(game)
        turns, begun = 0, clock()
        for seed, game in zip(seeds, games, strict=True):
            random.seed(seed)
            turns += game.start()["turns"]
        return len(games), turns, clock() - begun

    return play


def as_programs(folder: str) -> Callable[[range], Measured]:
    """Matches of ours, with both players as programs behind the protocol; the processes are started too."""
    words = []
    for name in ("Random2", "Random3"):
        (Path(folder) / f"{name}.py").write_text((PLAYERS / f"{name}.py").read_text())
        words.append(f"pyrat:{folder}/{name}.py")
    terms = {"clock": "10s", **({"as_root": True} if os.geteuid() == 0 else {})}

    def play(seeds: range) -> Measured:
        maze = pyrat.BigHolesRandomMaze(80.0, 60.0, 20.0, (4, 9), seeds[0], 15, 13)
        cells = maze.get_vertices()
        random.Random(seeds[0]).shuffle(cells)
        centre = min(cells, key=lambda cell: abs(cell - 15 * 13 // 2))
        settings = settings_of(maze, [cell for cell in cells if cell != centre][:21], [centre, centre])
        begun = perf_counter()
        report = gridhaunt.matches("pyrat", words, n=len(seeds), seed=seeds[0], terms=terms, max_turns=65_535, **settings)
        return len(seeds), round(report["steps"]["value"] * len(seeds)), perf_counter() - begun

    return play


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--rounds", type=int, default=7)
    reader.add_argument("--games", type=int, default=5, help="matches of each in a round")
    options = reader.parse_args()
    folder = tempfile.TemporaryDirectory()
    os.chmod(folder.name, 0o755)
    rows = {
        "both players in this process": (of_games(pyrat.Game, ALONE, process_time), of_games(Game, ALONE, process_time)),
        "each player in a process": (of_games(pyrat.Game, APART, perf_counter), of_games(Game, APART, perf_counter)),
        "each player as a program, in matches of ours": (of_games(pyrat.Game, APART, perf_counter), as_programs(folder.name)),
    }
    head = ("pyrat-game", "gridhaunt", "ratio")
    print(f"{'':46} {'turns a second':^32} {'matches a second':^24}")
    print(f"{'':46} {head[0]:>10} {head[1]:>10} {head[2]:>7}  {'from, to':14} {head[0]:>10} {head[1]:>10}")
    for what, (theirs, ours) in rows.items():
        speeds: list[list[tuple[float, float]]] = [[], []]
        for number in range(options.rounds):
            seeds = range(number * options.games, (number + 1) * options.games)
            for side, play in enumerate((theirs, ours)):
                matches, turns, seconds = play(seeds)
                speeds[side].append((turns / seconds, matches / seconds))
        (old, old_matches), (new, new_matches) = ([statistics.median(column) for column in zip(*side, strict=True)] for side in speeds)
        ratios = [b[0] / a[0] for a, b in zip(*speeds, strict=True)]
        spread = f"{min(ratios):.2f}, {max(ratios):.2f}"
        print(f"{what:46} {old:10,.0f} {new:10,.0f} {new / old:7.2f}  {spread:14} {old_matches:10.2f} {new_matches:10.2f}", flush=True)


if __name__ == "__main__":
    main()
