"""Says what it might do, in a way that it cannot, and then nothing: the game's default action is played."""
import honest


def turn(message):
    honest.say({"type": "maybe", "id": message["id"], "action": "sideways"})
    honest.say({"type": "maybe", "id": message["id"], "index": 1 << 40})


honest.play(turn=turn)
