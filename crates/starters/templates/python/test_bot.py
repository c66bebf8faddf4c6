"""python3 -m unittest: the bot answers every turn of a recorded dialogue with a legal action."""

import json
import unittest
from pathlib import Path

from bot import Bot
from protocol import match_of, turn_of


class Dialogue(unittest.TestCase):
    def test_every_answer_is_legal(self):
        bots, turns = {}, 0
        for line in (Path(__file__).parent / "dialogue.jsonl").read_text().splitlines():
            message = json.loads(line)
            if message["type"] == "start":
                bots[message["seat"]] = Bot()
                bots[message["seat"]].start(match_of(message))
            elif message["type"] == "turn":
                turn = turn_of(message)
                self.assertIn(bots[turn.seat].choose(turn), turn.legal, f"turn {turn.number}")
                turns += 1
        self.assertGreater(turns, 0)


if __name__ == "__main__":
    unittest.main()
