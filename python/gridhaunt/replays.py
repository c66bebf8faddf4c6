"""Recorded matches: read, looked at, verified."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ._checks import check_path, invalid, is_small, sound
from ._gridhaunt import Record
from ._gridhaunt import verify as _verify
from .game import Game

FRAME = '<iframe srcdoc="{page}" style="width: 100%; height: {height}px; border: 0" sandbox="allow-scripts allow-downloads" title="{title}"></iframe>'


class Replay:
    """One recorded match. A notebook shows it as the page that plays it, which re-runs and proves it by itself."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.game: str = record.game
        """The name of the game."""
        self.seed: int = record.seed
        self.players: list[str] = record.players
        """Who played, by seat."""
        self.settings: dict[str, Any] = json.loads(record.settings())
        self.steps: int = record.steps
        """How many steps are recorded."""
        self.outcome: dict[str, Any] | None = json.loads(record.outcome())
        """The recorded result; None if the match has no end."""
        self.text: str = record.text
        """The record itself, as JSON lines."""

    def at(self, step: int | None = None) -> Game:
        """The match after so many steps, or at its end: played again and checked, and ready to go its own way."""
        if step is not None and (not is_small(step) or not 0 <= step <= self.steps):
            raise invalid("step", step, f"in 0..={self.steps}")
        return Game(self._record.at(step), self.game, self.seed)

    def html(self) -> str:
        """The page that plays the match: one HTML text with the engine in it, about 1 MB, which loads nothing.

        A package that was built without the viewer raises `RuntimeError`, which says how to build it with one.
        """
        return self._record.page()

    def _repr_html_(self) -> str:
        try:
            page = self.html()
        except RuntimeError as error:
            return f"<p>{html.escape(repr(self))}: {html.escape(str(error))}</p>"
        return FRAME.format(page=html.escape(page), height=720, title=html.escape(repr(self)))

    def __repr__(self) -> str:
        return f"<gridhaunt.Replay {self.game} seed {self.seed}, {' against '.join(self.players)}, {self.steps} steps>"


def replay(source: str | os.PathLike[str], *, match: int = 1) -> Replay:
    """Reads one match, counted from 1, of a replay: a path (`.jsonl` or `.jsonl.zst`), or the text itself.

    A file that cannot be opened raises `OSError`, one that is no replay `Invalid`.
    """
    if not is_small(match) or match < 1:
        raise invalid("match", match, "a number from 1")
    if isinstance(source, str) and (source.lstrip()[:1] == "{" or "\n" in source):
        return Replay(Record(None, sound(source), match))
    path = check_path(source, "source", "a path or the text of a replay")
    with _named(path):
        return Replay(Record(path, None, match))


def verify(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Verifies every match of a replay file; returns what `gridhaunt replay verify --format json` prints for each.

    A match that does not verify has `ok` false; `line`, `field` and `differs` describe the first error. A file that
    cannot be read raises `OSError`.
    """
    name = check_path(path, "path", "a path")
    with _named(name):
        return [json.loads(verdict) for verdict in _verify(name)]


@contextmanager
def _named(path: str) -> Iterator[None]:
    """Errors of the system say which file they are about."""
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise
        raise OSError(error.errno, os.strerror(error.errno), path) from None
