"""Both engines play the same games: the same mazes, starts and cheese, the same choices.

    python tests/guests/twins.py --games 600

Every game is played three times: by `pyrat.Game`, by `gridhaunt.guests.pyrat_game.Game`, and by the program that plays for a
player named `pyrat:PATH`. All that players are shown in every turn must be the same, and so must the statistics.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import sys
from collections import Counter
from typing import Any

import pyrat
from pyrat import GameMode, RandomMazeAlgorithm, StartingLocation
from spies import Spy, untimed

import gridhaunt
from gridhaunt.guests.pyrat_game import Game, layout_of, settings_of
from gridhaunt.guests.pyrat_game._seat import Seated

NAMES = ("Ada", "Bob")
ROLES = ("python", "rat")


def draw(number: int) -> dict[str, Any]:
    """A game: what it is made with, who plays, and where they start."""
    dice = random.Random(number)
    low = dice.randint(2, 6)
    players = dice.choice([1, 2, 2, 2, 2, 2])
    one_team = players == 2 and dice.random() < 0.15
    width, height = dice.randint(2, 11), dice.randint(2, 11)
    cells = dice.choice([100.0, 80.0, 60.0]) if width * height > 8 else 100.0
    named = [place for place in StartingLocation if place is not StartingLocation.SAME]
    places: list[Any] = [dice.choice(named) for _ in range(players)]
    if players == 2 and dice.random() < 0.2:
        places[1] = StartingLocation.SAME
    breaks = frozenset(dice.sample(range(1, 30), 3)) if dice.random() < 0.15 else frozenset()
    return {
        "config": {
            "random_seed": number,
            "maze_width": width,
            "maze_height": height,
            "cell_percentage": cells,
            "wall_percentage": dice.choice([0.0, 40.0, 60.0, 100.0]),
            "mud_percentage": dice.choice([0.0, 20.0, 60.0]),
            "mud_range": (low, low + dice.randint(0, 9)),
            "random_maze_algorithm": dice.choice(list(RandomMazeAlgorithm)),
            "nb_cheese": dice.randint(1, max(1, int(width * height * cells / 100) // 2 - 2)),
            "game_mode": GameMode.SIMULATION,
            "continue_on_error": bool(breaks),
        },
        "players": players,
        "teams": ["both", "both"] if one_team else list(ROLES),
        "places": places,
        "breaks": breaks,
    }


def play(kind: type[pyrat.Game], game: dict[str, Any], number: int) -> tuple[list[Spy], dict[str, Any], Any]:
    """Plays a game with one of the two classes."""
    made = kind(**game["config"])
    spies = [Spy(NAMES[seat], 2 * number + seat, game["breaks"]) for seat in range(game["players"])]
    for spy, team, place in zip(spies, game["teams"], game["places"], strict=False):
        made.add_player(spy, team, place)
    # What players that break say is said as often as they break.
    with contextlib.redirect_stderr(io.StringIO()):
        stats = made.start()
    return spies, untimed(stats), made


def play_as_programs(settings: dict[str, Any], number: int) -> tuple[list[Spy], dict[str, Any]]:
    """Plays a game with two players as the host asks them: with `start`, `turn` and `end`."""
    match = gridhaunt.make("pyrat", **settings)
    spies = [Spy(NAMES[seat], 2 * number + seat) for seat in range(2)]
    message = {"roles": list(ROLES), "names": [None, None], "options": {}, "seed": str(number)}
    seats = []
    for seat, spy in enumerate(spies):
        names = [spy.get_name() if other == seat else NAMES[other] for other in range(2)]
        seats.append(Seated(lambda spy=spy: spy, {**message, "seat": seat, "names": names, "start": match.start(seat), "view": match.view(seat)}))
    while not match.over:
        view = match.view(0)
        match.step({seat: one.choose(json.loads(json.dumps(view)), "ok") for seat, one in enumerate(seats)})
    for one in seats:
        one.end(match.view(0))
    return spies, untimed(seats[0].stats)


def in_order(calls: list[Any]) -> list[Any]:
    """The same calls with the cheese in one order: a program is told it from the bottom to the top."""
    return [(name, {**state, "cheese": sorted(state["cheese"])}, *rest) for name, state, *rest in calls]


def compare(number: int, tally: Counter[str]) -> list[str]:
    """Plays a game with all; the differences, a line each."""
    game = draw(number)
    try:
        theirs, their_stats, original = play(pyrat.Game, game, number)
    except AssertionError:
        tally["left out: no room for so much cheese"] += 1
        return []
    ours, our_stats, made = play(Game, game, number)
    wrong = []
    if [spy.calls for spy in theirs] != [spy.calls for spy in ours]:
        wrong.append(first_difference(number, "Game", theirs, ours))
    if their_stats != our_stats:
        wrong.append(f"game {number}: statistics {their_stats} and {our_stats}")
    if original._Game__actions_history != made._Game__actions_history:
        wrong.append(f"game {number}: what is saved of it differs")
    tally["games"] += 1
    tally["turns"] += their_stats.get("turns", 0)
    tally[f"players: {game['players']}{' in one team' if len(set(game['teams'])) == 1 else ''}"] += 1
    maze = original._Game__maze
    tally["mazes with holes"] += maze.nb_vertices() < maze.get_width() * maze.get_height()
    tally["turns in mud"] += sum(of["actions"]["mud"] for of in their_stats.get("players", {}).values())
    tally["halves of cheese"] += sum(of["score"] % 1 > 0 for of in their_stats.get("players", {}).values())
    tally["games with players that break"] += bool(game["breaks"])
    settings, _, moves = made._played
    wrong += compare_raw(number, settings, moves, theirs, tally)
    tally["records that verify"] += made.replay.steps == len(moves)
    if game["players"] == 2 and len(set(game["teams"])) == 2 and not game["breaks"]:
        programs, _ = play_as_programs(settings, number)
        tally["played as programs too"] += 1
        # Their own statistics have no durations of the other.
        calls = [[call[:2] for call in in_order(spy.calls)] for spy in programs]
        if [[call[:2] for call in in_order(spy.calls)] for spy in theirs] != calls:
            wrong.append(first_difference(number, "program", theirs, programs))
        for seat, spy in enumerate(programs):
            own = spy.calls[-1][2]["players"][NAMES[seat]]
            deeds = {name: of["actions"] for name, of in spy.calls[-1][2]["players"].items()}
            if own != their_stats["players"][NAMES[seat]] or deeds != {name: of["actions"] for name, of in their_stats["players"].items()}:
                wrong.append(f"game {number}: statistics of {NAMES[seat]}: {their_stats['players']} and {spy.calls[-1][2]['players']}")
    # A maze goes there and back.
    laid = layout_of(**settings_of(maze, made._Game__initial_game_state.cheese, [maze.get_vertices()[0], maze.get_vertices()[-1]]))
    there = {cell: dict(sorted(others.items())) for cell, others in sorted(maze.as_dict().items())}
    if laid.maze.as_dict() != there or (laid.maze.get_width(), laid.maze.get_height()) != (maze.get_width(), maze.get_height()):
        wrong.append(f"game {number}: the maze does not come back")
    tally["mazes there and back"] += 1
    return wrong


def compare_raw(number: int, settings: dict[str, Any], moves: list[list[int]], theirs: list[Spy], tally: Counter[str]) -> list[str]:
    """Our own views beside their states: two things are told otherwise, and nothing else.

    Turns count from 0 here and from 1 there, and who wades is shown on the far cell here and on the near cell there.
    """
    match, width, height = gridhaunt.make("pyrat", **settings), settings["width"], settings["height"]
    views = [match.view(0)]
    for turn in moves:
        match.step(dict(enumerate(turn)))
        views.append(match.view(0))
    wrong = []
    for spy in theirs:
        for _, state, *_ in spy.calls[1:]:
            view = views[state["turn"] - 1]
            cells = [(height - 1 - y) * width + x for x, y in view["cheese"]]
            if view["turn"] != state["turn"] - 1 or sorted(cells) != sorted(state["cheese"]):
                wrong.append(f"game {number}: {view} and {state}")
            for name, player in zip(state["locations"], view["players"], strict=False):
                x, y = player["at"]
                cell, wades = (height - 1 - y) * width + x, player["delay"] > 0
                mud = {"target": cell if wades else None, "count": player["delay"]}
                if state["muds"][name] != mud or state["scores"][name] != player["score"] or (state["locations"][name] == cell) == wades:
                    wrong.append(f"game {number}, {name}: {player} and {state}")
                tally["told otherwise: where a player in mud is"] += wades
            tally["told otherwise: the number of the turn"] += 1
    return wrong


def first_difference(number: int, which: str, theirs: list[Spy], ours: list[Spy]) -> str:
    for one, other in zip(theirs, ours, strict=True):
        for at, (a, b) in enumerate(zip(in_order(one.calls), in_order(other.calls), strict=False)):
            if a != b:
                return f"game {number}, {which}, {one.get_name()}, call {at}: {a} and {b}"
        if len(one.calls) != len(other.calls):
            return f"game {number}, {which}, {one.get_name()}: {len(one.calls)} and {len(other.calls)} calls"
    return f"game {number}, {which}: the order of the cheese"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    tally: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(args.first, args.first + args.games):
        wrong += compare(number, tally)
    for line in wrong[:20]:
        print(line)
    for what, many in sorted(tally.items()):
        print(f"{what:40} {many}")
    print(f"{'differences':40} {len(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
