"""Makes a bot folder of a network that `ppo.py` has trained on PyRat.

    python export.py runs/pyrat/net.npz learner
    gridhaunt duel pyrat ./learner greedy -c preset=tiny

The folder needs Python alone: no torch, no NumPy, no package.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
from pathlib import Path

import numpy as np

PROGRAM = Path(__file__).parent / "bot" / "bot.py"
MANIFEST = """games = ["pyrat"]
run = ["python3", "bot.py"]
legal = false
"""
ROWS = 13
"""How many rows `routes` has in training: the mean over them is taken."""


def document(net: Path) -> dict[str, object]:
    """The weights as JSON: shape and bytes of each array, little-endian float32."""
    weights = {
        name: (weight.shape, base64.b64encode(weight.astype("<f4").tobytes()).decode("ascii"))
        for name, weight in np.load(net).items()
        if not name.startswith("value.")
    }
    return {"rows": ROWS, "weights": weights}


def export(net: Path, folder: Path) -> None:
    """Writes the folder, which must not be there yet."""
    weights = document(net)
    folder.mkdir(parents=True)
    shutil.copyfile(PROGRAM, folder / "bot.py")
    (folder / "bot.toml").write_text(MANIFEST, encoding="utf-8")
    (folder / "weights.json").write_text(json.dumps(weights), encoding="utf-8")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.folder.exists():
        parser.error(f"{given.folder} is there already")
    export(given.net, given.folder)


if __name__ == "__main__":
    main()
