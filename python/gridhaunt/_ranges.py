"""Long work in ranges of matches: how long a range is, and who plays it on one machine."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Protocol


class Pace:
    """How many matches a range has, so that it takes about so many seconds. What comes out does not depend on it.

    >>> pace = Pace(seconds=1.0, first=8)
    >>> pace.size(left=1000, workers=2)
    8
    >>> pace.learn(8, 0.1)
    >>> pace.size(left=1000, workers=2)
    32
    >>> pace.size(left=40, workers=2)
    10
    """

    def __init__(self, *, seconds: float, first: int = 8, most: int = 1 << 16) -> None:
        self.seconds = seconds
        self._size = first
        self._most = most

    def size(self, *, left: int, workers: int = 1) -> int:
        """The size of the next range: smaller towards the end, so that all workers end together."""
        if workers == 1:
            return min(self._size, left)
        return max(1, min(self._size, -(-left // (2 * workers))))

    def learn(self, matches: int, seconds: float) -> None:
        """Takes into account how long a range took."""
        fitting = matches * self.seconds / max(seconds, 1e-6)
        self._size = max(1, min(int(fitting), 4 * max(matches, self._size), self._most))


class Player(Protocol):
    """Plays a range of matches on so many threads, 0 for one for each core, and returns their lines."""

    def play(self, start: int, end: int, threads: int) -> bytes: ...


def ranges_here(player: Player, first: int, last: int) -> Generator[bytes, None, None]:
    """Plays matches on all cores of this machine, range by range."""
    pace = Pace(seconds=0.5)
    while first < last:
        size = pace.size(left=last - first)
        began = time.monotonic()
        yield player.play(first, first + size, 0)
        pace.learn(size, time.monotonic() - began)
        first += size
