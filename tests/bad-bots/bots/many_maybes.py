"""Very many maybes in a turn, so that the host has no time for its opponent."""
import honest


def turn(message):
    maybe = b'{"type":"maybe","id":"%s","index":1}\n' % message["id"].encode()
    honest.write(maybe * 2000)
    honest.turn(message)


honest.play(turn=turn)
