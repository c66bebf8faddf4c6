"""The one learned seat of an environment with a single agent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ._checks import integer, invalid
from ._gridhaunt import Invalid


class Learners(Protocol):
    """What has learned seats: a table or a vector."""

    learned: list[int]
    agents: list[str]


Made = TypeVar("Made", bound=Learners)


def with_one_seat(seat: Any, make: Callable[[list[int | str]], Made]) -> Made:
    """Makes something with one learned seat: a number, a name, or a role or side that has one seat; by default the first.

    An error about `seats` is told as one about `seat`.
    """
    if seat is None:
        seat = 0
    number = integer(seat)
    if number is None and not isinstance(seat, str):
        raise invalid("seat", seat, "the number or the name of a seat")
    try:
        made = make([seat if number is None else number])
    except Invalid as wrong:
        if wrong.field not in ("seats", "seats[0]"):
            raise
        error = Invalid(str(wrong).replace(wrong.field, "seat", 1))
        error.field, error.got, error.expected = "seat", wrong.got, wrong.expected
        raise error from None
    if len(made.learned) != 1:
        raise invalid("seat", seat, f"one seat, as is each of {', '.join(made.agents)}")
    return made
