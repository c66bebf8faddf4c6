"""Fills its private folder without an end, also while it is emptied between two matches."""
import os
import threading
from pathlib import Path

import honest


def fill():
    home = Path(os.environ["TMPDIR"])
    for number in range(1 << 40):
        name = home / str(number % 100)
        try:
            name.mkdir(exist_ok=True)
            (name / "file").write_text("more")
            (name / "link").symlink_to("/etc/passwd")
        except OSError:
            pass


threading.Thread(target=fill, daemon=True).start()
honest.play()
