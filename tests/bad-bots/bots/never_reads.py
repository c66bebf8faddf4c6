"""Greets and is ready without reading a byte, until the host's pipe is full."""
import time

import honest

honest.hello({})
# `start` is there by now.
time.sleep(1)
honest.start({})
while True:
    time.sleep(60)
