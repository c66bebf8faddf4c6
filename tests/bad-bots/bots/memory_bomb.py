"""Takes memory until it is stopped. Bounded at 3 GiB, so that a test that fails does no harm."""
import time

import honest

honest.check_shut_in()


def turn(message):
    held = []
    for _ in range(48):
        held.append(b"a" * (64 << 20))
    time.sleep(600)


honest.play(turn=turn)
