"""Moves for the other seat: a bot speaks for its own seat, whatever it says."""
import honest


def turn(message):
    for seat in (1 - message["seat"], -1, 255, "1", None):
        honest.say({"type": "maybe", "seat": seat, "id": message["id"], "index": 1})
    honest.say({"type": "move", "seat": 1 - message["seat"], "id": message["id"], "index": 0})


honest.play(turn=turn)
