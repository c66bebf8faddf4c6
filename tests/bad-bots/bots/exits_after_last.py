"""Exits 0 after its last move, when `end` is due: the match is over, so it is no fault."""
import sys

import honest


def turn(message):
    honest.turn(message)
    if message["turn"] == honest.options["last"]:
        sys.exit(0)


honest.play(turn=turn)
