"""Connects to Unix sockets of the machine, by a path and by an abstract name."""
import socket

import honest


def start(message):
    for name in honest.options["sockets"]:
        try:
            with socket.socket(socket.AF_UNIX) as end:
                end.settimeout(1)
                end.connect(name.replace("@", "\0"))
        except OSError:
            continue
        honest.got_through(f"it reaches the socket {name}")
    honest.start(message)


honest.play(start=start)
