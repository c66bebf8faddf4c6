#!/usr/bin/env python3
"""Sends what a person typed, coordinates as texts, a read a message: text_numbers.py PORT."""
import json
import socket
import sys

typed = ["1 3", "1 5", "1 6", "1 7"]
wire = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=15)


def on_message(message):
    if message == "name":
        return "textnumbers"
    if message == "move":
        row, column = typed.pop(0).split()
        return {"type": "move", "to": [row, column]}
    return None


while received := wire.recv(8192):
    message = json.loads(received)
    if (answer := on_message(message)) is not None:
        wire.sendall(json.dumps(answer).encode())
    if isinstance(message, dict) and message.get("type") == "end-game":
        print("the game is over")
        sys.exit(0)
sys.exit("closed")
