"""The rules of both engines, side by side: PyRat here, and that of `pyrat-game`."""

import os
from collections import Counter

from twins import compare

GAMES = int(os.environ.get("GUESTS_GAMES", "60"))


def test_both_engines_play_the_same_games():
    # R46 to R49, R51 and R52 of PyRat: all that players are shown, in every turn, and the statistics.
    tally: Counter[str] = Counter()
    wrong = [line for number in range(GAMES) for line in compare(number, tally)]
    assert not wrong, "\n".join(wrong[:5])
    for what in ("turns in mud", "halves of cheese", "mazes with holes", "games with players that break", "played as programs too"):
        assert tally[what] > GAMES // 20, f"{what}: {tally}"
    assert tally["records that verify"] == tally["mazes there and back"] == tally["games"] > 0.9 * GAMES
