"""Lines without an end instead of a hello."""
import honest

while True:
    honest.write(b"yes\n" * 10_000)
