"""Kills its process group, and so itself."""
import os
import signal

import honest

honest.check_shut_in()
honest.play(turn=lambda message: os.kill(0, signal.SIGKILL))
