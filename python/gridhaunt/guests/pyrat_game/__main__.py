"""`python -m gridhaunt.guests.pyrat_game SCRIPT [ARGUMENTS]`: runs a script of that package with our engine below."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pyrat
import pyrat.src.Game

from .game import Game


def main() -> None:
    """Puts our `Game` in the place of that package's, and runs the script as if it had been called itself."""
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit("usage: python -m gridhaunt.guests.pyrat_game SCRIPT [ARGUMENTS]\nexample: python -m gridhaunt.guests.pyrat_game games/sample_game.py")
    script = Path(sys.argv[1])
    if not script.is_file():
        sys.exit(f"there is no file {script}")
    pyrat.Game = pyrat.src.Game.Game = Game
    sys.argv = sys.argv[1:]
    # A workspace has its players beside the folder of its scripts.
    sys.path[:0] = [str(script.resolve().parent), str(script.resolve().parent.parent)]
    runpy.run_path(str(script), run_name="__main__")


if __name__ == "__main__":
    main()
