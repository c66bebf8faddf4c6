"""Moves, and lines without an end from the moment it has moved."""
import honest


def turn(message):
    honest.turn(message)
    while True:
        honest.write(b'{"type":"thinking"}\n' * 1000)


honest.play(turn=turn)
