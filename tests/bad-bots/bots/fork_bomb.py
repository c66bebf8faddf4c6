"""Forks as fast as it can; each child too. Bounded, so that a test that fails does no harm."""
import os
import time

import honest

honest.check_shut_in()


def turn(message):
    end = time.monotonic() + 1
    made = 0
    while time.monotonic() < end:
        try:
            if os.fork():
                made += 1
        except OSError:
            time.sleep(0.01)
        if made > 400:
            honest.got_through("more than 400 processes")
    time.sleep(600)


honest.play(turn=turn)
