"""Writes one file of more than 256 MiB, sparse so that it costs nothing."""
import os
from pathlib import Path

import honest


def start(message):
    try:
        with open(Path(os.environ["TMPDIR"]) / "large", "wb") as file:
            file.seek(300 << 20)
            file.write(b"a")
            file.flush()
    except OSError:
        return honest.start(message)
    honest.got_through("a file of 300 MiB")


honest.play(start=start)
