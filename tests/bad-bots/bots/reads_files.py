"""Reads files of others: records of matches, another bot's folder, a file that only the test may read."""
from pathlib import Path

import honest


def start(message):
    for path in honest.options["files"]:
        try:
            if Path(path).is_dir():
                list(Path(path).iterdir())
            else:
                Path(path).read_bytes()
        except OSError:
            continue
        honest.got_through(f"{path} can be read")
    honest.start(message)


honest.play(start=start)
