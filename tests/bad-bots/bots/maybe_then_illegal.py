"""A legal maybe and then one that is not: the legal one is played when time is up."""
import honest


def turn(message):
    honest.say({"type": "maybe", "id": message["id"], "index": 0})
    honest.say({"type": "maybe", "id": message["id"], "action": {"sideways": True}})


honest.play(turn=turn)
