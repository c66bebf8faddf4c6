"""Very many games that are stepped together, with arrays that use the engine's own memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._checks import check_game, check_names, check_natural, check_seed, document, invalid
from ._gridhaunt import Many

Observations = dict[str, NDArray[Any]]


class Vector:
    """Many games of one kind, stepped together on all cores.

    `observations`, `rewards` and `dones` are arrays that use the engine's memory: each step overwrites them, so copy
    what you need after the next step. They are read-only. A game that ends starts again in the same step: its reward
    and its `done` belong to the game that ended, its observation to the new one.
    """

    def __init__(self, many: Many, name: str) -> None:
        self._many = many
        self.name = name
        self.num_envs: int = many.num_envs
        self.seats: int = many.seats
        self.num_actions: int = many.actions
        self.threads: int = many.threads
        self.rewards: NDArray[np.float32] = many.rewards()
        """The rewards of the last step, by game and seat."""
        self.dones: NDArray[np.bool_] = many.dones().view(np.bool_)
        """Which games ended with the last step."""
        self.observations: Observations = dict(many.observations())
        """Arrays by name; the first two axes are game and seat."""

    def reset(self) -> Observations:
        """Starts a new episode of every game."""
        self._many.reset()
        return self.observations

    def step(self, actions: ArrayLike) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_]]:
        """Steps every game once with an action for every seat: an integer array of shape `[num_envs, seats]`."""
        self._many.step(self._bytes(actions))
        return self.observations, self.rewards, self.dones

    def hash(self, env: int) -> str:
        """The state hash of one game."""
        return self._many.hash(check_natural("env", env))

    def _bytes(self, actions: ArrayLike) -> NDArray[np.uint8]:
        if isinstance(actions, np.ndarray) and actions.dtype == np.uint8 and actions.flags.c_contiguous:
            return actions
        try:
            numbers = np.asarray(actions)
        except (TypeError, ValueError, OverflowError):
            raise invalid("actions", type(actions).__name__, "an array of integers") from None
        if not np.issubdtype(numbers.dtype, np.integer):
            raise invalid("actions", str(numbers.dtype), "an array of integers")
        outside = np.argwhere((numbers < 0) | (numbers >= self.num_actions))
        if len(outside):
            at = tuple(int(i) for i in outside[0])
            raise invalid(f"actions{list(at)}", int(numbers[at]), f"in 0..={self.num_actions - 1}")
        return np.ascontiguousarray(numbers, dtype=np.uint8)

    def __repr__(self) -> str:
        return f"<gridhaunt.Vector {self.num_envs} games of {self.name}, {self.threads} threads>"


def vector(
    game: str,
    *,
    num_envs: int,
    seed: int = 0,
    observations: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    worlds: int | None = None,
    threads: int = 0,
    **settings: Any,
) -> Vector:
    """Starts very many games of one kind.

    `observations` are the names of the arrays for each seat (`gridhaunt games show GAME` lists them; every game has
    `mask`); by default the first array of the game. `options` are the options of the arrays (`{"orientation": "own"}`).
    Episodes are drawn from `worlds` different worlds (256, or as many as there are games if that is more, up to 4096).
    `threads=0` is one for each core, or fewer for few games. Settings of the game are keywords.

    >>> env = vector("pyrat", num_envs=4, observations=["planes", "mask"], preset="tiny")
    >>> env.observations["planes"].shape
    (4, 2, 9, 9, 11)
    """
    count, workers = check_natural("num_envs", num_envs), check_natural("threads", threads)
    names = None if observations is None else check_names("observations", observations)
    drawn = min(max(256, count), 4096) if worlds is None else check_natural("worlds", worlds)
    lens = document({} if options is None else options, "options")
    many = Many(check_game(game), document(settings), count, check_seed(seed), names, lens, drawn, workers)
    return Vector(many, game)
