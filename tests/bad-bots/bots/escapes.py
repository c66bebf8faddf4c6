"""Puts what steers a terminal wherever words may stand: its name, stray lines, notes, actions, standard error."""
import sys

import honest

EVIL = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m\r"


def hello(message):
    honest.say({"type": "hello", "name": EVIL, "version": EVIL})


def turn(message):
    honest.write(EVIL.encode() + b"\n")
    print(EVIL, file=sys.stderr, flush=True)
    honest.say({"type": "note", "id": message["id"], "text": EVIL, "marks": [EVIL]})
    honest.say({"type": "move", "id": message["id"], "action": EVIL})


honest.play(hello=hello, turn=turn)
