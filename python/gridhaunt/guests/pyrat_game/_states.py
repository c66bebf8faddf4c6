"""What `pyrat-game` shows of a match: its `GameState` and its statistics, from the views of a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pyrat import Action, GameState

from ._mazes import Numbers

MOVES = {Action.NORTH: 0, Action.EAST: 1, Action.SOUTH: 2, Action.WEST: 3, Action.NOTHING: 4}
"""The numbers that the actions of that package have here (R45)."""
ACTIONS = {number: action for action, number in MOVES.items()}


class Follower:
    """Follows a match from view to view, and tells it as that package does (R47).

    A player in mud is shown on the cell that it left, with its target and the turns that are left. Turns count from 1:
    the state with turn 0 is that of preprocessing.
    """

    def __init__(self, told: Mapping[str, Any], names: Sequence[str], teams: Mapping[str, Sequence[str]]) -> None:
        self.names = names
        self.teams = teams
        self.numbers = Numbers(told["width"], told["height"])
        self.mud = told["mud"]
        self.cheese: list[int] = [self.numbers.of(at) for at in told["cheese"]]
        self.view: Mapping[str, Any] | None = None
        # Where each player stood when it was free.
        self.left: list[list[int]] = list(told["starts"])

    def first(self) -> GameState:
        """The state before the first turn, as preprocessing is told it."""
        state = GameState()
        for name, at in zip(self.names, self.left, strict=False):
            state.player_locations[name] = self.numbers.of(at)
            state.score_per_player[name] = 0
            state.muds[name] = {"target": None, "count": 0}
        self._share(state)
        return state

    def look(self, view: Mapping[str, Any]) -> None:
        """Goes on to a view."""
        for seat, player in enumerate(view["players"]):
            if not player["delay"]:
                self.left[seat] = player["at"]
            elif self.view is None:
                self.left[seat] = self._came_from(player)
        if len(view["cheese"]) != len(self.cheese):
            there = {self.numbers.of(at) for at in view["cheese"]}
            self.cheese = [cell for cell in self.cheese if cell in there]
        self.view = view

    def state(self) -> GameState:
        """A state of its own of the view that was looked at last."""
        assert self.view is not None, "a view was looked at"
        state = GameState()
        for name, player, left in zip(self.names, self.view["players"], self.left, strict=False):
            wades = player["delay"] > 0
            state.player_locations[name] = self.numbers.of(left)
            state.score_per_player[name] = player["half"] / 2 if player["half"] else 0
            state.muds[name] = {"target": self.numbers.of(player["at"]) if wades else None, "count": player["delay"]}
        state.turn = self.view["turn"] + 1
        self._share(state)
        return state

    def _share(self, state: GameState) -> None:
        state.teams = {team: list(members) for team, members in self.teams.items()}
        state.cheese = list(self.cheese)

    def _came_from(self, player: Mapping[str, Any]) -> list[int]:
        """A cell from which a player may have come that was in mud when the match began."""
        for x1, y1, x2, y2, turns in self.mud:
            if turns > player["delay"] and player["at"] in ([x1, y1], [x2, y2]):
                return [x1, y1] if player["at"] == [x2, y2] else [x2, y2]
        at: list[int] = player["at"]
        return at


def new_stats(names: Sequence[str], teams: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The statistics of a match that has not begun (R48)."""
    counted = ("nothing", "north", "east", "south", "west", "mud", "error", "miss", "wall")
    players: dict[str, Any] = {}
    for name in names:
        team = next((team for team, members in teams.items() if name in members), "")
        players[name] = {
            "score": 0,
            "preprocessing_duration": None,
            "turn_durations": [],
            "team": team,
            "actions": dict.fromkeys(counted, 0),
        }
    return {"players": players, "turns": -1}


def deed(before: Mapping[str, Any], after: Mapping[str, Any], number: int) -> str:
    """Under which word the statistics count what a player chose in a turn, from how it stood before and after it (R48)."""
    if before["delay"]:
        return "mud"
    action: str = ACTIONS[number].value
    return "wall" if number != MOVES[Action.NOTHING] and before["at"] == after["at"] else action
