"""Is fine 999 times in 1,000: by its seed it crashes, hangs, babbles or cheats in one turn of so many."""
import os
import random
import time

import honest

FAULTS = [
    lambda message: os.abort(),
    lambda message: time.sleep(600),
    lambda message: honest.write(b"?" * (1 << 20)),
    lambda message: honest.say({"type": "move", "id": message["id"], "action": "cheat"}),
    lambda message: os.close(1),
]
dice = random.Random()


def start(message):
    dice.seed(message["seed"])
    honest.start(message)


def turn(message):
    if dice.random() * honest.options.get("odds", 1000) < 1:
        dice.choice(FAULTS)(message)
    honest.turn(message)


honest.play(start=start, turn=turn)
