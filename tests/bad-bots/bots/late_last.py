"""Is late on the last turn alone."""
import time

import honest


def turn(message):
    if message["turn"] in honest.options["turns"]:
        time.sleep(honest.options["sleep"])
    honest.turn(message)


honest.play(turn=turn)
