"""Links from its private folder to files of others, so that whoever empties it removes theirs."""
import os
from pathlib import Path

import honest


def start(message):
    home = Path(os.environ["TMPDIR"])
    for number, path in enumerate(honest.options["files"]):
        (home / f"link-{number}").symlink_to(path)
        deep = home / f"deep-{number}" / ("d" * 200) / ("d" * 200)
        deep.mkdir(parents=True, exist_ok=True)
        (deep / "link").symlink_to(path)
    (home / "locked").mkdir(mode=0o000)
    honest.start(message)


honest.play(start=start)
