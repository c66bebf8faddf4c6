"""`gridhaunt new`: starters of every game and language build, pass their own tests and answer as Python's does.

STARTERS=go,java chooses languages; by default those whose tool chains every developer of Gridhaunt has.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import tomllib
from pathlib import Path

import pytest

from dialogues import GAMES, ROOT, VIEWS, record

TOOLS = {"python": "python3", "javascript": "node", "rust": "cargo", "cpp": "g++", "go": "go", "java": "javac"}
CHOSEN = os.environ.get("STARTERS", "python,javascript,rust,cpp").split(",")
TESTS = {
    "python": ["python3", "-m", "unittest", "--quiet"],
    "javascript": ["node", "--test"],
    "rust": ["cargo", "test", "--quiet", "--offline"],
    "cpp": ["make", "--silent", "test"],
    "go": ["go", "test"],
    "java": ["sh", "-c", "javac -d target *.java && java -cp target BotTest"],
}
# Quick builds, for what is asked here is not speed; the build of bot.toml itself is tried with PyRat.
QUICK = {
    "rust": (["cargo", "build", "--quiet", "--offline"], ["target/debug/bot"]),
    "cpp": (["make", "--silent", "CXXFLAGS=-O0 -Wall -Wextra -Werror"], ["target/bot"]),
}
TEXTS = {"python": "bot.py", "javascript": "bot.js", "rust": "bot.rs", "cpp": "bot.hpp", "go": "bot.go", "java": "Bot.java"}


def run(command, folder=None, **more):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, **more)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="session")
def gridhaunt():
    if binary := os.environ.get("GRIDHAUNT"):
        return binary
    subprocess.run(["cargo", "build", "--quiet", "--features", "full"], cwd=ROOT, check=True)
    return str(ROOT / "target" / "debug" / "gridhaunt")


@pytest.fixture(scope="session")
def starter(gridhaunt):
    """Makes the starter of a game in a language, once."""
    made = {}
    whole = tempfile.TemporaryDirectory()
    os.chmod(whole.name, 0o755)  # a host that is root starts bots as somebody else

    def make(game, language):
        if not shutil.which(TOOLS[language]):
            pytest.skip(f"{TOOLS[language]} is not installed")
        if (game, language) not in made:
            folder = Path(whole.name) / f"{game}-{language}"
            answer = json.loads(run([gridhaunt, "new", game, folder, "--lang", language]))
            assert answer["next"] == f"gridhaunt check {folder}"
            assert {"README.md", "bot.toml", "dialogue.jsonl"} <= {Path(file).name for file in answer["files"]}
            made[game, language] = folder
        return made[game, language]

    yield make
    whole.cleanup()


@pytest.fixture(scope="session")
def asked(gridhaunt):
    """The dialogue of a game, and what Python's starter answers."""
    kept = {}

    def of(game, starter):
        if game not in kept:
            lines = record(gridhaunt, game)
            said = answers(["python3", "bot.py"], starter(game, "python"), lines)
            kept[game] = lines, said
        return kept[game]

    return of


def answers(command, folder, lines):
    """What a bot answers to a dialogue that is handed over all at once: its lines as objects."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return [json.loads(line) for line in run(command, folder, input=text).splitlines()]


def manifest(folder):
    return tomllib.loads((folder / "bot.toml").read_text())


@pytest.mark.parametrize("game", GAMES)
def test_python_answers_every_turn_with_a_legal_action(game, starter, asked):
    lines, said = asked(game, starter)
    legal = {line["id"]: line["legal"] for line in lines if line["type"] == "turn"}
    moves = {line["id"]: line["action"] for line in said if line["type"] == "move"}
    assert len(legal) >= VIEWS and moves.keys() == legal.keys()
    assert [name for name, action in moves.items() if action not in legal[name]] == []
    assert len({json.dumps(action) for action in moves.values()}) > 2, "it does not always do the same"
    kinds = {"hello": "hello", "start": "ready", "turn": "move", "ping": "pong"}
    assert [line["type"] for line in said] == [kinds[line["type"]] for line in lines if line["type"] in kinds]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", [language for language in CHOSEN if language != "python"])
def test_every_language_gives_pythons_answers(game, language, starter, asked):
    folder = starter(game, language)
    usual = manifest(folder)
    build, command = QUICK.get(language, (usual.get("build"), usual["run"]))
    if build:
        run(build, folder)
    lines, expected = asked(game, starter)
    said = answers(command, folder, lines)
    for line in (line for line in said if line["type"] == "hello"):
        line["name"] = expected[0]["name"]
    differ = [(mine, theirs) for mine, theirs in zip(said, expected) if without_seat(mine) != without_seat(theirs)]
    assert len(said) == len(expected) and differ[:3] == []


def without_seat(line):
    return {key: value for key, value in line.items() if key != "seat"}


@pytest.mark.parametrize("language", CHOSEN)
def test_the_build_and_the_own_tests_of_a_starter_pass(language, starter, asked):
    folder = starter("pyrat", language)
    usual = manifest(folder)
    if "build" in usual:
        run(usual["build"], folder)
    lines, expected = asked("pyrat", starter)
    said = answers(usual["run"], folder, lines)
    assert [line.get("action") for line in said] == [line.get("action") for line in expected]
    run(TESTS[language], folder)


@pytest.mark.parametrize("language", CHOSEN)
def test_a_starter_passes_check_and_plays(language, gridhaunt, starter):
    folder = starter("pyrat", language)
    run([gridhaunt, "check", folder, "--clock", "10s"])
    told = json.loads(run([gridhaunt, "play", "pyrat", folder, "random", "-s", "7", "--clock", "10s", "--no-replay"]))
    assert told["winner_side"] == "python" and told["faults"] == [0, 0]


@pytest.mark.parametrize("game", GAMES)
def test_own_tests_pass_for_every_game_where_nothing_is_built(game, starter):
    for language in {"python", "javascript"} & set(CHOSEN):
        run(TESTS[language], starter(game, language))


@pytest.mark.parametrize("game", GAMES)
def test_choose_has_at_most_twenty_lines(game):
    for language, file in TEXTS.items():
        lines = (ROOT / "crates" / "bots" / "starters" / game / file).read_text().splitlines()
        at = next(number for number, line in enumerate(lines) if re.search(r"(def|fn|Json|Object|\)) [cC]hoose\(|^  choose\(", line))
        indent = len(lines[at]) - len(lines[at].lstrip())
        inside = 0
        for line in lines[at + 1 :]:
            if line.strip() and len(line) - len(line.lstrip()) <= indent:
                break
            inside += bool(line.strip())
        assert 0 < inside <= 20, f"{language}: {inside} lines"


def test_a_folder_that_is_not_empty_is_refused(gridhaunt, tmp_path):
    (tmp_path / "here").write_text("")
    done = subprocess.run([gridhaunt, "new", "pyrat", tmp_path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == f'gridhaunt: folder: "{tmp_path}" is not empty: name a folder that does not exist yet\n'
    assert [path.name for path in tmp_path.iterdir()] == ["here"]
