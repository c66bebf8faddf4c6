"""Writes a megabyte to standard error in every match, which is within what a match may have."""
import os

import honest


def start(message):
    for _ in range(1024):
        os.write(2, b"." * 1023 + b"\n")
    honest.start(message)


honest.play(start=start)
