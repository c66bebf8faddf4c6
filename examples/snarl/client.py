#!/usr/bin/env python3
"""Plays Snarl at a gridhaunt server: client.py [NAME [PORT [HOST]]]. It goes where chance leads it."""
import json
import random
import socket
import sys

name, port, host = sys.argv[1:] + ["python", "45678", "127.0.0.1"][len(sys.argv) - 1:]


def choose(update):
    """A tile at most two steps away, over tiles that are not wall, where no other player stands."""
    layout, (row, column) = update["layout"], update["position"]
    middle = len(layout) // 2
    tiles = {(0, 0)}
    for _ in range(2):
        near = {(r + dr, c + dc) for r, c in tiles for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0))}
        tiles |= {(r, c) for r, c in near if layout[middle + r][middle + c] > 0}
    players = [actor["position"] for actor in update["actors"] if actor["type"] == "player"]
    return random.choice([at for r, c in sorted(tiles) if (at := [row + r, column + c]) not in players])


with socket.create_connection((host, int(port))) as connection, connection.makefile("rw", encoding="utf-8") as wire:
    for line in wire:
        message = json.loads(line)
        if message == "name":
            print(json.dumps(name), file=wire, flush=True)
        elif message == "move":
            print(json.dumps({"type": "move", "to": choose(update)}), file=wire, flush=True)
        elif isinstance(message, dict):
            print(message.get("message") or message.get("scores") or message["type"])
            if message["type"] == "player-update":
                update = message
