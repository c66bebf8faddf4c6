"""Makes sockets of kinds that lead out of a virtual machine or into the kernel."""
import socket

import honest


def start(message):
    for name in ("AF_VSOCK", "AF_NETLINK", "AF_PACKET", "AF_ALG", "AF_BLUETOOTH"):
        try:
            socket.socket(getattr(socket, name), socket.SOCK_RAW if name in ("AF_NETLINK", "AF_PACKET") else socket.SOCK_STREAM).close()
        except (OSError, AttributeError):
            continue
        honest.got_through(f"it has a socket of {name}")
    honest.start(message)


honest.play(start=start)
