"""Very many matches, duels, tournaments and ratings from Python."""

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from programs import AS_ROOT, PYTHON, TERMS, await_none, folder, plain

import gridhaunt
from gridhaunt import Bot, Invalid

TINY = {"preset": "tiny"}
"""Settings of PyRat."""


class Last(Bot):
    """Plays the last legal action, and counts its matches."""

    matches = 0

    def start(self, start):
        type(self).matches += 1
        self.turns = 0

    def choose(self, view, legal):
        assert self.turns == view["turn"], "a bot plays one match at a time"
        self.turns += 1
        return legal[-1]


def binary():
    built = [PYTHON.parent / "target" / profile / "gridhaunt" for profile in ("release", "debug")]
    found = [str(path) for path in built if path.exists()]
    return found[0] if found else shutil.which("gridhaunt")


@pytest.mark.parametrize("game", gridhaunt.games())
def test_matches_of_every_game(game):
    report = gridhaunt.matches(game, n=2, seed=5)
    assert report["games"] == 2 and report["game"] == game and report["seed"] == "5"
    assert all(row["win_rate"]["low"] <= row["win_rate"]["value"] <= row["win_rate"]["high"] for row in report.rows)
    assert sum(report["reasons"].values()) == 2


@pytest.mark.skipif(binary() is None, reason="the gridhaunt command is not built")
def test_matches_are_those_of_the_command():
    command = [binary(), "play", "pyrat", "greedy", "random", "-n", "30", "--seed", "9", "--rotate", "-c", "preset=tiny", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    report = gridhaunt.matches("pyrat", ["greedy", "random"], n=30, seed=9, rotate=True, **TINY)
    assert report.rows == lines[:2]
    assert {key: report[key] for key in lines[2] if key not in ("seconds", "games_per_second", "replay", "seal")} == {
        key: value for key, value in lines[2].items() if key not in ("seconds", "games_per_second", "replay", "seal")
    }


def test_matches_of_a_class_and_of_a_bot():
    Last.matches = 0
    of_class = gridhaunt.matches("pyrat", [Last, "greedy"], n=5, **TINY)
    of_bot = gridhaunt.matches("pyrat", [Last(), "greedy"], n=5, **TINY)
    assert Last.matches == 10 and of_class.rows == of_bot.rows
    assert of_class.rows[0]["bot"] == "Last" and of_class.rows[0]["faults"] == 0

    class Raising(Bot):
        def choose(self, view, legal):
            raise KeyError("idea")

    with pytest.raises(KeyError) as raised:
        gridhaunt.matches("pyrat", [Raising, "greedy"], n=5, **TINY)
    assert "seat 0" in raised.value.__notes__[0]


def test_a_setting_with_the_name_of_a_keyword():
    report = gridhaunt.matches("ghost-grid", n=1, settings={"n": 20, "max_turns": 5})
    assert report["games"] == 1
    with pytest.raises(Invalid, match="settings"):
        gridhaunt.matches("ghost-grid", n=1, settings=3)


def test_programs_play_many_matches():
    with folder() as place:
        bot = plain(place, "good")
        report = gridhaunt.matches("pyrat", [bot, "random"], n=4, terms=TERMS, **TINY)
        assert report.rows[0]["faults"] == 0 and report["told"] == []
        bad = plain(place, "bad", "nonsense")
        report = gridhaunt.matches("pyrat", [bad, "random"], n=2, terms=TERMS, **TINY)
        assert report.rows[0]["faults"] >= 10 and "illegal" in report["told"][0]
        assert await_none(bot) == [] and await_none(bad) == []


def test_frames_and_pickles():
    report = gridhaunt.matches("pyrat", ["greedy", "random"], n=3, **TINY)
    again = pickle.loads(pickle.dumps(report))
    assert again == report and again.rows == report.rows and json.loads(json.dumps(report)) == report
    pytest.importorskip("pandas")
    frame = report.frame()
    assert list(frame["bot"]) == ["greedy", "random"] and frame["win_rate.value"].between(0, 1).all()


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"n": 0}, "n: 0 is not at least 1"),
        ({"n": 2.5}, "n: 2.5"),
        ({"rotate": 1}, "rotate: 1 is not True or False"),
        ({"seed": -1}, "seed: -1"),
        ({"line_up": ["gredy"]}, "did you mean greedy"),
        ({"preset": "tinny"}, "preset: \"tinny\""),
        ({"terms": {"clok": 1}}, "did you mean clock"),
    ],
)
def test_wrong_matches_are_named(keywords, words):
    with pytest.raises(Invalid, match=words):
        gridhaunt.matches("pyrat", **keywords)


def test_a_duel_has_a_verdict():
    report = gridhaunt.duel("pyrat", "greedy", "random", options={"seed": 7}, **TINY)
    assert report["verdict"] == "better" and report["risk"] == 0.05
    assert report["says"].startswith("greedy is better than random: decided after ")
    assert report["elo"]["low"] > 0 and report["llr"]["value"] >= report["llr"]["upper"]
    assert report["wins"] + report["draws"] + report["losses"] >= report["matches"]
    assert (report["a"], report["b"], report["game"]) == ("greedy", "random", "pyrat")
    measured = gridhaunt.duel("pyrat", "random", "greedy", fixed=3, options={"seed": 7}, **TINY)
    assert measured["verdict"] == "measured" and measured["blocks"] == 3 and measured["points"] < 0.5
    assert len(measured.rows) == 1
    undecided = gridhaunt.duel("pyrat", "greedy", "greedy:ties=first", games=2, options={"seed": 7}, **TINY)
    assert undecided["verdict"] == "undecided"


def test_programs_in_a_duel():
    with folder() as place:
        bot = plain(place, "good")
        report = gridhaunt.duel("pyrat", bot, "idle", fixed=1, as_root=AS_ROOT, options={"sandbox": 0}, **TINY)
        assert report["a"] == "good" and report["faults"] == [0, 0] and report["matches"] == 2
        assert await_none(bot) == []


def test_a_tournament_and_its_ratings(tmp_path):
    store = tmp_path / "events.db"
    report = gridhaunt.tournament("pyrat", ["greedy", "random", "idle"], blocks=2, store=store, options={"seed": 7, "name": "class"}, **TINY)
    assert report["event"]["name"] == "class" and report["event"]["state"] == "finished"
    assert [row["name"] for row in report.rows] == ["greedy", "random", "idle"]
    assert len(report["matches"]) == 12 and report["left_out"] == []
    rating = gridhaunt.rate(store, game="pyrat", anchor=("greedy", 1500))
    assert rating["matches"] == 12 and rating.rows[0]["rating"]["value"] == pytest.approx(1500)
    assert [row["name"] for row in rating.rows] == ["greedy", "random", "idle"]
    assert gridhaunt.rate(str(store), model="nash").rows[0]["name"] == "greedy"
    pytest.importorskip("pandas")
    assert list(report.frame()["place"]) == [1, 2, 3]
    assert "rating.value" in rating.frame().columns


def test_the_same_seed_is_the_same_tournament():
    def standings(kind):
        report = gridhaunt.tournament("pyrat", ["greedy", "random", "idle"], kind=kind, options={"seed": 7}, **TINY)
        return [(row["name"], row["points"]) for row in report.rows]

    for kind in ("round-robin", "gauntlet", "swiss", "bracket"):
        assert standings(kind) == standings(kind)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gridhaunt.duel("pyrat", Last, "greedy"), "a: .* is not a name or the path of a program"),
        (lambda: gridhaunt.duel("pyrat", "greedy", "random", fixed=3, sprt=(0, 5)), "fixed"),
        (lambda: gridhaunt.duel("pyrat", "greedy", "random", options={"klock": 1}), "klock: no such key, did you mean clock"),
        (lambda: gridhaunt.duel("pyrat", "greedy", "random", options=3), "options: 3"),
        (lambda: gridhaunt.tournament("pyrat", "greedy"), "entrants: 'greedy' is not a list"),
        (lambda: gridhaunt.tournament("pyrat", ["greedy", 3]), r"entrants\[1\]: 3"),
        (lambda: gridhaunt.tournament("pyrat", ["greedy", "gredy"]), "gredy"),
        (lambda: gridhaunt.tournament("pyrat", ["greedy", "random"], kind="duel"), "kind: 'duel'"),
        (lambda: gridhaunt.tournament("pyrat", ["greedy", "random"], kind="swis"), "did you mean swiss"),
        (lambda: gridhaunt.rate(["no-such.jsonl"], model="best"), "model"),
        (lambda: gridhaunt.rate("x.db", since="yesterday"), "since"),
        (lambda: gridhaunt.rate("x.db", anchor="greedy=1500"), "anchor"),
        (lambda: gridhaunt.rate("x.db", where=["cat=1"]), "where"),
    ],
)
def test_wrong_events_are_named(call, words):
    with pytest.raises(Invalid, match=words):
        call()


def test_a_store_that_is_not_there(tmp_path):
    with pytest.raises((RuntimeError, Invalid), match="none.db"):
        gridhaunt.rate(tmp_path / "none.db")
    with pytest.raises(OSError, match="none.jsonl"):
        gridhaunt.rate([tmp_path / "none.jsonl"])


@pytest.mark.parametrize(
    "work",
    [
        "gridhaunt.matches('pyrat', ['greedy', 'random'], n=10_000_000)",
        "gridhaunt.matches('pyrat', [Bot, 'random'], n=10_000_000, preset='tiny')",
        "gridhaunt.duel('pyrat', 'greedy', 'greedy:ties=first', sprt=(0, 0.01), preset='tiny')",
        "gridhaunt.tournament('pyrat', ['greedy', 'random'], blocks=1_000_000, preset='tiny')",
    ],
)
def test_ctrl_c(work):
    text = f"""
import gridhaunt
class Bot(gridhaunt.Bot):
    def choose(self, view, legal):
        return legal[0]
print("there", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted")
"""
    environment = os.environ | {"PYTHONPATH": str(PYTHON)}
    host = subprocess.Popen([sys.executable, "-c", text], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert host.stdout is not None and host.stdout.readline() == "there\n"
    time.sleep(0.7)
    begun = time.monotonic()
    host.send_signal(signal.SIGINT)
    try:
        output, errors = host.communicate(timeout=30)
    finally:
        host.kill()
    assert output == "interrupted\n", errors
    assert time.monotonic() - begun < 5


def test_the_pages_name_every_function():
    page = (Path(__file__).parents[2] / "docs" / "python" / "arena.md").read_text(encoding="utf-8")
    assert all(f"gridhaunt.{name}(" in page for name in ("matches", "duel", "tournament", "rate"))
