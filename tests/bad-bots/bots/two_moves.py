"""Sends a move, and then two more for the same turn: the first decides."""
import honest


def turn(message):
    honest.turn(message)
    honest.say({"type": "move", "id": message["id"], "index": 1})
    honest.say({"type": "move", "id": message["id"], "action": "nonsense"})


honest.play(turn=turn)
