"""Prints its moves for people, and sends none."""
import honest


def turn(message):
    print("I go \x1b[31mup\x1b[0m", flush=True)


honest.play(turn=turn)
