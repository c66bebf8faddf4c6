"""Takes shared memory until it is stopped. Bounded at 3 GiB, so that a test that fails does no harm."""
import mmap
import time

import honest

honest.check_shut_in()


def turn(message):
    held = []
    for _ in range(48):
        held.append(mmap.mmap(-1, 64 << 20))
        held[-1].write(b"a" * (64 << 20))
    time.sleep(600)


honest.play(turn=turn)
