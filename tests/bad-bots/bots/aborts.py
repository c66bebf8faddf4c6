"""Aborts in the middle of a turn."""
import os

import honest

honest.play(turn=lambda message: os.abort())
