"""Dies of an exception whose words would steer a terminal."""
import honest


def turn(message):
    raise RuntimeError("\x1b]0;owned\x07\x1b[2J\u202e")


honest.play(turn=turn)
