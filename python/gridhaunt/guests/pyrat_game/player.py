"""A player of `pyrat-game` as a program of ours: the host runs `python -m gridhaunt.guests.pyrat_game.player PATH [CLASS]`.

The player is made for every match, prepares before the first turn, and is asked in every turn in which it is not in mud
(R44). What it prints goes to standard error.
"""

from __future__ import annotations

import inspect
import json
import random
import sys
import time
import traceback
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy
from pyrat import Action, Player

from ...bot import take_output
from .classes import NoPlayerError, find_class
from .mazes import board
from .states import MOVES, Follower, deed, new_stats

MOST_WORDS = 200
"""How much is told of what is no action."""


class Seated:
    """A player on a seat of a match."""

    def __init__(self, make: type[Player], message: Mapping[str, Any]) -> None:
        self.seat: int = message["seat"]
        # Players throw the dice of the whole process: with the same seed the same match (B7).
        seed = int(message["seed"])
        random.seed(seed)
        numpy.random.seed(seed % 2**32)
        self.player = construct(make, message["options"])
        own = self.player.get_name()
        roles: list[str] = message["roles"]
        names = [own if seat == self.seat else message["names"][seat] or roles[seat] for seat in range(2)]
        if names[0] == names[1]:
            names[1 - self.seat] += " (2)"
        teams = {role: [name] for role, name in zip(roles, names, strict=True)}
        told = message["start"]
        # One object for the whole match: players edit it.
        self.maze = board(told)
        self.follower = Follower(told, names, teams)
        self.stats = new_stats(names, teams)
        self.fault = ""
        begun = time.process_time()
        self.player.preprocessing(self.maze, self.follower.first())
        self.stats["players"][own]["preprocessing_duration"] = time.process_time() - begun

    def choose(self, view: Mapping[str, Any], verdict: str) -> int | str:
        """The number of the action that the player chooses; words where it chose none, which no game allows."""
        self._look(view, verdict)
        if view["players"][self.seat]["delay"]:
            return MOVES[Action.NOTHING]
        begun = time.process_time()
        try:
            chosen = self.player.turn(self.maze, self.follower.state())
        except Exception as error:  # Whatever it is, the match goes on (R50).
            traceback.print_exc()
            chosen = f"{type(error).__name__}: {error}"
        else:
            chosen = MOVES[chosen] if isinstance(chosen, Action) else f"{_shown(chosen)}, which is no Action"
        self.stats["players"][self.player.get_name()]["turn_durations"].append(time.process_time() - begun)
        self.fault = "" if isinstance(chosen, int) else "error"
        return chosen if isinstance(chosen, int) else chosen[:MOST_WORDS]

    def end(self, view: Mapping[str, Any]) -> None:
        """Tells the player that the match is over."""
        self._look(view, "ok")
        try:
            self.player.postprocessing(self.maze, self.follower.state(), self.stats)
        except Exception:  # The match is over, and nothing comes of it.
            traceback.print_exc()

    def _look(self, view: Mapping[str, Any], verdict: str) -> None:
        """Goes on to a view, and counts what was done in the turn before it (R48)."""
        before = self.follower.view
        self.follower.look(view)
        for seat, name in enumerate(self.follower.names):
            of_player, after = self.stats["players"][name], view["players"][seat]
            of_player["score"] = after["half"] / 2 if after["half"] else 0
            if before is not None and view["turn"] > before["turn"]:
                what = deed(before["players"][seat], after, view["last"][seat])
                if seat == self.seat and what != "mud":
                    what = self.fault or ("miss" if verdict in ("late", "partial", "garbled") else what)
                of_player["actions"][what] += 1
        self.stats["turns"] = view["turn"]


def construct(make: type[Player], options: Mapping[str, Any]) -> Player:
    """A player as `make(**options)`. Options that its constructor does not have are told."""
    parameters = inspect.signature(make).parameters.values()
    named = {one.name for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    if not any(one.kind is one.VAR_KEYWORD for one in parameters) and (unknown := sorted(set(options) - named)):
        raise NoPlayerError(f"{make.__name__} has no parameter {unknown[0]}, need one of {', '.join(sorted(named)) or 'none'}")
    lacking = [
        one.name
        for one in parameters
        if one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY) and one.name not in options
    ]
    if lacking:
        raise NoPlayerError(f"{make.__name__} needs {', '.join(lacking)}: give it as an option, as in :{lacking[0]}=…")
    return make(**options)


def _shown(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # What it returned is a stranger's, its text too.
        return f"a {type(value).__name__}"


def _package() -> str:
    try:
        return f"pyrat-game {version('pyrat-game')}"
    except PackageNotFoundError:
        return "pyrat-game"


def main() -> None:
    """Plays matches over standard input and output until the input ends."""
    path, *name = sys.argv[1:]
    if sys.stdin.isatty():
        sys.exit(f"this is a bot and waits for a host: gridhaunt play pyrat pyrat:{':'.join([path, *name])}")
    say = take_output()
    try:
        make = find_class(path, *name)
        _serve(make, say)
    except NoPlayerError as error:
        sys.exit(str(error))


def _serve(make: type[Player], say: Any) -> None:
    seated: Seated | None = None
    for line in sys.stdin.buffer:
        message = json.loads(line)
        match message.get("type"):
            case "hello":
                say(type="hello", name=make.__name__, version=_package())
            case "ping":
                say(type="pong", id=message["id"])
            case "start":
                seated = Seated(make, message)
                say(type="ready")
            case "turn" if seated:
                verdict = (message.get("last") or {}).get("verdict", "ok")
                say(type="move", id=message["id"], action=seated.choose(message["view"], verdict))
            case "end" if seated:
                seated.end(message["view"])


if __name__ == "__main__":
    main()
