"""Players of `pyrat-game` as bots of PyRat: named by `pyrat:PATH`, each in a process of its own (R42 to R50, B1, B3)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pyrat import Action, GameState, Player

import gridhaunt as package
from gridhaunt.guests.pyrat_game._classes import NoPlayerError, find_class
from gridhaunt.guests.pyrat_game._seat import Seated
from gridhaunt.table import Table

MATCHES = int(os.environ.get("GUESTS_MATCHES", "4"))
TEMPLATES = ("Random1", "Random2", "Random3", "Random4", "TemplatePlayer")

BEGIN = "import sys, time\nfrom pyrat import *\nclass Own(Player):\n"
TURN = "    def turn(self, maze, state):\n        return Action.NORTH\n"


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o644)
    file.parent.chmod(0o755)
    return file


@pytest.mark.parametrize("name", TEMPLATES)
def test_what_the_package_brings_along_plays_without_a_fault(name, workspace, gridhaunt):
    player = f"pyrat:{workspace}/players/{name}.py"
    (guest, greedy, _), told = gridhaunt("play", "pyrat", player, "greedy", "-n", MATCHES, "--rotate", "-c", "preset=tiny", timeout=600)
    assert not told, told
    assert (guest["bot"], guest["games"], guest["faults"]) == (name, MATCHES, 0) and greedy["faults"] == 0


def test_a_folder_of_players_holds_a_tournament(workspace, gridhaunt, shut_in, tmp_path):
    if not shut_in:
        pytest.skip("a bot with an uid of its own may not use this Python")
    entered = TEMPLATES[-3:]
    for name in entered:
        write(tmp_path, f"workspace/players/{name}.py", (workspace / "players" / f"{name}.py").read_text())
    write(tmp_path, "workspace/players/ways.py", "print('no player')\n")
    # The file of the page, with short matches.
    page = (Path(__file__).parents[2] / "docs" / "guests.md").read_text(encoding="utf-8")
    spec = page.split("```toml\n")[1].split("```")[0]
    short = spec.replace("blocks = 20", "blocks = 1").replace('{ preset = "medium" }', '{ preset = "tiny", max_turns = 40 }')
    assert short.count("max_turns") == 1 and "blocks = 1\n" in short
    write(tmp_path, "course.toml", short)
    rows, told = gridhaunt("tournament", "run", "course.toml", "--db", "course.db")
    assert "unfit" not in told and "crashed" not in told, told
    text = str(rows)
    assert all(name in text for name in (*entered, "greedy")) and "ways" not in text
    listed, _ = gridhaunt("tournament", "results", "--db", "course.db")
    assert "Random4" in str(listed)


def test_python_names_them_too(workspace):
    as_root = {"as_root": True} if os.geteuid() == 0 else {}
    played = package.play("pyrat", [f"pyrat:{workspace}/players/Random4.py", "greedy"], seed=3, preset="tiny", terms={"clock": "5s", **as_root})
    assert played.players == ["Random4", "greedy"] and played.faults == [0, 0], played.told
    rival = f"pyrat:{workspace}/players/Random2.py:Random2"
    table = Table("pyrat", seed=5, seats=["python"], opponents={rival: 1}, preset="tiny", max_turns=20, terms={"clock": "5s", **as_root})
    while not table.terminated:
        table.step([0])
    assert table.faults == []


def test_the_same_seed_is_the_same_match(workspace, gridhaunt):
    """Players throw dice that are made from the seed of their bot, so that a match can be handed to them again."""
    player = f"pyrat:{workspace}/players/Random2.py"
    gridhaunt("play", "pyrat", player, "greedy", "-c", "preset=tiny", "-s", 5, "-o", "match.jsonl")
    *_, last = gridhaunt("repro", "match.jsonl", "--seat", 0, player)[0]
    assert last["differ"] == 0 and last["version"] == "same" and last["turns"] > 5


def test_check_knows_the_game(workspace, gridhaunt):
    lines, _ = gridhaunt("check", f"pyrat:{workspace}/players/Random4.py")
    assert [line["result"] for line in lines if "check" in line].count("fail") == 0
    assert not any(line.get("check") == "lines" and line["result"] != "pass" for line in lines), "what it prints is no stray line"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import nothing_here\n", "unfit: it exited with code 1 before hello; its last words: ModuleNotFoundError: No module named 'nothing_here'"),
        ("class Own(Player)\n", "its last words: SyntaxError"),
        ("x = 1\n", "own.py has no player: no subclass of pyrat.Player with a method turn"),
        (BEGIN + TURN + "class Other(Own):\n    pass\n", "own.py has 2 players (Own, Other): name one of them, as in pyrat:"),
        (BEGIN + "    def __init__(self):\n        raise ValueError('no player today')\n" + TURN, "crashed: it exited with code 1; its last words: ValueError: no player today"),
        (BEGIN + "    def __init__(self, depth):\n        super().__init__()\n" + TURN, "its last words: Own needs depth: give it as an option, as in :depth=…"),
        (BEGIN + "    def preprocessing(self, maze, state):\n        {}['way']\n" + TURN, "crashed: it exited with code 1; its last words: KeyError: 'way'"),
        (BEGIN + "    def preprocessing(self, maze, state):\n        time.sleep(60)\n" + TURN, "unready: no ready in time"),
        (BEGIN + "    def turn(self, maze, state):\n        return 1 / 0\n", 'step 1: illegal: "ZeroDivisionError: division by zero" is not allowed now'),
        (BEGIN + "    def turn(self, maze, state):\n        return None\n", 'step 5: illegal: "None, which is no Action" is not allowed now'),
        (BEGIN + "    def turn(self, maze, state):\n        return 'north'\n", "\"'north', which is no Action\" is not allowed now"),
        (BEGIN + "    def turn(self, maze, state):\n        return input()\n", 'illegal: "EOFError: EOF when reading a line" is not allowed now'),
        (BEGIN + "    def turn(self, maze, state):\n        sys.exit(3)\n", "step 1: crashed: it exited with code 3"),
        (BEGIN + "    def turn(self, maze, state):\n        time.sleep(60)\n", "step 5: late: no move in time"),
        (BEGIN + "    def turn(self, maze, state):\n        print('x' * 9_000_000)\n        return Action.NORTH\n", "flooded: it wrote more than 16 MiB to its standard error"),
    ],
)
def test_what_goes_wrong_is_told_and_costs_what_it_costs_everybody(text, words, gridhaunt, tmp_path):
    # R50 of PyRat
    write(tmp_path, "players/own.py", text)
    _, told = gridhaunt("play", "pyrat", "pyrat:players/own.py", "idle", "-c", "preset=tiny", "-s", 1, "--clock", "200ms", "-o", "own.jsonl", rc=None)
    assert words in told, told
    assert "panicked" not in told


def test_what_is_no_player_at_all_is_told_before_anything_is_played(gridhaunt, tmp_path):
    for word, words in (
        ("pyrat:players/none.py", "bot: there is no file or folder players/none.py"),
        ("pyrat:", "bot: pyrat: needs the path of a player, such as pyrat:players/my_player.py"),
        ("pyrat:own.txt", "bot: own.txt is neither a folder nor a file that ends in .py"),
    ):
        write(tmp_path, "own.txt", "")
        assert words in gridhaunt("play", "pyrat", word, "idle", rc=2)[1]
    write(tmp_path, "own.py", BEGIN + TURN)
    assert "bot: own plays pyrat, not tag" in gridhaunt("play", "tag", "pyrat:own.py", rc=2)[1]


def test_a_python_without_the_packages_says_what_to_install(gridhaunt, tmp_path, monkeypatch):
    write(tmp_path, "own.py", BEGIN + TURN)
    bare = subprocess.run([sys.executable, "-S", "-c", "import sys; print(sys.executable)"], capture_output=True, text=True, check=True)
    script = write(tmp_path, "bin/python", f"#!/bin/sh\nexec {bare.stdout.strip()} -S \"$@\"\n")
    script.chmod(0o755)
    env = {**os.environ, "GRIDHAUNT_PYTHON": str(script)}
    more = ["--as-root"] if os.geteuid() == 0 else []
    command = [os.environ.get("GRIDHAUNT", "gridhaunt"), "play", "pyrat", "pyrat:own.py", "idle", *more]
    told = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60).stderr
    assert "has no module gridhaunt: pip install gridhaunt there, or GRIDHAUNT_PYTHON=" in told, told


def test_postprocessing_that_breaks_or_never_ends_costs_nothing(gridhaunt, tmp_path):
    for number, body in enumerate(("return 1 / 0", "time.sleep(60)")):
        write(tmp_path, f"own{number}.py", BEGIN + TURN + f"    def postprocessing(self, maze, state, stats):\n        {body}\n")
        (report,), told = gridhaunt("play", "pyrat", f"pyrat:own{number}.py", "greedy", "-c", "preset=tiny", "-s", 1)
        assert report["faults"] == [0, 0] and not told


def test_a_player_finds_its_neighbours_its_options_and_its_one_maze(gridhaunt, tmp_path):
    """What is imported from the folder, by its own name and by that of the folder, is found at every level."""
    write(tmp_path, "players/ways.py", "STEP = 2\n")
    write(tmp_path, "players/base.py", "from pyrat import *\nclass Base(Player):\n    def __init__(self, depth=1, **more):\n        super().__init__(**more)\n        self.depth = depth\n")
    text = """
from pyrat import Action
from players.base import Base
import ways

print("imported")

class Own(Base):
    def preprocessing(self, maze, state):
        assert state.turn == 0 and len(state.cheese) == 13 and self.depth == 7 and ways.STEP == 2
        maze.remove_vertex(maze.get_vertices()[0])
        self.gone = maze.nb_vertices()

    def turn(self, maze, state):
        assert maze.nb_vertices() == self.gone
        print("Turn", state.turn)
        return Action.NOTHING
"""
    write(tmp_path, "players/own.py", text)
    for level in ("0", "best"):
        (report,), told = gridhaunt("play", "pyrat", "pyrat:players/own.py:Own:depth=7", "greedy", "-c", "preset=tiny", "-s", 1, "--sandbox", level, rc=None)
        assert report["faults"] == [0, 0] and report["seats"] == ["Own:depth=7", "greedy"] and not told, told


def test_the_folder_of_a_student_is_a_player(gridhaunt, tmp_path):
    write(tmp_path, "alice/brain.py", BEGIN + TURN)
    write(tmp_path, "alice/notes.py", "raise SystemExit('this is a script, and no player')\n")
    (report,), _ = gridhaunt("play", "pyrat", "pyrat:alice", "idle", "-c", "preset=tiny", "-s", 1)
    assert report["seats"] == ["alice", "idle"] and report["faults"] == [0, 0]


def test_a_class_is_found_by_its_file_by_its_name_or_because_it_is_the_only_one(tmp_path):
    # R42 of PyRat
    write(tmp_path, "one.py", BEGIN + TURN)
    assert find_class(str(tmp_path / "one.py")).__name__ == "Own"
    write(tmp_path, "like.py", BEGIN + TURN + "class like(Own):\n    pass\n")
    assert find_class(str(tmp_path / "like.py")).__name__ == "like"
    assert find_class(str(tmp_path / "like.py"), "Own").__name__ == "Own"
    with pytest.raises(NoPlayerError, match="has no player Nobody, need one of Own, like"):
        find_class(str(tmp_path / "like.py"), "Nobody")
    with pytest.raises(NoPlayerError, match="has 2 players"):
        find_class(str(tmp_path))


class Told(Player):
    """Remembers what it is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[GameState] = []

    def preprocessing(self, maze, game_state):
        self.states.append(game_state)

    def turn(self, maze, game_state):
        self.states.append(game_state)
        return Action.EAST

    def postprocessing(self, maze, game_state, stats):
        self.states.append(game_state)
        self.stats = stats


def seat(told: Told, settings: dict, names: list) -> tuple[Seated, package.Game]:
    match = package.make("pyrat", **settings)
    message = {"seat": 0, "roles": ["python", "rat"], "names": names, "options": {}, "seed": "7", "start": match.start(0), "view": match.view(0)}
    return Seated(lambda: told, message), match


def test_mud_turns_and_names_are_shown_as_that_package_shows_them():
    # R43, R44, R47 and R48 of PyRat: the board of docs/games/pyrat.md, on which the python wades through mud of 4.
    settings = {"width": 5, "height": 2, "mud": [[1, 0, 2, 0, 4]], "cheese": [[2, 0], [3, 1], [0, 1]], "start": [[0, 0], [4, 0]], "max_turns": 7}
    told = Told()
    seated, match = seat(told, settings, ["Told", None])
    asked = []
    while not match.over:
        asked.append(len(told.states))
        match.step({0: seated.choose(match.view(0), "ok")})
    seated.end(match.view(0))
    assert [state.turn for state in told.states] == [0, 1, 2, 6, 7, 8], "it is not asked in the mud; turns count from 1"
    assert [state.player_locations["Told"] for state in told.states] == [5, 5, 6, 7, 8, 9]
    assert told.states[0].get_players() == ["Told", "rat"] and told.states[0].teams == {"python": ["Told"], "rat": ["rat"]}
    assert told.states[0].cheese == [7, 0, 3] and told.states[3].cheese == [0, 3]
    assert told.stats["players"]["Told"]["actions"] == {**dict.fromkeys(("nothing", "north", "south", "west", "error", "miss", "wall"), 0), "east": 4, "mud": 3}
    assert told.stats["turns"] == 7 and told.stats["players"]["Told"]["score"] == 1.0
    assert (len(told.stats["players"]["Told"]["turn_durations"]), told.stats["players"]["rat"]["turn_durations"]) == (4, [])


def test_a_player_in_mud_is_shown_on_the_near_cell():
    settings = {"width": 5, "height": 2, "mud": [[1, 0, 2, 0, 4]], "cheese": [[2, 0]], "start": [[4, 0], [2, 0]]}
    told = Told()
    seated, match = seat(told, settings, ["Told", "Told"])
    seated.choose(match.view(0), "ok")
    match.step({1: "left"})
    seated.choose(match.view(0), "late")
    state = told.states[-1]
    assert state.player_locations == {"Told": 9, "Told (2)": 7} and state.is_in_mud("Told (2)")
    assert state.muds == {"Told": {"target": None, "count": 0}, "Told (2)": {"target": 6, "count": 3}}
    assert seated.stats["players"]["Told"]["actions"]["miss"] == 1
