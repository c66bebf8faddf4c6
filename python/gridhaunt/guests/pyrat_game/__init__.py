"""PyRat as the package `pyrat-game` has it: its players and mazes here, and our engine below its `Game`.

A player of that package is named `pyrat:players/my_player.py` wherever a bot is named. The other way round, `Game` is that
package's `Game` with our engine below, and `python -m gridhaunt.guests.pyrat_game SCRIPT` runs a script with it.
`settings_of` makes settings of a maze, and `layout_of` goes the way back.

    >>> from gridhaunt.guests.pyrat_game import layout_of, settings_of
    >>> settings_of({0: {1: 1, 2: 4}, 1: {0: 1}, 2: {0: 4}})
    {'width': 2, 'height': 2, 'walls': [[0, 0, 1, 0], [1, 0, 1, 1]], 'mud': [[0, 0, 0, 1, 4]]}
    >>> layout_of(**settings_of({0: {1: 1, 2: 4}, 1: {0: 1}, 2: {0: 4}}), cheese=[[0, 0]], start=[[1, 1], [1, 1]]).maze.as_dict()
    {0: {1: 1, 2: 4}, 1: {0: 1}, 2: {0: 4}}
"""

from __future__ import annotations

import os

# It would print its greeting between the lines of whoever imports this.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

try:
    from pyrat import Action, GameState, Maze, Player  # noqa: F401
except ImportError as _error:
    raise ImportError(f"gridhaunt.guests.pyrat_game needs pyrat-game 6.2 ({_error}): pip install gridhaunt[pyrat-game]") from _error

from ._game import Game
from ._mazes import Layout, layout_of, settings_of

__all__ = ["Game", "Layout", "layout_of", "settings_of"]
