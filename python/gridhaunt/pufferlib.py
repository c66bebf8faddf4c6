"""Very many games as one native environment of PufferLib, which writes into PufferLib's own buffers.

    >>> import gridhaunt.pufferlib
    >>> env = gridhaunt.pufferlib.Env("pyrat", num_envs=64, observation="packed", preset="tiny")
    >>> env.num_agents, env.single_action_space
    (128, Discrete(5))

`pufferlib.vector.make` takes it as it takes every `PufferEnv`, with `env_kwargs` for the arguments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

try:
    import pufferlib
except ImportError as _error:
    raise ImportError("gridhaunt.pufferlib needs PufferLib: pip install gridhaunt[pufferlib]") from _error

from gymnasium import spaces

from ._checks import check_names, check_natural, invalid
from ._spaces import box
from .table import Table
from .vector import Vector, vector

__all__ = ["Env"]

if TYPE_CHECKING:
    # PufferLib says no types, and is often not there when types are checked: what its class brings.
    class _PufferEnv:
        observations: NDArray[Any]
        rewards: NDArray[np.float32]
        terminals: NDArray[np.bool_]
        truncations: NDArray[np.bool_]

        def __init__(self, buf: Any = None) -> None: ...
else:
    _PufferEnv = pufferlib.PufferEnv


class Env(_PufferEnv):
    """Many games whose learned seats are the agents: the seats of the first game, then those of the second, and so on.

    `observation` is the name of one array, by default the first of the game; other arguments are those of
    `gridhaunt.vector`. Observations and rewards are written into PufferLib's buffers by the engine, and actions are read
    where they are. A game that ends starts again in the same step. Every `report_interval` steps the infos have the mean
    `episode_return` and `episode_length` of the episodes that ended since; 0 for never.
    """

    def __init__(
        self,
        game: str,
        *,
        num_envs: int = 1024,
        seats: int | str | Sequence[int | str] | None = None,
        opponents: str | Sequence[str] | Mapping[str, Any] | None = None,
        observation: str | None = None,
        options: Mapping[str, Any] | None = None,
        worlds: int | None = None,
        threads: int = 1,
        until_asked: bool = False,
        max_steps: int | None = None,
        report_interval: int = 128,
        render_mode: None = None,
        buf: Any = None,
        seed: int = 0,
        **settings: Any,
    ) -> None:
        if render_mode is not None:
            raise invalid("render_mode", render_mode, "None: a single environment draws pictures")
        names = None if observation is None else check_names("observation", observation)
        table = Table(game, seats=seats, opponents=opponents, observations=names, options=options, **settings)
        if len(table.encodings) != 1:
            raise invalid("observation", observation, "the name of one array")
        self._report_interval = check_natural("report_interval", report_interval)
        self._shape = (check_natural("num_envs", num_envs), len(table.learned))
        self.agents_of_a_game: list[str] = table.agents
        """The names of the agents of each game: role and number."""
        self.num_agents: int = self._shape[0] * self._shape[1]
        self.single_observation_space: spaces.Box = box(table.encodings[0])
        self.single_action_space: spaces.Discrete[Any] = spaces.Discrete(table.num_actions)
        if self.num_agents < 1:
            raise invalid("num_envs", num_envs, "at least 1")
        super().__init__(buf)
        array = table.encodings[0][0]
        self._vector: Vector = vector(
            game,
            num_envs=num_envs,
            seed=seed,
            seats=seats,
            opponents=opponents,
            observations=[array],
            options=options,
            worlds=worlds,
            threads=threads,
            until_asked=until_asked,
            max_steps=max_steps,
            buffers={array: self.observations, "rewards": self.rewards},
            **settings,
        )
        self._terminals: NDArray[np.bool_] = self.terminals.reshape(self._shape)
        self._truncations: NDArray[np.bool_] = self.truncations.reshape(self._shape)
        self._returns: NDArray[np.float32] = np.zeros(self._shape, dtype=np.float32)
        self._began: NDArray[np.int64] = np.zeros(num_envs, dtype=np.int64)
        self._is_cut = max_steps is not None
        self._last: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        self._steps = 0
        self._ended: list[tuple[NDArray[np.float32], NDArray[np.int64]]] = []

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[dict[str, float]]]:
        """Starts the next episode of every game; with a `seed`, game `i` starts the first episode of `seed + i`."""
        self._vector.reset(seed=seed)
        for kept in (self._terminals, self._truncations, self._returns):
            kept.fill(0)
        self._began.fill(self._steps)
        return self.observations, []

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], list[dict[str, float]]]:
        """Plays a step in every game."""
        native = self._vector
        native.step(actions)
        # Few games end in a step: only those that end or have ended are touched.
        self._terminals[self._last] = False
        ended = native.dones.nonzero()[0]
        self._terminals[ended] = True
        if self._is_cut:
            self._truncations[self._last] = False
            self._terminals[ended] = native.terminated[ended, None]
            self._truncations[ended] = native.truncated[ended, None]
        self._last = ended
        self._steps += 1
        infos = self._report() if self._report_interval else []
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def _report(self) -> list[dict[str, float]]:
        self._returns += self._vector.rewards
        ended = self._last
        if len(ended):
            self._ended.append((self._returns[ended], self._steps - self._began[ended]))
            self._returns[ended] = 0
            self._began[ended] = self._steps
        if self._steps % self._report_interval or not self._ended:
            return []
        returns, lengths = (np.concatenate(column) for column in zip(*self._ended, strict=True))
        self._ended.clear()
        return [{"episode_return": float(returns.mean()), "episode_length": float(lengths.mean())}]

    def close(self) -> None:
        """Nothing is left to close."""
