"""Plays well, does not leave when its input ends, and ignores every signal that it can."""
import signal
import time

import honest

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
honest.play()
while True:
    time.sleep(60)
