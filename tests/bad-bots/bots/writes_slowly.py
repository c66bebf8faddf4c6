"""Writes a byte a second of its move."""
import json
import time

import honest


def turn(message):
    for byte in json.dumps({"type": "move", "id": message["id"], "index": 0}):
        honest.write(byte.encode())
        time.sleep(1)


honest.play(turn=turn)
