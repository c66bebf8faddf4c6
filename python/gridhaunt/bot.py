"""A bot in Python: one class that plays inside this process, or as a program of its own.

    >>> import gridhaunt
    >>> class Rambler(gridhaunt.Bot):
    ...     def choose(self, view, legal):
    ...         return self.dice.choice(legal)
    >>> played = gridhaunt.play("pyrat", [Rambler(), "greedy"], seed=7, preset="tiny")
    >>> played.players, played.faults
    (['Rambler', 'greedy'], [0, 0])

As a program, the file ends with `gridhaunt.bot.run(Rambler)` and is named by its path.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

from ._checks import document, invalid

__all__ = ["AnyBot", "Bot", "run"]


class Bot:
    """What plays on a seat: write a class of your own with `choose`, and with `start` and `end` if you need them.

    Before `start`, the bot is told where it sits: `game`, `seat`, `role`, `seats` (how many), `roles` (of all seats),
    `options` (those of its manifest or of an event; none inside a process) and `seed`. `dice` is a generator made from
    that seed, so that a match with the same seed can be played again.

    A class makes a new bot for every match. A bot that is given itself plays one match after the other, each of which
    begins with `start`.
    """

    name: str = ""
    """How it is called in results; by default the name of its class."""
    version: str = ""
    """Its version, which the host of a program is told."""
    game: str = ""
    seat: int = 0
    role: str = ""
    seats: int = 0
    roles: list[str] = []
    options: dict[str, Any] = {}
    seed: int = 0
    dice: random.Random = random.Random(0)

    def start(self, start: dict[str, Any]) -> None:
        """A match begins; `start` is what its seat is told once, such as the maze."""

    def choose(self, view: dict[str, Any], legal: list[Any]) -> Any:
        """The action that is chosen, as the game writes it: mostly one of `legal`.

        `view` is what the seat sees. Where `legal` gives ranges, any action within them is allowed. Who returns an
        action that is not allowed has a fault, and the game's default action is played.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method choose(view, legal)")

    def end(self, view: dict[str, Any], outcome: dict[str, Any] | None) -> None:
        """The match is over; `view` is what the seat sees at its end."""


AnyBot: TypeAlias = str | os.PathLike[str] | Bot | Callable[[], Bot]
"""A name of the registry, the path of a program, a bot, or a class of bots."""


def seat_bot(bot: Bot, facts: dict[str, Any]) -> None:
    """Tells a bot where it sits, before its match begins."""
    for name in ("game", "seat", "role", "seats", "roles", "options"):
        setattr(bot, name, facts[name])
    bot.seed = int(facts["seed"])
    bot.dice = random.Random(bot.seed)


def make_bot(bot: Callable[[], Bot]) -> Bot:
    """A bot of a class, or of whatever makes one."""
    made = bot()
    if not isinstance(made, Bot):
        raise invalid("bot", bot, "a class of bots, or what makes a gridhaunt.Bot")
    return made


def name_of(bot: Bot | Callable[[], Bot]) -> str:
    """How a bot or a class of bots is called."""
    made_by = getattr(bot, "func", bot)
    usual = type(bot).__name__ if isinstance(bot, Bot) else getattr(made_by, "__name__", "bot")
    given = getattr(made_by, "name", "")
    name = given if isinstance(given, str) and given else usual
    if len(name) > 64 or not all(letter.isalnum() or letter in "-_." for letter in name):
        raise invalid("name", name, "1 to 64 of letters, digits, - _ .")
    return name


def take_output() -> Callable[..., None]:
    """Takes standard output for messages, and returns what says one; whatever is printed, from C too, goes to standard error."""
    messages = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def say(**message: Any) -> None:
        messages.write(document(message).encode() + b"\n")
        messages.flush()

    return say


def run(bot: Callable[[], Bot]) -> None:
    """Plays matches as a program, over standard input and output, until the input ends.

    `bot` is a class of bots, or whatever makes one: each seat of each match gets a new one. What is printed goes to
    standard error. An exception ends the program, which is then out.
    """
    if isinstance(bot, Bot) or not callable(bot):
        raise invalid("bot", bot, "a class of bots, or what makes one")
    name = name_of(bot)
    if sys.stdin.isatty():
        sys.exit(f"{name} is a bot and waits for a host: gridhaunt play GAME {os.path.join('.', sys.argv[0])}")
    say = take_output()
    bots: dict[int, Bot] = {}
    for line in sys.stdin.buffer:
        message = json.loads(line)
        match message.get("type"):
            case "hello":
                version = getattr(getattr(bot, "func", bot), "version", "")
                say(type="hello", name=name, version=version if isinstance(version, str) else "")
            case "ping":
                say(type="pong", id=message["id"])
            case "start":
                made = make_bot(bot)
                bots[message["seat"]] = made
                seat_bot(made, message)
                made.start(message["start"])
                say(type="ready")
            case "turn":
                chosen = bots[message["seat"]].choose(message["view"], message.get("legal") or [])
                say(type="move", id=message["id"], action=chosen)
            case "end":
                bots[message["seat"]].end(message["view"], message["outcome"])
