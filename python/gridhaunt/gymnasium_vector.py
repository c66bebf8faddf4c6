"""Very many games as one vector environment of Gymnasium, stepped inside the engine.

    >>> import gymnasium
    >>> import gridhaunt.gymnasium
    >>> envs = gymnasium.make_vec("gridhaunt/PyRat-v1", num_envs=64, opponents="greedy", observations=["planes"], preset="tiny")
    >>> observations, infos = envs.reset(seed=7)
    >>> observations.shape, infos["action_mask"].shape
    ((64, 9, 9, 11), (64, 5))
    >>> observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as _error:
    raise ImportError("gridhaunt.gymnasium_vector needs Gymnasium: pip install gridhaunt[gymnasium]") from _error

from ._checks import check_names, check_seed, document, invalid
from ._gridhaunt import encodings
from ._one_seat import with_one_seat
from ._spaces import observation_space
from .table import AnyOpponents
from .vector import Vector, vector

__all__ = ["VectorEnv"]

Batch = NDArray[Any] | dict[str, NDArray[Any]]
"""Observations of all games: one array, or several by name."""


class VectorEnv(gymnasium.vector.VectorEnv[Batch, NDArray[Any], NDArray[Any]]):
    """Many games, each with one learned seat against opponents; what `gymnasium.make_vec` gives.

    Arguments are those of `gridhaunt.gymnasium.Env`, and `num_envs`, `threads` and `autoreset_mode`: a mode of Gymnasium,
    by default `NEXT_STEP`. Episodes are drawn from `worlds` different worlds, as `gridhaunt.vector` draws them. Game by
    game it is what `SyncVectorEnv` makes of single environments with the same arguments and `worlds`.

    Observations, rewards, terminations and truncations are arrays over the engine's memory, which the next step
    overwrites, as with `copy=False` of `SyncVectorEnv`. `infos` have `action_mask` and, for games that end by their
    rules, `result` (1.0 if the seat's side won, 0.5 in a draw, 0.0 if it lost) and `is_success`; in `SAME_STEP` these are
    in `final_info`, beside `final_obs`.

    >>> envs = VectorEnv("tag", num_envs=3, seat="killer_1", autoreset_mode=AutoresetMode.SAME_STEP)
    >>> envs.single_action_space, envs.metadata["autoreset_mode"]
    (Discrete(9), <AutoresetMode.SAME_STEP: 'SameStep'>)
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        *,
        num_envs: int = 1,
        seat: int | str | None = None,
        opponents: AnyOpponents = None,
        observations: str | Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        worlds: int | None = None,
        max_steps: int | None = None,
        until_asked: bool = True,
        seed: int | None = None,
        threads: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
        terms: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        if "seats" in settings:
            raise invalid("seats", settings["seats"], "one learned seat, as `seat`")
        self._mode = _mode(autoreset_mode)
        if render_mode is not None:
            raise invalid("render_mode", render_mode, "None: a single environment draws pictures")
        self._seed = None if seed is None else check_seed(seed)
        self._started = False
        lens = document({} if options is None else options, "options")
        known = {encoding[0]: encoding for encoding in encodings(game, document(settings), lens)}
        names = [next(iter(known))] if observations is None else check_names("observations", observations)
        self._vector: Vector = with_one_seat(
            seat,
            lambda seats: vector(
                game,
                num_envs=num_envs,
                seed=self._seed or 0,
                seats=seats,
                opponents=opponents,
                observations=[*names, "mask"],
                options=options,
                worlds=worlds,
                threads=threads,
                until_asked=until_asked,
                max_steps=max_steps,
                autoreset=self._mode.name.lower(),
                final_observations=True,
                results=True,
                terms=terms,
                **settings,
            ),
        )
        native = self._vector
        self.agent: str = native.agents[0]
        """The name of the learned seat: role and number."""
        self.num_envs: int = native.num_envs
        self.metadata: dict[str, Any] = self.metadata | {"autoreset_mode": self._mode}
        self.single_action_space: spaces.Discrete[Any] = spaces.Discrete(native.num_actions)
        self.single_observation_space: spaces.Space[Any] = observation_space([known[name] for name in names])
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, self.num_envs)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, self.num_envs)
        self._observations = _of_one(native.observations, names)
        self._finals = _of_one(native.final_observations, names) if native.final_observations else None
        self._rewards: NDArray[np.float32] = native.rewards[:, 0]
        self._native_mask: NDArray[np.uint8] = native.observations["mask"][:, 0]
        self._mask: NDArray[np.int8] = np.zeros(self._native_mask.shape, dtype=np.int8)
        self._all: NDArray[np.bool_] = np.ones(self.num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Batch, dict[str, Any]]:
        """Starts the next episode of every game, or of those that `options["reset_mask"]` names; with a `seed`, game `i`
        starts the first episode of `seed + i`. Other options are ignored."""
        mask = None if options is None else options.get("reset_mask")
        if mask is not None:
            if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,) or not mask.any():
                raise invalid("options.reset_mask", mask, f"an array bool[{self.num_envs}] with at least one True")
        if seed is None and not self._started:
            seed = int(self.np_random.integers(2**62)) if self._seed is None else self._seed
        self._vector.reset(seed=seed, mask=mask)
        self._started = True
        return self._observations, self._infos(self._all if mask is None else mask)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Batch, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays a step in every game."""
        native = self._vector
        native.step(actions)
        infos = self._infos(self._all)
        if native.dones.any():
            self._end(infos)
        return self._observations, self._rewards, native.terminated, native.truncated, infos

    def _infos(self, which: NDArray[np.bool_]) -> dict[str, Any]:
        np.copyto(self._mask, self._native_mask.view(np.int8))
        return {"action_mask": self._mask, "_action_mask": which}

    def _end(self, infos: dict[str, Any]) -> None:
        """Tells of the games that ended with the last step."""
        native = self._vector
        ended = native.dones.copy()
        if self._mode != AutoresetMode.SAME_STEP:
            # A seat that is not asked any more has one action, which does nothing.
            self._mask[native.terminated] = _nothing(native.num_actions)
            infos |= self._results()
            return
        finals = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended).tolist():
            finals[i] = _row(self._finals, i)
        masks = np.zeros_like(self._mask)
        masks[native.terminated] = _nothing(native.num_actions)
        masks[native.truncated] = native.final_observations["mask"][native.truncated, 0]
        final_info = {"action_mask": masks, "_action_mask": ended} | self._results()
        infos |= {"final_obs": finals, "_final_obs": ended, "final_info": final_info, "_final_info": ended}

    def _results(self) -> dict[str, Any]:
        native = self._vector
        told = native.terminated.copy()
        if native.results is None or not told.any():
            return {}
        results = np.where(told, native.results[:, 0], np.float32(0)).astype(np.float64)
        return {"result": results, "_result": told, "is_success": results == 1.0, "_is_success": told.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is left to close."""

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = self._vector._arguments
        names = {"seeds", "final_observations", "results", "autoreset", "seats", "buffers", "writable", "device"}
        kept = {name: value for name, value in arguments.items() if name not in names}
        kept |= {"seat": arguments["seats"][0], "seed": self._seed, "autoreset_mode": self._mode}
        kept["observations"] = kept["observations"][:-1]
        return _made, (kept,)

    def __repr__(self) -> str:
        return f"<gridhaunt.gymnasium.VectorEnv {self.num_envs} games of {self._vector.name}, {self.agent}>"


def _made(arguments: dict[str, Any]) -> VectorEnv:
    return VectorEnv(**arguments)


def _mode(mode: Any) -> AutoresetMode:
    """A mode, also by its value (`SameStep`) or its name."""
    for known in AutoresetMode:
        if mode is known or isinstance(mode, str) and mode.lower() in (known.value.lower(), known.name.lower()):
            return known
    raise invalid("autoreset_mode", mode, f"one of {', '.join(known.name for known in AutoresetMode)}")


def _of_one(arrays: dict[str, NDArray[Any]], names: Sequence[str]) -> Batch:
    """The arrays of the one learned seat: one array, or several by name."""
    chosen = {name: arrays[name][:, 0] for name in names}
    return chosen if len(chosen) > 1 else next(iter(chosen.values()))


def _row(batch: Batch | None, game: int) -> Any:
    """A copy of what one game has in some arrays."""
    if isinstance(batch, dict):
        return {name: array[game].copy() for name, array in batch.items()}
    return None if batch is None else batch[game].copy()


def _nothing(actions: int) -> NDArray[np.int8]:
    mask = np.zeros(actions, dtype=np.int8)
    mask[:1] = 1
    return mask
