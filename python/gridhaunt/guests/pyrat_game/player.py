"""A player of `pyrat-game` as a program of ours: the host runs `python -m gridhaunt.guests.pyrat_game.player PATH [CLASS]`.

The player is made for every match, prepares before the first turn, and is asked in every turn in which it is not in mud.
What it prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import BinaryIO

from ...bot import take_output
from ._classes import NoPlayerError, find_class
from ._seat import Seated

__all__ = ["main"]


def _package() -> str:
    try:
        return f"pyrat-game {version('pyrat-game')}"
    except PackageNotFoundError:
        return "pyrat-game"


def main() -> None:
    """Plays matches over standard input and output until the input ends."""
    words = sys.argv[1:]
    if len(words) not in (1, 2) or sys.stdin.isatty():
        sys.exit(f"this is a bot and waits for a host: gridhaunt play pyrat pyrat:{':'.join(words) or 'players/my_player.py'}")
    try:
        _serve(words[0], words[1] if len(words) == 2 else None, take_output())
    except NoPlayerError as error:
        sys.exit(str(error))


def _take_input() -> BinaryIO:
    """Takes standard input for messages: a player that reads from it finds nothing."""
    messages = os.fdopen(os.dup(0), "rb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return messages


def _serve(path: str, name: str | None, say: Callable[..., None]) -> None:
    messages = _take_input()
    make = find_class(path, name)
    seated: Seated | None = None
    for line in messages:
        message = json.loads(line)
        match message.get("type"):
            case "hello":
                say(type="hello", name=make.__name__, version=_package())
            case "ping":
                say(type="pong", id=message["id"])
            case "start":
                seated = Seated(make, message)
                say(type="ready")
            case "turn" if seated:
                verdict = (message.get("last") or {}).get("verdict", "ok")
                say(type="move", id=message["id"], action=seated.choose(message["view"], verdict))
            case "end" if seated:
                seated.end(message["view"])


if __name__ == "__main__":
    main()
