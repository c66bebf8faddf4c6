"""Lines without an end instead of a move, each short enough."""
import honest


def turn(message):
    while True:
        honest.write(b'{"type":"thinking"}\n' * 1000)


honest.play(turn=turn)
