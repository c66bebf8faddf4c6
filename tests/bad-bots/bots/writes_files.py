"""Writes outside its private folder: beside its own program, into another bot's folder, into the system."""
from pathlib import Path

import honest


def start(message):
    for path in [*honest.options["folders"], ".", "/etc", "/usr/bin", "/"]:
        try:
            (Path(path) / "written-by-a-bad-bot").write_text("here")
        except OSError:
            continue
        honest.got_through(f"a file in {path} can be written")
    honest.start(message)


honest.play(start=start)
