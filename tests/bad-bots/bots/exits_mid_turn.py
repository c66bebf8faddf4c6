"""Exits 0 in the middle of a turn."""
import sys

import honest


def turn(message):
    if message["turn"] == 3:
        sys.exit(0)
    honest.turn(message)


honest.play(turn=turn)
