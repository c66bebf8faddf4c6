"""Players that write down what they are shown, and choose from it by dice of their own."""

from __future__ import annotations

import heapq
import random
from typing import Any

from pyrat import Action, GameState, Maze, Player

BEND = 0.3
"""How often a spy does not go for the nearest cheese, but anywhere: against walls, or nowhere."""


def shown(state: GameState) -> dict[str, Any]:
    """All that a state says."""
    return {
        "turn": state.turn,
        "locations": dict(state.player_locations),
        "scores": dict(state.score_per_player),
        "muds": {name: dict(mud) for name, mud in state.muds.items()},
        "teams": {team: list(members) for team, members in state.teams.items()},
        "cheese": list(state.cheese),
        "over": state.game_over(),
    }


class Spy(Player):
    """Mostly goes for the nearest cheese, sometimes anywhere, and remembers every call."""

    def __init__(self, name: str, seed: int, breaks: frozenset[int] = frozenset()) -> None:
        super().__init__(name)
        self.seed, self.breaks = seed, breaks
        self.calls: list[tuple[str, Any]] = []

    def preprocessing(self, maze: Maze, game_state: GameState) -> None:
        self.dice = random.Random(self.seed)
        self.calls = [("preprocessing", shown(game_state), maze.as_dict().keys(), maze.get_width(), maze.get_height())]
        # Whoever edits its maze must find it edited in the next turn.
        self.maze = maze

    def turn(self, maze: Maze, game_state: GameState) -> Action:
        assert maze is self.maze, "it is one maze for the whole match"
        self.calls.append(("turn", shown(game_state)))
        if game_state.turn in self.breaks:
            return None if game_state.turn % 2 else {}["nothing"]
        if self.dice.random() < BEND:
            return self.dice.choice(list(Action))
        return self.towards_cheese(maze, game_state)

    def postprocessing(self, maze: Maze, game_state: GameState, stats: dict[str, Any]) -> None:
        assert maze is self.maze, "it is one maze for the whole match"
        self.calls.append(("postprocessing", shown(game_state), untimed(stats)))

    def towards_cheese(self, maze: Maze, state: GameState) -> Action:
        here = state.player_locations[self.get_name()]
        heap, seen = [(0, here, here)], set()
        while heap:
            far, cell, first = heapq.heappop(heap)
            if cell in seen:
                continue
            seen.add(cell)
            if cell in state.cheese:
                return maze.locations_to_action(here, first)
            for other in sorted(maze.get_neighbors(cell)):
                heapq.heappush(heap, (far + maze.get_weight(cell, other), other, other if cell == here else first))
        return Action.NOTHING


def untimed(stats: dict[str, Any]) -> dict[str, Any]:
    """Statistics without what differs from run to run: of durations, how many there are."""
    players = {
        name: {
            **of_player,
            "preprocessing_duration": of_player["preprocessing_duration"] is None,
            "turn_durations": len(of_player["turn_durations"]),
        }
        for name, of_player in stats.get("players", {}).items()
    }
    return {**stats, "players": players} if stats else {}
