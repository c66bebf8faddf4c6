"""Plays well with SIGCHLD ignored, and forks all the time."""
import os
import signal
import time

import honest

signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def turn(message):
    if os.fork() == 0:
        time.sleep(0.02)
        os._exit(0)
    honest.turn(message)


honest.play(turn=turn)
