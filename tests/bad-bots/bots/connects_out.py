"""Connects to a server on this machine, over IPv4, IPv6 and UDP."""
import socket

import honest


def start(message):
    for family, kind, host in [
        (socket.AF_INET, socket.SOCK_STREAM, "127.0.0.1"),
        (socket.AF_INET6, socket.SOCK_STREAM, "::1"),
        (socket.AF_INET, socket.SOCK_DGRAM, "127.0.0.1"),
    ]:
        try:
            with socket.socket(family, kind) as end:
                end.settimeout(1)
                end.connect((host, honest.options["port"]))
                end.send(b"hello")
                if kind == socket.SOCK_DGRAM:
                    end.recv(1)
        except OSError:
            continue
        honest.got_through(f"it reaches {host} by {kind.name}")
    honest.start(message)


honest.play(start=start)
