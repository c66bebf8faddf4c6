"""Talks to the host: JSON objects on standard input and output, one a line. There is nothing to change here."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from typing import Any

from game import Start, View, start_of, view_of


@dataclass
class Match:
    """What a bot is told once."""

    seat: int
    role: str
    seats: int
    roles: list[str]
    names: list[str]
    start: Start
    options: dict[str, Any]  # those of bot.toml
    clock: dict[str, Any]
    seed: int  # for dice that fall alike each time


@dataclass
class Turn:
    """What a bot is told each time it chooses."""

    id: str
    number: int
    seat: int
    view: View
    legal: list[Any]  # actions, as the game writes them
    left_ms: int | None
    bank_ms: int | None
    last: dict[str, Any] = field(default_factory=dict)  # what came of the turn before

    def maybe(self, action: Any) -> None:
        """Names an action that counts if time runs out before the answer; the last one counts."""
        send({"type": "maybe", "id": self.id, "action": action})

    def note(self, text: str, marks: list[Any] | None = None) -> None:
        """Words and marks that viewers show when they look at this seat."""
        send({"type": "note", "id": self.id, "text": text, "marks": marks or []})


def log(*words: Any) -> None:
    """Prints to standard error: standard output belongs to the host."""
    print(*words, file=sys.stderr, flush=True)


def send(message: dict[str, Any]) -> None:
    print(json.dumps(message, separators=(",", ":")), flush=True)


def match_of(message: dict[str, Any]) -> Match:
    known = {key: message.get(key) for key in ("seat", "role", "seats", "roles", "names")}
    options, clock = message.get("options") or {}, message.get("clock") or {}
    return Match(**known, start=start_of(message["start"]), options=options, clock=clock, seed=int(message["seed"]))


def turn_of(message: dict[str, Any]) -> Turn:
    time = {key: message.get(key) for key in ("left_ms", "bank_ms")}
    view, legal = view_of(message["view"]), message.get("legal") or []
    return Turn(message["id"], message["turn"], message["seat"], view, legal, **time, last=message.get("last") or {})


def run(make_bot: Any) -> None:
    """Plays until the input ends: a bot for each seat of each match."""
    bots: dict[int, Any] = {}
    for line in sys.stdin:
        message = json.loads(line)
        kind = message.get("type")
        if kind == "hello":
            send({"type": "hello", "name": "{{name}}"})
        elif kind == "start":
            bots[message["seat"]] = bot = make_bot()
            bot.start(match_of(message))
            send({"type": "ready"})
        elif kind == "turn":
            turn = turn_of(message)
            send({"type": "move", "id": turn.id, "action": bots[turn.seat].choose(turn)})
        elif kind == "ping":
            send({"type": "pong", "id": message["id"]})
