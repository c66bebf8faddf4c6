"""The keeper of a program: the interpreter itself, with a single thread and nothing else in it.

Programs as bots are started by a keeper, which ends everything that they started when the host is gone, by whatever
signal. A host runs this file as `python -I -S -B _keeper.py gridhaunt:keeper`.
"""

from __future__ import annotations

import importlib
import os
import sys

if __name__ == "__main__":
    # Not as a part of the package, which would import much that a keeper has no use for.
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    importlib.import_module("_gridhaunt").keep(sys.argv[1])
