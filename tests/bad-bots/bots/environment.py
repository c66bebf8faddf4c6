"""Looks for what it inherited: variables of the host, descriptors beyond its three, rights, a dump of its memory."""
import os
import resource

import honest


def start(message):
    secret = [name for name in os.environ if name.startswith(("GRIDHAUNT_BAD", "CARGO", "DATABASE", "SSH", "LD_"))]
    if secret:
        honest.got_through(f"{secret} is in the environment")
    open_files = []
    for number in range(3, 1024):
        try:
            os.fstat(number)
            open_files.append(number)
        except OSError:
            pass
    if open_files:
        honest.got_through(f"descriptors {open_files} are inherited")
    status = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
    if status["NoNewPrivs"].strip() != "1":
        honest.got_through("it may gain privileges")
    # 1 is less than any dump, and forbids also those that go to a program.
    if resource.getrlimit(resource.RLIMIT_CORE)[1] > 1:
        honest.got_through("its memory may be dumped")
    if os.umask(0o077) != 0o077:
        honest.got_through("what it writes may be read by others")
    honest.start(message)


honest.play(start=start)
