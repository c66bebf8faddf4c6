"""Forks a child that keeps all pipes open, and exits in mid-turn: the pipes do not tell that it is gone."""
import os
import time

import honest


def turn(message):
    if message["turn"] == 2:
        if os.fork():
            os._exit(0)
        time.sleep(600)
    honest.turn(message)


honest.play(turn=turn)
