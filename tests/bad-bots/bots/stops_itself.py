"""Stops itself with SIGSTOP, which nothing but SIGCONT undoes."""
import os
import signal

import honest


def turn(message):
    if message["turn"] == 2:
        os.kill(os.getpid(), signal.SIGSTOP)
    honest.turn(message)


honest.play(turn=turn)
