"""Kills every process that it may."""
import os
import signal

import honest

honest.check_shut_in()


def turn(message):
    try:
        os.kill(-1, signal.SIGKILL)
    except OSError:
        pass
    honest.turn(message)


honest.play(turn=turn)
