"""What all tests need."""

import signal

# A shell starts what it puts into the background without it, and tests of Ctrl-C would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
