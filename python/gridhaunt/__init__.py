"""Gridhaunt: one fast, exact engine for discrete multi-agent games on grids and graphs.

    >>> import gridhaunt
    >>> game = gridhaunt.make("pyrat", seed=7, preset="open")
    >>> game.step({0: "up", 1: "down"})
    >>> game.view(0)["players"][0]["at"]
    [0, 1]

`make` starts one game, `vector` very many that are stepped together. `play`, `matches`, `duel`, `tournament` and `rate`
have bots play whole matches; a `Bot` is one of your own. A wrong argument raises `Invalid`, which names
the field, the value and what is expected.
"""

from __future__ import annotations

import json
from typing import Any

from . import bot
from ._checks import check_game
from ._gridhaunt import DeviceArray, Invalid, __version__, games
from ._gridhaunt import schema as _schema
from .arena import Played, Report, duel, matches, play, rate, tournament
from .bot import Bot
from .device import DeviceVector
from .game import Game, make
from .replays import Replay, replay, verify
from .rollouts import Shard, rollouts
from .scale import Experiment, experiment
from .vector import Rollout, Trajectory, Vector, vector

__all__ = [
    "Bot",
    "DeviceArray",
    "DeviceVector",
    "Experiment",
    "Game",
    "Invalid",
    "Played",
    "Replay",
    "Report",
    "Rollout",
    "Shard",
    "Trajectory",
    "Vector",
    "__version__",
    "bot",
    "duel",
    "experiment",
    "games",
    "make",
    "matches",
    "play",
    "rate",
    "replay",
    "rollouts",
    "schema",
    "tournament",
    "vector",
    "verify",
]


def schema(game: str) -> dict[str, Any]:
    """The JSON Schema of a game's settings."""
    schema: dict[str, Any] = json.loads(_schema(check_game(game)))
    return schema
