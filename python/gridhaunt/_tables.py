"""Many games whose opponents are programs or objects: tables that are stepped one after another.

It has the face of the native `Many`, so that `Vector` does not know which of them it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._checks import check_natural, invalid
from .table import Table

MODES = ("same_step", "next_step", "disabled")


def has_outsiders(opponents: Any) -> bool:
    """Whether programs or objects are among opponents that were read by `words_of`."""
    if isinstance(opponents, str):
        name = opponents.split(":")[0]
        return "/" in name or name.startswith((".", "@"))
    if isinstance(opponents, Mapping):
        return any(map(has_outsiders, opponents)) or any(map(has_outsiders, opponents.values()))
    return isinstance(opponents, Sequence) and any(map(has_outsiders, opponents))


class Tables:
    """Games that are stepped one after another."""

    def __init__(
        self,
        game: str,
        num_envs: int,
        seed: int,
        autoreset: str,
        finals: bool,
        results: bool,
        buffers: Mapping[str, NDArray[Any]] | None,
        writable: bool,
        arguments: Mapping[str, Any],
    ) -> None:
        if check_natural("num_envs", num_envs) < 1:
            raise invalid("num_envs", num_envs, "at least 1")
        if autoreset not in MODES:
            raise invalid("autoreset", autoreset, f"one of {', '.join(MODES)}")
        self._tables: list[Table] = [Table(game, seed=seed, **arguments) for _ in range(num_envs)]
        first = self._tables[0]
        self._mode: str = autoreset
        self._writable: bool = writable
        self.num_envs: int = num_envs
        self.seats: int = first.seats
        self.actions: int = first.num_actions
        self.threads: int = 1
        self.learned: list[int] = first.learned
        self.agents: list[str] = first.agents
        lent, shape = dict(buffers or {}), (num_envs, len(first.learned))
        arrays = {name: ((*shape, *rest), dtype) for name, dtype, rest, _ in first.encodings}
        kept = {f"final_{name}": card for name, card in arrays.items()} if finals and autoreset == "same_step" else {}
        flags = dict.fromkeys(("dones", "terminated", "truncated"), ((num_envs,), "bool"))
        wanted = arrays | kept | flags | {"rewards": (shape, "float32")}
        self._memory: dict[str, NDArray[Any]] = {name: _memory(name, lent.pop(name, None), *card) for name, card in wanted.items()}
        if lent:
            raise invalid("buffers", next(iter(lent)), f"one of {', '.join(wanted)}")
        self._arrays: list[str] = list(arrays)
        self._kept: bool = bool(kept)
        self._results: NDArray[np.float32] | None = np.full(shape, np.nan, dtype=np.float32) if results else None
        self.reset([(seed + i) % 2**64 for i in range(num_envs)])

    def reset(self, seeds: list[int | None] | None = None, mask: NDArray[np.bool_] | None = None) -> None:
        """Starts a new episode of every game, or of those in `mask`."""
        if seeds is not None and len(seeds) != self.num_envs:
            raise invalid("seeds", f"{len(seeds)} values", f"one for each of {self.num_envs} games")
        for i, table in enumerate(self._tables):
            if mask is None or mask[i]:
                table.reset(None if seeds is None else seeds[i])
                self._begin(i)

    def step(self, actions: NDArray[Any]) -> None:
        """Steps every game."""
        shape = (self.num_envs, len(self.learned))
        if actions.shape != shape and actions.shape != (shape[0] * shape[1],):
            raise invalid("actions", list(actions.shape), f"an array of shape {list(shape)}")
        rows = actions.reshape(shape)
        outside = np.argwhere((rows < 0) | (rows >= self.actions))
        if len(outside):
            at = tuple(int(i) for i in outside[0])
            raise invalid(f"actions{list(at)}", int(rows[at]), f"in 0..={self.actions - 1}")
        for i, table in enumerate(self._tables):
            self._step(i, table, rows[i])

    def _step(self, i: int, table: Table, actions: NDArray[Any]) -> None:
        memory = self._memory
        if memory["dones"][i] and self._mode != "same_step":
            memory["rewards"][i] = 0
            if self._mode == "next_step":
                table.reset()
                self._begin(i)
            return
        table.step(actions)
        memory["rewards"][i] = table.rewards
        memory["terminated"][i], memory["truncated"][i] = table.terminated, table.truncated
        memory["dones"][i] = ended = table.terminated or table.truncated
        if self._results is not None:
            worth = table.game.results if table.terminated else None
            self._results[i] = np.nan if worth is None else [worth[seat] for seat in self.learned]
        if ended and self._mode == "same_step":
            if self._kept:
                self._show(i, "final_")
            table.reset()
        self._show(i)

    def faults(self) -> list[list[str]]:
        """What opponents did wrong in their episode, by game."""
        return [table.faults for table in self._tables]

    def _begin(self, i: int) -> None:
        if self._results is not None:
            self._results[i] = np.nan
        for name in ("rewards", "dones", "terminated", "truncated"):
            self._memory[name][i] = 0
        self._show(i)

    def _show(self, i: int, prefix: str = "") -> None:
        for place, seat in enumerate(self.learned):
            for name, array in self._tables[i].observe(seat).items():
                self._memory[prefix + name][i, place] = array

    def rewards(self) -> NDArray[np.float32]:
        return self._shown("rewards")

    def dones(self) -> NDArray[np.uint8]:
        return self._shown("dones").view(np.uint8)

    def terminated(self) -> NDArray[np.uint8]:
        return self._shown("terminated").view(np.uint8)

    def truncated(self) -> NDArray[np.uint8]:
        return self._shown("truncated").view(np.uint8)

    def observations(self) -> list[tuple[str, NDArray[Any]]]:
        return [(name, self._shown(name)) for name in self._arrays]

    def finals(self) -> list[tuple[str, NDArray[Any]]]:
        return [(name, self._shown(f"final_{name}")) for name in self._arrays] if self._kept else []

    def results(self) -> NDArray[np.float32] | None:
        return None if self._results is None else self._as_said(self._results)

    def hash(self, env: int) -> str:
        """The state hash of one game."""
        if not 0 <= env < self.num_envs:
            raise invalid("env", env, f"in 0..={self.num_envs - 1}")
        return self._tables[env].hash

    def _shown(self, name: str) -> NDArray[Any]:
        return self._as_said(self._memory[name])

    def _as_said(self, array: NDArray[Any]) -> NDArray[Any]:
        view = array.view()
        view.flags.writeable = self._writable
        return view


def _memory(name: str, lent: Any, shape: tuple[int, ...], dtype: str) -> NDArray[Any]:
    """Memory for an array: that of the caller if there is any, of any shape."""
    if lent is None:
        return np.zeros(shape, dtype=dtype)
    fits = isinstance(lent, np.ndarray) and lent.size == int(np.prod(shape)) and lent.flags.c_contiguous and lent.flags.writeable
    if not fits or lent.dtype != dtype and (dtype, str(lent.dtype)) != ("bool", "uint8"):
        raise invalid(f"buffers.{name}", type(lent).__name__, f"a writable array in C order with {int(np.prod(shape))} numbers of type {dtype}")
    memory: NDArray[Any] = lent.reshape(shape).view(dtype)
    return memory

