#!/usr/bin/env python3
"""Takes what one read brings for one message, as many do: one_read.py PORT."""
import json
import socket
import sys

WAY = [[1, 3], [1, 5], [1, 6], [1, 7]]

server = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
server.settimeout(15)
turns = iter(WAY)
while True:
    data = server.recv(65536)
    if not data:
        sys.exit("closed before the end")
    message = json.loads(data.decode())
    if message == "name":
        server.send(b'"oneread"')
    elif message == "move":
        server.send(json.dumps({"type": "move", "to": next(turns)}).encode())
    elif isinstance(message, dict) and message["type"] == "end-game":
        print("the game is over")
        break
