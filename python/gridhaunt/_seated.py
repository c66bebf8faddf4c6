"""Bots of all kinds as the native half takes them: words, and objects beside them that the words number."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

from ._checks import document, sound
from .bot import Bot, make_bot, name_of, seat_bot


class Guest:
    """A bot of this process: an object, or what makes one for every seat."""

    def __init__(self, bot: Bot | Callable[[], Bot]) -> None:
        self.bot = bot
        self.single = isinstance(bot, Bot)
        self.name = name_of(bot)

    def start(self, facts: str, start: str) -> Seated:
        """Begins a match on a seat."""
        bot = self.bot if isinstance(self.bot, Bot) else make_bot(self.bot)
        seat_bot(bot, json.loads(facts))
        bot.start(json.loads(start))
        return Seated(bot)


class Seated:
    """A bot on a seat of a match, with JSON as text."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: str, legal: str) -> str:
        """What it chooses."""
        return document(self.bot.choose(json.loads(view), json.loads(legal)), "action")

    def end(self, view: str, outcome: str) -> None:
        """Tells it that the match is over."""
        self.bot.end(json.loads(view), json.loads(outcome))


def is_bot(value: Any) -> TypeGuard[Bot | Callable[[], Bot]]:
    """Whether a value is a bot of this process or makes one."""
    return isinstance(value, Bot) or callable(value)


def words_of(value: Any, guests: list[Guest]) -> Any:
    """The same with words in the place of paths and bots; those are put among the guests.

    Lists and mappings are gone through, so that mixtures and line-ups by role work.
    """
    if is_bot(value):
        known = [number for number, guest in enumerate(guests) if guest.bot is value]
        if not known:
            guests.append(Guest(value))
        return f"@{known[0] if known else len(guests) - 1}"
    if isinstance(value, str):
        return sound(value)
    if isinstance(value, os.PathLike):
        path = os.fsdecode(value)
        return sound(path if "/" in path else f"./{path}")
    if isinstance(value, Mapping):
        return {words_of(key, guests): words_of(inner, guests) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [words_of(inner, guests) for inner in value]
    return value
