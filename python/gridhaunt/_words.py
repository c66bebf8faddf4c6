"""What a numbered action is in the words of its game."""

from __future__ import annotations

import json
import re
from typing import Any

from ._gridhaunt import Invalid, Match, Table

CHOICE = 9
"""The bytes of a choice in the log of a match: its seat, and its code."""


class Words:
    """The words of a game's actions, found when they are first needed and then kept by the code of the action."""

    def __init__(self) -> None:
        self._known: dict[bytes, str] = {}

    def of(self, table: Table, seat: int, number: int) -> str:
        """The words of a numbered action of a seat; the number itself where it stands for no action now."""
        after = table.fork()
        before = len(_log(after.game()))
        after.step({seat: number})
        played = _codes(_log(after.game())[before:])
        if len(played) != 1:
            return str(number) if table.asked(seat) else "nothing"
        if played[0] not in self._known:
            self._read(table.game(), seat)
        return self._known.get(played[0], str(number))

    def _read(self, match: Match, seat: int) -> None:
        # A match takes several choices of a seat at once and keeps the code of each.
        actions = json.loads(match.legal(seat))
        codes = _tried(match, seat, [json.dumps(action) for action in actions])
        self._known |= zip(codes, map(_spoken, actions), strict=True)
        # Where actions are plain numbers, what is expected instead of a wrong one names their words.
        for word in _named(match, seat):
            for code in _tried(match, seat, [f'"{word}"']):
                self._known[code] = word


def _spoken(action: Any) -> str:
    """An action as it is written for programs, with less punctuation: `move to 4` for `{"type": "move", "to": 4}`."""
    if not isinstance(action, dict):
        return str(action)
    return " ".join([str(action.get("type", "")), *(f"{key} {value}" for key, value in action.items() if key != "type")])


def _named(match: Match, seat: int) -> list[str]:
    try:
        match.fork().step([(seat, '""')])
    except Invalid as wrong:
        return [word for word in re.findall(r"[a-z]+", wrong.expected) if _tried(match, seat, [f'"{word}"'])]
    return []


def _tried(match: Match, seat: int, actions: list[str]) -> list[bytes]:
    """The codes of actions; none if the game does not know one of them."""
    trial = match.fork()
    try:
        trial.step([(seat, action) for action in actions])
    except Invalid:
        return []
    return _codes(_log(trial)[len(_log(match)) :])


def _log(match: Match) -> bytes:
    return match.save()[4]


def _codes(step: bytes) -> list[bytes]:
    """The codes of the choices of a step, which begins with their count in four bytes."""
    return [step[at + 1 : at + CHOICE] for at in range(4, len(step), CHOICE)]
