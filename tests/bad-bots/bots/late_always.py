"""Answers every turn, always too late: no answer may become the next turn's."""
import time

import honest


def turn(message):
    time.sleep(honest.options["sleep"])
    honest.turn(message)


honest.play(turn=turn)
