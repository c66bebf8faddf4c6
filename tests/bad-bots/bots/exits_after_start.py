"""Exits 0 when it has seen its opponent."""
import sys

import honest

honest.play(start=lambda message: sys.exit(0))
