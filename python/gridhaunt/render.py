"""Pictures of a match, as the `render_mode` of Gymnasium and PettingZoo names them.

| mode | what `render()` gives |
|---|---|
| `rgb_array` | the picture as a NumPy array of `uint8`: rows, columns, and red, green and blue |
| `svg` | the picture as the text of an SVG file |
| `ansi` | the board as text with the colours of a terminal |
| `human` | nothing: the board is shown at every step. A notebook shows the SVG, each in the place of the one before; a terminal shows the text, redrawn in place; a pipe or a file gets plain text |
"""

from __future__ import annotations

import importlib
import shutil
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._checks import check_seat, invalid, is_small
from .game import Game

__all__ = ["MODES", "Renderer", "ansi", "rgb_array", "svg"]

MODES: tuple[str, ...] = ("human", "rgb_array", "ansi", "svg")
"""The names of the modes."""

_CELLS = [8, 12, 16, 20, 24, 32]
_ROOM = (1280.0, 960.0)


def rgb_array(game: Game, *, cell: int | None = None, dark: bool = False, seat: int | None = None) -> NDArray[np.uint8]:
    """The picture of a match as an array of rows, columns, and red, green and blue.

    `cell` is the side of a cell in pixels, by default 32 or what fits into 1280 × 960 pixels. Both sides are even, since
    most formats of videos need that. With a `seat`, what it sees is marked.

    >>> import gridhaunt
    >>> picture = rgb_array(gridhaunt.make("pyrat", preset="tiny"))
    >>> picture.dtype, picture.shape[2]
    (dtype('uint8'), 3)
    """
    return game._match.pixels(_cell(game, cell), dark, _seat(seat))


def svg(game: Game, *, cell: int | None = None, dark: bool = False, seat: int | None = None) -> str:
    """The picture of a match as the text of an SVG file."""
    return game.svg(_cell(game, cell), dark, seat)


def ansi(game: Game, *, seat: int | None = None) -> str:
    """The board as text with the colours of a terminal; `Game.render` gives it without them."""
    return game.render(color=True, seat=seat)


def _cell(game: Game, cell: int | None) -> int:
    if cell is None:
        return game._match.fitting_cell(_CELLS, *_ROOM)
    if not is_small(cell) or not 8 <= cell <= 256:
        raise invalid("cell", cell, "in 8..=256")
    return cell


def _seat(seat: int | None) -> int | None:
    return None if seat is None else check_seat(seat)


class Renderer:
    """Draws the matches of an environment in its render mode; no mode draws nothing.

    All pictures of an environment have the size of its largest one so far, so that they make a video. In the mode
    `human` a person sees at most `fps` pictures a second, by default as many as films of the game have.
    """

    def __init__(
        self,
        mode: str | None,
        *,
        cell: int | None = None,
        dark: bool = False,
        seat: int | None = None,
        fps: float | None = None,
    ) -> None:
        if mode is not None and mode not in MODES:
            raise invalid("render_mode", mode, f"one of {', '.join(MODES)}")
        if fps is not None and not (isinstance(fps, (int, float)) and 0 < fps <= 1000):
            raise invalid("fps", fps, "in 0..=1000")
        self.mode = mode
        self.fps = fps
        self._look: dict[str, Any] = {"dark": bool(dark), "seat": _seat(seat)}
        self._cell = cell
        self._least = (0, 0)
        self._lines = 0
        self._due = 0.0
        self._shown: Any = None

    def draw(self, game: Game) -> NDArray[np.uint8] | str | None:
        """The picture that `render()` answers; in the mode `human` it shows the match and answers nothing."""
        match self.mode:
            case "rgb_array":
                return self._pixels(game)
            case "svg":
                return svg(game, cell=self._size(game), **self._look)
            case "ansi":
                return ansi(game, seat=self._look["seat"])
            case "human":
                self._show(game)
        return None

    def close(self) -> None:
        """Forgets what is shown: the next picture of the mode `human` is shown below."""
        self._lines, self._shown = 0, None

    def _size(self, game: Game) -> int:
        if self._cell is None:
            self._cell = _cell(game, None)
        return self._cell

    def _pixels(self, game: Game) -> NDArray[np.uint8]:
        width, height = self._least
        look = self._look
        picture = game._match.pixels(_cell(game, self._size(game)), look["dark"], look["seat"], width, height)
        self._least = (picture.shape[1], picture.shape[0])
        return picture

    def _show(self, game: Game) -> None:
        if _in_notebook():
            self._wait(game)
            self._show_in_notebook(game)
        elif sys.stdout.isatty():
            self._wait(game)
            self._show_on_terminal(game)
        else:
            print(game.render(seat=self._look["seat"]))

    def _show_on_terminal(self, game: Game) -> None:
        columns, lines = shutil.get_terminal_size()
        text = game._match.render(True, self._look["seat"], max(columns, 3), max(lines - 1, 1))
        rows = text.splitlines()
        home = f"\x1b[{self._lines}A" if self._lines else ""
        sys.stdout.write(f"{home}\r" + "".join(f"{row}\x1b[K\n" for row in rows) + "\x1b[J")
        sys.stdout.flush()
        self._lines = len(rows)

    def _show_in_notebook(self, game: Game) -> None:
        page: Any = importlib.import_module("IPython.display")
        picture = page.SVG(svg(game, cell=self._size(game), **self._look))
        if self._shown is None:
            self._shown = page.display(picture, display_id=True)
        else:
            self._shown.update(picture)

    def _wait(self, game: Game) -> None:
        """Waits until the picture before this one was shown long enough."""
        now = time.monotonic()
        if self._due > now:
            time.sleep(self._due - now)
        self._due = max(now, self._due) + 1 / (self.fps or game.pace)

    def __getstate__(self) -> dict[str, Any]:
        # What is shown on a screen stays with the process that shows it.
        return self.__dict__ | {"_lines": 0, "_due": 0.0, "_shown": None}


def _in_notebook() -> bool:
    module: Any = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    return shell is not None and hasattr(shell, "kernel")
