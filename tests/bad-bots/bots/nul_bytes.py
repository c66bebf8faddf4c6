"""NUL bytes around its moves."""
import honest


def turn(message):
    honest.write(b'\0{"type":"move","id":"%s","action":"up\0"}\0\n' % message["id"].encode())


honest.play(turn=turn)
