"""What every part of the package does with its arguments: checks, and values as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, TypeGuard

from ._gridhaunt import Invalid


def plain(value: Any) -> Any:
    """A value for JSON: NumPy numbers become numbers, `nan` and `inf` become texts."""
    if hasattr(value, "item") and not isinstance(value, (bool, int, float, str)):
        value = value.tolist() if hasattr(value, "tolist") else value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(inner) for inner in value]
    return value


def document(value: Any) -> str:
    """The JSON text of a value; objects that JSON does not have become texts, which no field accepts."""
    return json.dumps(plain(value), default=str)


def check_seed(seed: Any) -> int:
    """Checks a seed: an integer, at least 0 and less than 2^64."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= int(seed) < 2**64:
        raise invalid("seed", seed, "an integer 0..2^64")
    return int(seed)


def is_small(value: Any) -> TypeGuard[int]:
    """Whether a value is an integer that fits into 64 bits."""
    return type(value) is int and -(2**63) <= value < 2**63


def check_seat(seat: Any) -> int:
    """Checks that a seat is a small integer; the engine checks whether the seat exists."""
    if not is_small(seat):
        raise invalid("seat", seat, "a small integer")
    return seat


def invalid(field: str, got: Any, expected: str) -> Invalid:
    """An `Invalid` error with its field, value and expectation."""
    error = Invalid(f"{field}: {got!r} is not {expected}")
    error.field, error.got, error.expected = field, repr(got), expected
    return error
