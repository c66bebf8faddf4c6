"""Notes of every wrong kind, and far more of them than are kept."""
import honest

notes = [{"text": 7}, {"text": None, "marks": 3}, {"marks": [{"cell": [1 << 70, -1], "colour": "\x1b[31m"}]}, {"text": "x" * 9000}, {}]


def turn(message):
    for note in notes:
        honest.say({"type": "note", "id": message["id"]} | note)
    for _ in range(200):
        honest.say({"type": "note", "id": message["id"], "text": "a" * 100})
    honest.turn(message)


honest.play(turn=turn)
