"""Plays well, while it writes to standard error without an end."""
import os
import threading

import honest


def chatter():
    while True:
        os.write(2, b"trace: all is well\n" * 3000)


threading.Thread(target=chatter, daemon=True).start()
honest.play()
