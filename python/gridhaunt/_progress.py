"""How far long work is, on standard error."""

from __future__ import annotations

import sys
import time

WIDTH = 40
BETWEEN = 0.1
"""Seconds between two drawings."""


class Progress:
    """A bar with the count, the rate a second and the time left, drawn in place; silent unless `shown`.

    >>> Progress(10, "games", shown=False).words(5, 2.0)
    '####################-------------------- 5/10 games, 2.5 a second, 2 s left'
    """

    def __init__(self, total: int, of: str, *, shown: bool | None, done: int = 0) -> None:
        self.total = total
        self.of = of
        self.shown: bool = sys.stderr is not None and sys.stderr.isatty() if shown is None else shown
        self._before = done
        self._began = time.monotonic()
        self._drawn = 0.0

    def words(self, done: int, seconds: float) -> str:
        """The line after so many, in so much time."""
        filled = WIDTH * done // max(self.total, 1)
        rate = (done - self._before) / max(seconds, 1e-9)
        speed = f"{rate:.1f}" if rate < 10 else f"{rate:,.0f}"
        left = f", {(self.total - done) / rate:.0f} s left" if rate > 0 else ""
        return f"{'#' * filled}{'-' * (WIDTH - filled)} {done:,}/{self.total:,} {self.of}, {speed} a second{left}"

    def __call__(self, done: int) -> None:
        """Draws the bar, if the last drawing is not of just now."""
        now = time.monotonic()
        if self.shown and (now - self._drawn >= BETWEEN or done >= self.total):
            self._drawn = now
            sys.stderr.write(f"\r\033[K{self.words(done, now - self._began)}")
            sys.stderr.flush()

    def close(self) -> None:
        """Ends the line."""
        if self.shown and self._drawn:
            sys.stderr.write("\n")
            sys.stderr.flush()
