"""Prints for people, before everything and beside every move, as beginners do."""
import honest

print("*** CHEESE FIEND 3000 ***\n(c) me", flush=True)


def turn(message):
    print("thinking about turn", message["turn"], flush=True)
    print(["a list", "is JSON", "but no message"], flush=True)
    honest.turn(message)
    print('{"type":"debug","of":"a type that nobody knows"}', flush=True)


honest.play(turn=turn)
