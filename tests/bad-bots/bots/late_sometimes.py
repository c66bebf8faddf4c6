"""Answers two turns too late, and all others in time."""
import time

import honest


def turn(message):
    if message["turn"] in honest.options["turns"]:
        time.sleep(honest.options["sleep"])
    honest.turn(message)


honest.play(turn=turn)
