"""Gridhaunt: one fast, exact engine for discrete multi-agent games on grids and graphs.

    >>> import gridhaunt
    >>> game = gridhaunt.make("pyrat", seed=7, preset="open")
    >>> game.step({0: "up", 1: "down"})
    >>> game.view(0)["players"][0]["at"]
    [0, 1]

`make` starts one game, `vector` very many that are stepped together. A wrong argument raises `Invalid`, which names
the field, the value and what is expected.
"""

from __future__ import annotations

import json
import os
from typing import Any

from ._gridhaunt import Invalid, __version__, games
from ._gridhaunt import schema as _schema
from ._gridhaunt import verify as _verify
from .game import Game, make
from .vector import Vector, vector

__all__ = ["Game", "Invalid", "Vector", "__version__", "games", "make", "schema", "vector", "verify"]


def verify(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Verifies every match of a replay file; returns what `gridhaunt replay verify --format json` prints for each.

    A match that does not verify has `ok` false; `line`, `field` and `differs` describe the first error. A file that
    cannot be read raises `OSError`.
    """
    return [json.loads(verdict) for verdict in _verify(path)]


def schema(game: str) -> dict[str, Any]:
    """The JSON Schema of a game's settings."""
    schema: dict[str, Any] = json.loads(_schema(game))
    return schema
