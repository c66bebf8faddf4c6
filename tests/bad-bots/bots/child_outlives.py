"""Plays well and leaves, but a child of it stays with the pipes."""
import os
import time

import honest

if os.fork() == 0:
    time.sleep(600)
honest.play()
