"""Plays well, and exits with an error when it should leave."""
import sys

import honest

honest.play()
sys.exit(9)
