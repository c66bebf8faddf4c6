"""A class of bots as a program: the protocol, what it prints, and its end."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from programs import AS_ROOT, GOOD, PYTHON, folder, program

import gridhaunt
from gridhaunt import Invalid

CHATTY = """
import os, sys
import gridhaunt

class Chatty(gridhaunt.Bot):
    name = "chatty"
    version = "3"

    def start(self, start):
        print("start", self.game, self.seat, self.role, self.roles, self.options, self.seed, self.dice.random() < 1)
        self.maze = start["width"]

    def choose(self, view, legal):
        print("choose", self.maze)
        os.write(1, b"raw\\n")
        if view["turn"] == 9:
            raise ValueError("nine")
        return legal[-1]

    def end(self, view, outcome):
        print("end", outcome)

gridhaunt.bot.run(Chatty)
"""
START = {
    "type": "start", "match": "m", "game": "pyrat", "rules": 1, "seat": 1, "role": "rat", "seats": 2,
    "roles": ["python", "rat"], "names": [None, None], "start": {"width": 9}, "options": {"depth": 4},
    "clock": {}, "seed": "18446744073709551615",
}  # fmt: skip


def talk(script, *messages):
    """What a program answers, and what it writes to standard error."""
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    environment = os.environ | {"PYTHONPATH": str(PYTHON)}
    done = subprocess.run([sys.executable, "-c", script], input=lines, env=environment, capture_output=True, text=True, timeout=60)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr, done.returncode


def test_the_dialogue():
    hello = {"type": "hello", "protocol": 1, "host": "gridhaunt"}
    turn = {"type": "turn", "id": "a", "turn": 0, "seat": 1, "view": {"turn": 1}, "legal": [0, 1], "last": None}
    end = {"type": "end", "seat": 1, "view": {}, "outcome": None, "verdicts": {}}
    unknown = {"type": "weather"}
    answers, errors, code = talk(CHATTY, hello, START, turn, unknown, end, {"type": "ping", "id": "p"}, START, turn | {"id": "b"})
    assert answers == [
        {"type": "hello", "name": "chatty", "version": "3"},
        {"type": "ready"},
        {"type": "move", "id": "a", "action": 1},
        {"type": "pong", "id": "p"},
        {"type": "ready"},
        {"type": "move", "id": "b", "action": 1},
    ]
    assert code == 0
    told = "start pyrat 1 rat ['python', 'rat'] {'depth': 4} 18446744073709551615 True"
    assert errors.count(told) == 2 and "choose 9" in errors and "raw" in errors and "end None" in errors


def test_an_exception_ends_the_program_with_its_words():
    turn = {"type": "turn", "id": "a", "turn": 0, "seat": 1, "view": {"turn": 9}, "legal": [0, 1]}
    answers, errors, code = talk(CHATTY, {"type": "hello"}, START, turn)
    assert [answer["type"] for answer in answers] == ["hello", "ready"]
    assert code == 1 and "ValueError: nine" in errors


def test_a_bot_is_made_for_every_match_by_a_class_or_by_a_function():
    script = """
import functools, gridhaunt
class Counting(gridhaunt.Bot):
    def __init__(self, first): self.turns = first
    def choose(self, view, legal):
        self.turns += 1
        return self.turns
gridhaunt.bot.run(functools.partial(Counting, 5))
"""
    turn = {"type": "turn", "id": "a", "turn": 0, "seat": 1, "view": {}}
    answers, _, _ = talk(script, {"type": "hello"}, START, turn, turn, START, turn)
    assert answers[0]["name"] == "Counting"
    assert [answer["action"] for answer in answers if answer["type"] == "move"] == [6, 7, 6]


@pytest.mark.parametrize("wrong", [gridhaunt.Bot(), "greedy", None])
def test_run_wants_a_class(wrong):
    with pytest.raises(Invalid, match="a class of bots"):
        gridhaunt.bot.run(wrong)


def test_a_bot_without_choose_says_so():
    with pytest.raises(NotImplementedError, match="Bot has no method choose"):
        gridhaunt.Bot().choose({}, [])


def gridhaunt_binary():
    """The command, if it is built or installed."""
    built = [PYTHON.parent / "target" / profile / "gridhaunt" for profile in ("release", "debug")]
    found = [str(path) for path in built if path.exists()]
    return found[0] if found else shutil.which("gridhaunt")


@pytest.mark.skipif(gridhaunt_binary() is None, reason="the gridhaunt command is not built")
def test_check_passes():
    with folder() as place:
        good = program(place, "good", GOOD)
        command = [gridhaunt_binary(), "check", str(good), "--game", "pyrat", "--sandbox", "0", *["--as-root"] * AS_ROOT]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=place)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "fail" not in done.stdout


