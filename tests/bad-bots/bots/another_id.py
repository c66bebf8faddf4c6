"""Moves with an id that looks like its own, but is another's."""
import honest


def turn(message):
    honest.turn({"id": message["id"][::-1] + "0"})
    honest.turn({"id": message["id"][:-1]})
    honest.turn({"id": message["id"].upper() + "A"})


honest.play(turn=turn)
