"""Writes its whole move, without the end of the line."""
import json

import honest


def turn(message):
    honest.write(json.dumps({"type": "move", "id": message["id"], "index": 0}).encode())


honest.play(turn=turn)
