"""Reads a byte a second."""
import os
import time

import honest

honest.hello({})
while os.read(0, 1):
    time.sleep(1)
