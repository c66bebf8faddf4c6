"""Two ids and two indices in one message: whatever is made of it, it must be the same each time."""
import honest


def turn(message):
    honest.write(b'{"type":"move","id":"other","id":"%s","index":99,"index":0}\n' % message["id"].encode())


honest.play(turn=turn)
