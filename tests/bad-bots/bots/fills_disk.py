"""Writes files until there is no room. Bounded at 600 MiB, so that a test that fails does no harm."""
import os
from pathlib import Path

import honest

honest.check_shut_in()


def start(message):
    written = 0
    for folder in {os.environ["HOME"], os.environ["TMPDIR"], "/tmp", "/dev/shm", "/var/tmp", "."}:
        try:
            for number in range(10):
                with open(Path(folder) / f"fill-{number}", "wb") as file:
                    for _ in range(60):
                        written += file.write(b"a" * (1 << 20))
                        file.flush()
        except OSError:
            pass
    if written > 300 << 20:
        honest.got_through(f"{written} bytes were written")
    honest.start(message)


honest.play(start=start)
