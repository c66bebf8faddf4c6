"""Opens 10,000 files."""
import honest


def start(message):
    files = []
    try:
        for _ in range(10_000):
            files.append(open("/dev/null", "rb"))
    except OSError:
        del files
        return honest.start(message)
    honest.got_through("10,000 files are open")


honest.play(start=start)
