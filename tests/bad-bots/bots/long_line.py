"""A line of 1 GiB."""
import honest


def turn(message):
    for _ in range(1 << 14):
        honest.write(b"a" * (1 << 16))
    honest.write(b"\n")


honest.play(turn=turn)
