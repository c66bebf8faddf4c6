"""Closes its input in mid-match, and stays."""
import os
import time

import honest


def turn(message):
    honest.turn(message)
    if message["turn"] == 2:
        os.close(0)
        time.sleep(60)


honest.play(turn=turn)
