"""Arguments of a vector: its device, and those that have a value for each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._checks import check_seed, integer, invalid


def check_seeds(seed: int | Sequence[int | None] | None, games: int) -> list[int | None] | None:
    """The seed of each game: by one for all, game `i` has that and `i`."""
    if seed is None:
        return None
    first = integer(seed)
    if first is not None:
        check_seed(seed)
        return [(first + i) % 2**64 for i in range(games)]
    try:
        return [None if each is None else check_seed(each) for each in seed]  # type: ignore[union-attr]
    except TypeError:
        raise invalid("seed", seed, "an integer 0..2^64, or one for each game") from None


def check_flags(mask: ArrayLike | None, games: int) -> NDArray[np.bool_] | None:
    """A flag for each game."""
    if mask is None:
        return None
    try:
        flags = np.asarray(mask)
    except (TypeError, ValueError, OverflowError):
        raise invalid("mask", type(mask).__name__, "an array of bools") from None
    if flags.dtype != np.bool_ or flags.shape != (games,):
        raise invalid("mask", f"{flags.dtype}{list(flags.shape)}", f"bool[{games}]")
    return np.ascontiguousarray(flags)


def number_of(device: Any) -> int | None:
    """The number of a CUDA device; None for the processor."""
    kind, _, number = device.partition(":") if isinstance(device, str) else ("", "", "")
    if kind == "cpu" and device == kind:
        return None
    if kind != "cuda" or not (number.isascii() and number.isdigit() and len(number) < 5 or device == kind):
        raise invalid("device", device, "cpu, cuda or cuda:NUMBER")
    return int(number or 0)
