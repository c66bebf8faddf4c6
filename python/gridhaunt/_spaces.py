"""The arrays of a learner as spaces of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

try:
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("gridhaunt._spaces needs Gymnasium: pip install gridhaunt[gymnasium]") from error

Encoding = tuple[str, str, list[int], str]
"""Name, type, shape and meaning of an array."""


def box(encoding: Encoding) -> spaces.Box:
    """The space of one array; its bounds are those of its type, and finite, as Gymnasium's checker wants them."""
    _, dtype, shape, _ = encoding
    bounds = np.iinfo(dtype) if np.issubdtype(dtype, np.integer) else np.finfo(dtype)
    return spaces.Box(float(bounds.min), float(bounds.max), shape=tuple(shape), dtype=np.dtype(dtype).type)


def observation_space(encodings: Sequence[Encoding]) -> spaces.Space[Any]:
    """The space of some arrays: of one its box, of several a dictionary of boxes."""
    boxes: dict[str, spaces.Space[Any]] = {encoding[0]: box(encoding) for encoding in encodings}
    return spaces.Dict(boxes) if len(boxes) > 1 else next(iter(boxes.values()))
