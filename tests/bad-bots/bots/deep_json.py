"""Moves whose action is nested 20,000 deep."""
import honest

DEEP = b"[" * 20_000 + b"]" * 20_000


def turn(message):
    honest.write(b'{"type":"move","id":"%s","action":%s}\n' % (message["id"].encode(), DEEP))


honest.play(turn=turn)
