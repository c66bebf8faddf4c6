"""A player of `pyrat-game` on a seat of a match: what the host says becomes calls of that package's methods (R43, R44)."""

from __future__ import annotations

import inspect
import random
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any

import numpy
from pyrat import Action, Player

from ._classes import NoPlayerError
from ._mazes import Board, board
from ._states import MOVES, Follower, deed, new_stats

MOST_WORDS = 200
"""How much is told of what is no action."""


class Seated:
    """A player on a seat of a match."""

    player: Player
    maze: Board
    """One object for the whole match: players edit it."""
    follower: Follower
    stats: dict[str, Any]
    fault: str
    """What the statistics call what came of the last turn, if it was no action."""

    def __init__(self, make: Callable[..., Player], message: Mapping[str, Any]) -> None:
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
        told = {**message["start"], "cheese": message["view"]["cheese"]}
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


def construct(make: Callable[..., Player], options: Mapping[str, Any]) -> Player:
    """A player as `make(**options)`. Options that its constructor does not have are told."""
    name, parameters = getattr(make, "__name__", "player"), inspect.signature(make).parameters.values()
    named = {one.name for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    if not any(one.kind is one.VAR_KEYWORD for one in parameters) and (unknown := sorted(set(options) - named)):
        raise NoPlayerError(f"{name} has no parameter {unknown[0]}, need one of {', '.join(sorted(named)) or 'none'}")
    lacking = [
        one.name
        for one in parameters
        if one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY) and one.name not in options
    ]
    if lacking:
        raise NoPlayerError(f"{name} needs {', '.join(lacking)}: give it as an option, as in :{lacking[0]}=…")
    return make(**options)


def _shown(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # What it returned is a stranger's, its text too.
        return f"a {type(value).__name__}"
