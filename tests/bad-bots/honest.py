"""The loop of an honest bot. A bad bot replaces one part of it, so that its file shows the fault and nothing else."""

import json
import os
import sys
from pathlib import Path

# What `start` brought from the manifest.
options = {}


def say(message) -> None:
    write(json.dumps(message).encode() + b"\n")


def write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def hello(message) -> None:
    say({"type": "hello", "name": "bad"})


def start(message) -> None:
    say({"type": "ready"})


def turn(message) -> None:
    say({"type": "move", "id": message["id"], "index": 0})


def ping(message) -> None:
    say({"type": "pong", "id": message["id"]})


def play(**parts) -> None:
    """Plays until the input ends; a part is what is done with a message of that type."""
    parts = {"hello": hello, "start": start, "turn": turn, "ping": ping} | parts
    for line in sys.stdin:
        message = json.loads(line)
        options.update(message.get("options") or {})
        if message["type"] in parts:
            parts[message["type"]](message)


def got_through(words: str) -> None:
    """The attack did what it must not be able to do: the bot crashes, which is a verdict that the table forbids."""
    print(words, file=sys.stderr, flush=True)
    os._exit(66)


def check_shut_in() -> None:
    """Refuses to go on where the fault could reach more than this bot: same user and same processes as the test."""
    outside = json.loads((Path(__file__).parent / "outside.json").read_text())
    if os.getuid() == outside["uid"] and os.readlink("/proc/self/ns/pid") == outside["pid_namespace"]:
        got_through("this bot would do harm here: it needs a user or processes of its own")
