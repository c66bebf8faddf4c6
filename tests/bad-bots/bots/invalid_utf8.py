"""Moves with bytes that are no UTF-8, in the action and beside it."""
import honest


def turn(message):
    honest.write(b'{"type":"move","id":"%s","action":"\xff\xfe\xc3(\xed\xa0\x80"}\n' % message["id"].encode())


honest.play(turn=turn)
