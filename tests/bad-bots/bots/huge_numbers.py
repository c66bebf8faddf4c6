"""Numbers beyond 64 bits where a place in a list is meant."""
import honest

NUMBERS = [b"18446744073709551616", b"-9223372036854775809", b"1e400", b"4294967296", b"9" * 5000]


def turn(message):
    honest.write(b'{"type":"move","id":"%s","index":%s}\n' % (message["id"].encode(), NUMBERS[message["turn"] % len(NUMBERS)]))


honest.play(turn=turn)
