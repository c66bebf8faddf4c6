"""Takes shared memory until it is stopped. Bounded at 3 GiB, so that a test that fails does no harm."""
import mmap
import time

import honest

honest.check_shut_in()


def turn(message):
    held = []
    for _ in range(48):
        held.append(mmap.mmap(-1, 64 << 20))
        for place in range(0, 64 << 20, 4096):
            held[-1][place] = 1
    time.sleep(600)


honest.play(turn=turn)
