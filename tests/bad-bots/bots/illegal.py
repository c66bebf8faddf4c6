"""Sends moves that no game has."""
import honest

moves = [{"action": "sideways"}, {"index": -1}, {"index": 1.5}, {"index": "0"}, {"action": None}, {"action": []}, {}]


def turn(message):
    honest.say({"type": "move", "id": message["id"]} | moves[message["turn"] % len(moves)])


honest.play(turn=turn)
