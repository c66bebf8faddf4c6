"""Forks as fast as it can, and its children too. Bounded: at most 600 processes in all, which end by themselves after
ten seconds, so that a test that fails does no harm."""
import os
import signal
import time

import honest

honest.check_shut_in()


def turn(message):
    for _ in range(300):
        try:
            if os.fork() == 0:
                signal.alarm(10)
                os.fork()
                signal.alarm(10)
                time.sleep(600)
        except OSError:
            time.sleep(0.01)
    time.sleep(600)


honest.play(turn=turn)
