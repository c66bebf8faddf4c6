"""Runs a script of `pyrat-game` with our engine below: `python -m gridhaunt.guests.pyrat_game SCRIPT [ARGUMENTS]`."""

from __future__ import annotations

import argparse
import runpy
import sys
from pathlib import Path

import pyrat
import pyrat.src.Game

from ._game import Game


def main() -> None:
    """Puts our `Game` in the place of that package's, and runs the script as if it had been called itself."""
    parser = argparse.ArgumentParser(
        prog="python -m gridhaunt.guests.pyrat_game",
        description="Runs a script of pyrat-game unchanged, with Gridhaunt's engine below its Game.",
    )
    parser.add_argument("--no-drawing", action="store_true", help="draw nothing, whatever the script says")
    parser.add_argument("--replays", metavar="FOLDER", help="write the record of every game into this folder")
    parser.add_argument("script", help="the script, such as games/sample_game.py")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="what the script itself is given")
    args = parser.parse_args()
    script = Path(args.script)
    if not script.is_file():
        parser.error(f"there is no file {script}")
    Game.draws, Game.replays = not args.no_drawing, args.replays
    pyrat.Game = pyrat.src.Game.Game = Game
    sys.argv = [args.script, *args.arguments]
    # A workspace has its players beside the folder of its scripts.
    sys.path[:0] = [str(script.resolve().parent), str(script.resolve().parent.parent)]
    runpy.run_path(str(script), run_name="__main__")


if __name__ == "__main__":
    main()
