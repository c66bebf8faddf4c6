"""A bot for tests: honest, but for the fault that its option `mode` names, in turn `at` or, if there is none, in every one."""

import hashlib
import json
import os
import sys
import time

options = {}
handed = hashlib.sha256()


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def say(**message):
    write(json.dumps(message) + "\n")


def is_bad(turn):
    return options.get("at") in (None, turn)


def play(message):
    mode, word = options.get("mode", "honest"), message["id"]
    move = {"type": "move", "id": word, "index": 0}
    if not is_bad(message["turn"]):
        say(**move)
    elif mode == "late":
        time.sleep(60)
    elif mode == "illegal":
        say(type="move", id=word, action="fly")
    elif mode == "crash":
        raise SystemExit("no cheese left in turn %d" % message["turn"])
    elif mode == "partial":
        write(json.dumps(move))
        time.sleep(60)
    elif mode == "garbled":
        write("I think I go up\n")
        time.sleep(60)
    elif mode == "stray":
        write("thinking ...\n")
        say(**move)
    elif mode == "maybe":
        say(type="maybe", id=word, action="fly")
        say(type="maybe", id=word, index=1)
        time.sleep(60)
    elif mode == "note":
        say(type="note", id=word, text="the cheese is near", marks=[])
        say(**move)
    else:
        say(**move)


for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    # What it was handed so far, but for the words that are new each time.
    handed.update(json.dumps({key: value for key, value in message.items() if key != "id"}).encode())
    print("handed", kind, message.get("turn"), handed.hexdigest()[:16], file=sys.stderr, flush=True)
    if kind == "hello":
        say(type="hello", name="tester")
        print("pid", os.getpid(), file=sys.stderr, flush=True)
    elif kind == "ping":
        say(type="pong", id=message["id"])
    elif kind == "start":
        options = message["options"]
        if options.get("mode") == "unready":
            raise SystemExit("I do not like this maze")
        say(type="ready")
    elif kind == "turn":
        play(message)
if options.get("mode") == "lingers":
    time.sleep(60)
