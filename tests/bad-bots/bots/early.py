"""Answers before it is asked, with ids that it makes up."""
import honest


def start(message):
    for guess in ("", "0", "1", "k3f9", message["match"], None, 7):
        honest.say({"type": "move", "id": guess, "index": 1})
    honest.say({"type": "move", "index": 1})
    honest.start(message)
    honest.say({"type": "move", "index": 1})


honest.play(start=start)
