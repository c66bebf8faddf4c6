"""Looks at processes outside in /proc: what they are called with, their environment, their memory."""
import honest


def start(message):
    for pid in honest.options["pids"]:
        for name in ("cmdline", "environ", "mem", "maps"):
            try:
                with open(f"/proc/{pid}/{name}", "rb") as file:
                    file.read(1 if name != "mem" else 0)
            except OSError:
                continue
            honest.got_through(f"/proc/{pid}/{name} can be read")
    honest.start(message)


honest.play(start=start)
