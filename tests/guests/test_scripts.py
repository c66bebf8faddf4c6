"""Scripts of `pyrat-game` with our engine of PyRat below its `Game` (R49 to R51)."""

from __future__ import annotations

import subprocess
import sys
import time

import pyrat
import pytest
from pyrat import Action, GameMode, Player, StartingLocation
from spies import Spy

import gridhaunt
from gridhaunt.guests.pyrat_game import Game


class East(Player):
    """Goes east, and takes its time if it is told to."""

    def __init__(self, name="East", seconds=0.0, first=0.0) -> None:
        super().__init__(name)
        self.seconds, self.first, self.stats = seconds, first, None

    def preprocessing(self, maze, game_state):
        time.sleep(self.first)

    def turn(self, maze, game_state):
        if game_state.turn == 1:
            time.sleep(self.seconds)
        return Action.EAST

    def postprocessing(self, maze, game_state, stats):
        self.stats = stats


def row(cells: int) -> dict[int, dict[int, int]]:
    """Two rows, of which the lower has one cell that is open."""
    across = {cell: {other: 1 for other in (cell - 1, cell + 1) if 0 <= other < cells} for cell in range(cells)}
    across[0][cells] = 1
    return {**across, cells: {0: 1}}


@pytest.mark.parametrize("script", ["sample_game", "visualize_random_players"])
def test_the_scripts_of_a_workspace_run_unchanged(script, workspace, tmp_path):
    command = [sys.executable, "-m", "gridhaunt.guests.pyrat_game", "--no-drawing", "--replays", str(tmp_path / "games")]
    done = subprocess.run([*command, f"games/{script}.py"], cwd=workspace, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "'turns':" in done.stdout
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == (1 if script == "sample_game" else 4)
    assert all(verdict["ok"] for file in files for verdict in gridhaunt.verify(file))


def test_the_launcher_passes_arguments_on_and_says_what_is_wrong(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import sys\nfrom pyrat import Game\nprint(sys.argv[1:], Game.__module__)\n")
    command = [sys.executable, "-m", "gridhaunt.guests.pyrat_game"]
    done = subprocess.run([*command, script, "--fast", "3"], capture_output=True, text=True, timeout=60)
    assert done.stdout == "['--fast', '3'] gridhaunt.guests.pyrat_game._game\n"
    done = subprocess.run([*command, "none.py"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "there is no file none.py" in done.stderr


def test_what_our_game_does_not_have_is_refused_in_words():
    game = Game(game_mode=GameMode.SIMULATION, random_seed=1)
    game.add_player(East("a"))
    game.add_player(East("b"))
    with pytest.raises(gridhaunt.Invalid, match="players: 3 is not at most 2"):
        game.add_player(East("c"))
    for config, words in (
        ({"maze_width": 65}, "width: 65 is not in 2..=64"),
        ({"maze_height": 1, "maze_width": 20, "cell_percentage": 100.0}, "height: 1 is not in 2..=64"),
        ({"mud_range": (300, 300), "mud_percentage": 100.0}, "300 is not in 1..=255"),
    ):
        with pytest.raises(gridhaunt.Invalid, match=words.replace("..", r"\.\.")):
            Game(game_mode=GameMode.SIMULATION, random_seed=1, **config)


@pytest.mark.parametrize("mode", [GameMode.SIMULATION, GameMode.SEQUENTIAL, GameMode.SYNCHRONOUS, GameMode.MATCH])
def test_all_modes_play_the_same_game(mode):
    config = {"fixed_maze": row(6), "fixed_cheese": [2, 4, 5], "game_mode": mode}
    if mode != GameMode.SIMULATION:
        config |= {"render_mode": pyrat.RenderMode.NO_RENDERING, "turn_time": 5.0, "preprocessing_time": 5.0}
    game = Game(**config)
    game.add_player(East("a"), "one", 0)
    game.add_player(East("b"), "two", StartingLocation.SAME)
    stats = game.start()
    assert {name: of["score"] for name, of in stats["players"].items()} == {"a": 1.5, "b": 1.5}
    assert stats["turns"] == 5 and stats["players"]["a"]["actions"]["east"] == 5
    assert game.replay.outcome["reason"] == "cleared" and game.replay.players == ["a", "b"]
    game.reset()
    assert game.start()["turns"] == 5, "players that were kept play again"


def test_who_is_late_misses_turns_and_its_answer_is_played_when_it_comes():
    config = {"fixed_maze": row(60), "fixed_cheese": [58], "game_mode": GameMode.MATCH, "render_mode": pyrat.RenderMode.NO_RENDERING}
    game = Game(turn_time=0.1, preprocessing_time=10.0, **config)
    game.add_player(East("fast"), "one", 0)
    game.add_player(East("slow", seconds=0.35), "two", 0)
    begun = time.monotonic()
    stats = game.start()
    slow, fast = stats["players"]["slow"]["actions"], stats["players"]["fast"]["actions"]
    assert slow["miss"] >= 2 and slow["miss"] + slow["east"] == fast["miss"] + fast["east"] == stats["turns"]
    assert time.monotonic() - begun < 20, "a turn takes no longer than its players think"


def test_who_is_not_prepared_in_time_misses_the_first_turns():
    config = {"fixed_maze": row(60), "fixed_cheese": [58], "game_mode": GameMode.MATCH, "render_mode": pyrat.RenderMode.NO_RENDERING}
    game = Game(turn_time=0.1, preprocessing_time=0.1, **config)
    game.add_player(East("fast"), "one", 0)
    game.add_player(East("slow", first=0.35), "two", 0)
    stats = game.start()
    of_slow = stats["players"]["slow"]
    # The turn in which it is done counts as nothing, as in that package.
    assert of_slow["actions"]["miss"] >= 2 and of_slow["preprocessing_duration"] is not None
    assert of_slow["actions"]["miss"] + of_slow["actions"]["east"] == stats["turns"]


@pytest.mark.parametrize("goes_on", [True, False])
def test_who_crashes_ends_the_game_unless_it_goes_on(goes_on, capfd):
    class Breaks(East):
        def turn(self, maze, game_state):
            return 1 / 0 if game_state.turn == 2 else None if game_state.turn == 3 else Action.EAST

    game = Game(fixed_maze=row(6), fixed_cheese=[3], game_mode=GameMode.SIMULATION, continue_on_error=goes_on)
    game.add_player(Breaks("a"), location=0)
    stats = game.start()
    assert "ZeroDivisionError" in capfd.readouterr().err
    assert (stats["players"]["a"]["actions"]["error"], stats["turns"]) == (2, 5) if goes_on else stats == {}


def test_a_game_that_was_saved_plays_again(tmp_path):
    game = Game(random_seed=3, maze_width=7, maze_height=6, nb_cheese=5, game_mode=GameMode.SIMULATION, save_game=True, save_path=str(tmp_path))
    for name, team in (("a", "one"), ("b", "two")):
        game.add_player(Spy(name, ord(name)), team)
    turns = game.start()["turns"]
    (script,) = tmp_path.glob("*.py")
    command = [sys.executable, "-m", "gridhaunt.guests.pyrat_game", "--no-drawing", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert f"'turns': {turns}}}" in done.stdout, done.stdout + done.stderr


def test_one_player_plays_to_the_last_cheese_beside_an_idle_seat():
    game = Game(fixed_maze=row(6), fixed_cheese=[2, 4, 5], game_mode=GameMode.SIMULATION)
    game.add_player(East("a"), location=0)
    stats = game.start()
    assert stats["players"]["a"]["score"] == 3.0 and game.replay.players == ["a", "idle"]


def test_a_game_that_nobody_ends_is_ended():
    class Waits(East):
        def turn(self, maze, game_state):
            return Action.NOTHING

    game = Game(fixed_maze=row(3), fixed_cheese=[2], game_mode=GameMode.SIMULATION)
    game.add_player(Waits("a"), location=0)
    assert game.start()["turns"] == 65_535
