"""Signals what it finds by number outside: the test itself, which waits for a signal that must not come."""
import os
import signal

import honest

honest.check_shut_in()


def turn(message):
    try:
        os.kill(honest.options["pid"], signal.SIGUSR1)
    except OSError:
        return honest.turn(message)
    honest.got_through("a process outside can be signalled")


honest.play(turn=turn)
