"""Plays well, and leaves a process that forked twice, has a session of its own and ignores signals."""
import os
import signal
import time

import honest

if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    for stream in (0, 1, 2):
        os.close(stream)
    os.chdir("/")
    time.sleep(600)
honest.play()
