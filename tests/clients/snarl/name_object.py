#!/usr/bin/env python3
"""Has a decoder that cuts a stream into values, and says its name as an object: name_object.py PORT."""
import json
import socket
import sys


def values(connection):
    decoder, text = json.JSONDecoder(), ""
    while True:
        received = connection.recv(1000)
        if not received:
            return
        text += received.decode("utf-8")
        while text := text.lstrip():
            try:
                value, end = decoder.raw_decode(text)
            except json.JSONDecodeError:
                break
            text = text[end:]
            yield value


def main():
    steps = [[1, 7], [1, 6], [1, 5], [1, 3]]
    with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 15) as connection:
        for value in values(connection):
            if value == "name":
                connection.sendall(json.dumps({"type": "player", "name": "nameobject"}).encode() + b"\r\n")
            elif value == "move":
                connection.sendall(json.dumps({"type": "move", "to": steps.pop()}, indent=2).encode())
            elif isinstance(value, dict) and value.get("type") == "end-game":
                print("the game is over")
                return
    sys.exit("no end")


main()
