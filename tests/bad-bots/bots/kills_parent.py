"""Kills its parent."""
import os
import signal

import honest

honest.check_shut_in()


def turn(message):
    try:
        os.kill(os.getppid(), signal.SIGKILL)
    except OSError:
        pass
    honest.turn(message)


honest.play(turn=turn)
