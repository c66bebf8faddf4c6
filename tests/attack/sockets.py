"""Strangers at the servers: junk, fragments, floods and silence by the thousand, while a match of honest clients goes on."""

import random
import signal
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import siege


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port, server):
    for _ in range(200):
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if server.poll() is not None:
                raise siege.Finding(f"the server ended: {tail(server)}") from None
            time.sleep(0.05)
    raise siege.Finding("the server does not listen")


NEGOTIATE = b"POST /runnerhub/negotiate?negotiateVersion=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
UPGRADE = b"GET /runnerhub HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
HANDSHAKE = b'{"protocol":"json","version":1}\x1e'


def stranger(port, dice, counts):
    """One visit of somebody who means no good."""
    kind = dice.randrange(7)
    with socket.create_connection(("127.0.0.1", port), 5) as link:
        link.settimeout(0.2)
        if kind == 0:
            link.sendall(dice.randbytes(dice.choice([1, 100, 5000])))
        elif kind == 1:
            for byte in b'{"type":"move","to":[1,2]}':
                link.send(bytes([byte]))
        elif kind == 2:
            link.sendall(b"[" * 100_000)
        elif kind == 3:
            link.sendall(NEGOTIATE * 3)
        elif kind == 4:
            link.sendall(UPGRADE + bytes([0x81, 0xFE, 0xFF, 0xFF, 1, 2, 3, 4]) + dice.randbytes(3000))
        elif kind == 5:
            link.sendall(b'"name\x1b[2J\xe2\x80\xae"' * 50)
        else:
            link.sendall(siege.mutate(UPGRADE + HANDSHAKE, dice, [NEGOTIATE, b"\x00" * 100]))
        try:
            link.recv(4096)
        except OSError:
            pass
        if dice.random() < 0.3:
            # Goes without a word: reset in place of an orderly end.
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    counts[kind] = counts.get(kind, 0) + 1


def besiege(port, clock, seed, server):
    counts, failures = {}, []

    def visit(number):
        dice = random.Random(seed * 1000 + number)
        while clock.runs() and not failures:
            try:
                stranger(port, dice, counts)
            except OSError:
                # Turned away: a server may do that.
                time.sleep(0.01)
            if server.poll() is not None:
                failures.append("the server ended under attack")

    visitors = [threading.Thread(target=visit, args=(number,)) for number in range(16)]
    for visitor in visitors:
        visitor.start()
    most = 0
    while any(visitor.is_alive() for visitor in visitors):
        if server.poll() is None:
            most = max(most, siege.resident(server.pid))
        time.sleep(0.1)
    for visitor in visitors:
        visitor.join()
    if failures:
        raise siege.Finding(f"{failures[0]}: {tail(server)}")
    if most > 512 << 20:
        raise siege.Finding(f"the server takes {most >> 20} MiB")
    return sum(counts.values()), most


@contextmanager
def serve(words, port):
    """A server, and the file with all that it says: a pipe that nobody empties would hold it up."""
    with tempfile.NamedTemporaryFile() as said:
        server = subprocess.Popen([siege.GRIDHAUNT, *words, "--port", str(port)], stdout=said, stderr=said, cwd=siege.ROOT)
        server.said = lambda: Path(said.name).read_bytes()
        try:
            wait_for(port, server)
            yield server
        finally:
            server.kill()
            server.wait()


def end(server, name, seconds):
    """Waits for the end of a server, and looks at how it ended and at what it said."""
    try:
        code = server.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise siege.Finding(f"{name} does not end: {tail(server)}") from None
    siege.look([name], 0 if code == 130 else code, server.said())
    return code


def tail(server):
    return server.said().decode(errors="replace")[-2000:]


def frame(text: bytes) -> bytes:
    """A text frame of a client, masked with nothing."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + len(text).to_bytes(2, "big")
    return b"\x81" + size + b"\0\0\0\0" + text


def farmer(port):
    """An honest farmer, registered before the strangers come; it stands and listens until the match is over."""
    link = socket.create_connection(("127.0.0.1", port), 10)
    register = b'{"type":1,"invocationId":"0","target":"Register","arguments":["0f8fad5b-d9cb-469f-a165-70867728950e","ana"]}\x1e'
    link.sendall(UPGRADE)
    link.sendall(frame(HANDSHAKE) + frame(register))

    def listen():
        link.settimeout(None)
        while link.recv(1 << 16):
            pass
        link.close()

    threading.Thread(target=listen, daemon=True).start()


def attack(clock, seed):
    told, half = [], (clock.end - time.monotonic()) / 2
    # Snarl: the strangers come first, then players find the server as it was.
    port = free_port()
    words = "snarl server --levels examples/snarl/cellar.levels --clients 2 --wait 30 --name-tries 1 --max-rounds 50 --seed 1 --games 0 --parallel 8"
    with serve(words.split(), port) as server:
        visits, most = besiege(port, siege.Clock(half), seed, server)
        players = [
            subprocess.Popen([siege.GRIDHAUNT, "snarl", "client", "--port", str(port), "--name", name, "--bot", "explorer"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
            for name in ("ana", "bo")
        ]  # fmt: skip
        try:
            for player in players:
                if player.wait(timeout=120) != 0:
                    raise siege.Finding(f"snarl client: exit code {player.returncode} after {visits} strangers: {tail(server)}")
        except subprocess.TimeoutExpired:
            raise siege.Finding(f"snarl server: no game after {visits} strangers: {tail(server)}") from None
        finally:
            for player in players:
                player.kill()
                player.wait()
        server.send_signal(signal.SIGINT)
        end(server, "snarl server", 30)
        told.append(f"snarl: {visits} strangers, {most >> 20} MiB, then a game")
    # Sproutopia: the match goes on by its clock while they come.
    port = free_port()
    words = f"sproutopia serve --remote 1 --fill greedy --tick-rate 50 --ticks {max(20, int(half / 0.05))} --seed 1"
    with serve(words.split(), port) as server:
        farmer(port)
        visits, most = besiege(port, siege.Clock(half * 0.8), seed + 1, server)
        code = end(server, "sproutopia serve", half + 60)
        if code != 0:
            raise siege.Finding(f"sproutopia serve: exit code {code}: {tail(server)}")
        told.append(f"sproutopia: {visits} strangers, {most >> 20} MiB, and the match went on")
    return "; ".join(told)
