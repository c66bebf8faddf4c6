"""Plays its first match, and answers every later one with the ids of the first."""
import honest

ids = []
matches = 0


def start(message):
    global matches
    matches += 1
    honest.start(message)


def turn(message):
    if matches == 1:
        ids.append(message["id"])
        honest.turn(message)
    else:
        for id in ids:
            honest.turn({"id": id})


honest.play(start=start, turn=turn)
