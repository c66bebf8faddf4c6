"""What every part of the package does with its arguments: checks, and values as JSON."""

from __future__ import annotations

import json
import math
import operator
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, TypeGuard

from ._gridhaunt import Invalid, games


def plain(value: Any) -> Any:
    """A value for JSON: NumPy numbers become numbers, `nan` and `inf` become texts."""
    if hasattr(value, "item") and not isinstance(value, (bool, int, float, str)):
        value = value.tolist() if hasattr(value, "tolist") else value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, str):
        return sound(value)
    if isinstance(value, Mapping):
        return {sound(str(key)): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(inner) for inner in value]
    return value


def sound(text: str) -> str:
    """A text that can be encoded: halves of characters become escapes."""
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def document(value: Any, field: str = "settings") -> str:
    """The JSON text of a value; objects that JSON does not have become texts, which no field accepts."""
    try:
        return json.dumps(plain(value), default=lambda inner: sound(str(inner)))
    except RecursionError:
        raise invalid(field, "a value nested too deeply or in itself", "one that JSON can express") from None


def check_game(game: Any) -> str:
    """Checks that a game's name is a text; the engine checks whether there is such a game."""
    if not isinstance(game, str):
        raise invalid("game", game, f"one of {', '.join(games())}")
    return sound(game)


def check_seed(seed: Any) -> int:
    """Checks a seed: an integer, at least 0 and less than 2^64."""
    number = integer(seed)
    if number is None or not 0 <= number < 2**64:
        raise invalid("seed", seed, "an integer 0..2^64")
    return number


def integer(value: Any) -> int | None:
    """The number of a value that is an integer, in whatever type; None for anything else."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def check_flag(field: str, value: Any) -> bool:
    """Checks that a value is True or False."""
    if not isinstance(value, bool):
        raise invalid(field, value, "True or False")
    return value


def is_small(value: Any) -> TypeGuard[int]:
    """Whether a value is an integer that fits into 64 bits."""
    return type(value) is int and -(2**63) <= value < 2**63


def check_natural(field: str, value: Any) -> int:
    """Checks that a value is an integer that fits into 64 bits; the engine checks its range."""
    number = integer(value)
    if number is None or not -(2**63) <= number < 2**63:
        raise invalid(field, value, "a natural number")
    return number


def optional_natural(field: str, value: Any) -> int | None:
    """Checks a number that may be left out: an integer of at least 1."""
    if value is None:
        return None
    number = integer(value)
    if number is None or not 1 <= number < 2**63:
        raise invalid(field, value, "a number of at least 1")
    return number


def check_names(field: str, value: Any) -> list[str]:
    """Checks that a value is a list of names, or one of them."""
    try:
        names = [value] if isinstance(value, str) else list(value)
    except TypeError:
        names = [None]
    if not all(isinstance(name, str) for name in names):
        raise invalid(field, value, "a list of names")
    return [sound(name) for name in names]


def check_seat(seat: Any) -> int:
    """Checks that a seat is a small integer; the engine checks whether the seat exists."""
    number = integer(seat)
    if number is None or not is_small(number):
        raise invalid("seat", seat, "a small integer")
    return number


@contextmanager
def arguments_too(settings: Mapping[str, Any], names: Iterable[str]) -> Iterator[None]:
    """Around what reads settings: a keyword that is no setting but nearly one of our own arguments is told as that."""
    try:
        yield
    except Invalid as wrong:
        near = get_close_matches(wrong.field, names, 1, 0.7) if wrong.field in settings else []
        if not near or "no such setting" not in str(wrong):
            raise
        error = Invalid(f"{wrong.field}: no such argument, did you mean {near[0]}?")
        error.field, error.got, error.expected = wrong.field, wrong.got, near[0]
        raise error from None


def check_path(path: Any, field: str, expected: str) -> str:
    """Checks that a path is one, as the system has them."""
    try:
        name = os.fspath(path)
        if isinstance(name, str) and "\0" not in name and os.fsencode(name):
            return name
    except (TypeError, UnicodeEncodeError):
        pass
    raise invalid(field, path, expected)


def invalid(field: str, got: Any, expected: str) -> Invalid:
    """An `Invalid` error with its field, value and expectation."""
    error = Invalid(f"{field}: {got!r} is not {expected}")
    error.field, error.got, error.expected = field, repr(got), expected
    return error
