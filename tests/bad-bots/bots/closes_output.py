"""Closes its output in mid-match, and stays."""
import os
import time

import honest


def turn(message):
    if message["turn"] < 2:
        return honest.turn(message)
    os.close(1)
    time.sleep(60)


honest.play(turn=turn)
