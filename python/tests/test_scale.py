"""Experiments, matches and rollouts in ranges: whatever the split, what comes out is that of one machine."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import gridhaunt
import numpy as np
import pytest
from gridhaunt import scale
from gridhaunt._gridhaunt import Plan
from gridhaunt.rollouts import ask, play_shard

ROOT = Path(__file__).parents[2]
MUD = {
    "game": "pyrat",
    "bots": ["greedy", "random"],
    "games": 25,
    "settings": {"preset": "tiny"},
    "vary": {"mud_density": [0.0, 0.5], "max_turns": [30, 60]},
}
FAST = {"pyrat": {"preset": "tiny"}, "snarl": {"players": 1}}
"""Settings that make a game short, where the usual ones are long."""


def command():
    """The command that `GRIDHAUNT` names, or the newest that is built here."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [path for kind in ("release", "debug") if (path := target / kind / "gridhaunt").exists()]
    if "GRIDHAUNT" not in os.environ and not built:
        pytest.skip("the gridhaunt command is not built")
    return os.environ.get("GRIDHAUNT") or str(max(built, key=lambda path: path.stat().st_mtime))


def run(folder, *words):
    done = subprocess.run([command(), *words], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def wrong(call, *arguments, **keywords):
    with pytest.raises(gridhaunt.Invalid) as raised:
        call(*arguments, **keywords)
    assert raised.value.field and raised.value.expected
    return raised.value


def plan(recipe=MUD, **over):
    keys = ("games", "seed", "bots", "vary", "measures")
    return Plan(scale.describe(recipe, *(over.pop(key, None) for key in keys), over))


def splits(matches, *, count, seed):
    """Some ways to cut a number of matches into ranges."""
    draw = random.Random(seed)
    yield [(0, matches)]
    yield [(i, i + 1) for i in range(matches)]
    for _ in range(count):
        cuts = sorted(draw.sample(range(1, matches), draw.randrange(1, matches // 2)))
        yield list(zip([0, *cuts], [*cuts, matches], strict=True))


def test_ranges_joined_equal_the_whole_whatever_the_split(tmp_path):
    whole = gridhaunt.experiment(MUD, ledger=tmp_path / "whole.jsonl")
    expected = (tmp_path / "whole.jsonl").read_bytes()
    plan_here = plan()
    arms = len(plan_here.arms)
    assert (arms, plan_here.matches) == (4, 100) and len(expected.splitlines()) == 101
    for i, ranges in enumerate(splits(plan_here.matches - arms, count=5, seed=1)):
        joined = plan_here.run(tmp_path / f"{i}.jsonl", False)
        assert joined.done == arms, "the first seed is played by who joins"
        played = [(start, plan_here.play(start + arms, end + arms, 1 + i % 3)) for start, end in reversed(ranges)]
        for _, lines in sorted(played):
            joined.take(lines)
        assert json.loads(joined.document()) == whole.record and joined.csv() == whole.csv
        joined.close()
        assert (tmp_path / f"{i}.jsonl").read_bytes() == expected, ranges


def test_the_ledger_is_that_of_the_command(tmp_path):
    words = ["--vary", "mud_density=0,0.5", "-n", "40", "-s", "7", "-c", "preset=tiny", "-o", "cli"]
    run(tmp_path, "experiment", "pyrat", "greedy", "random", *words)
    here = gridhaunt.experiment(
        "pyrat", bots=["greedy", "random"], vary={"mud_density": "0,0.5"}, games=40, seed=7, preset="tiny", ledger=tmp_path / "here.jsonl"
    )
    assert (tmp_path / "here.jsonl").read_bytes() == (tmp_path / "cli/games.jsonl").read_bytes()
    assert here.record == json.loads((tmp_path / "cli/result.json").read_text())
    assert here.csv == (tmp_path / "cli/result.csv").read_bytes().decode()
    assert here.complete and here.ledger == tmp_path / "here.jsonl"


def test_a_study_and_a_file_are_recipes(tmp_path):
    text = 'game = "pyrat"\ngames = 6\nsettings = { preset = "tiny" }\n[vary]\nmax_turns = [30, 60]\ncheese_count = [3, 5]\n'
    (tmp_path / "mud.toml").write_text(text)
    by_file = gridhaunt.experiment(tmp_path / "mud.toml")
    by_name = gridhaunt.experiment(str(tmp_path / "mud.toml"))
    by_hand = gridhaunt.experiment(
        {"name": "mud", "game": "pyrat", "games": 6, "settings": {"preset": "tiny"}, "vary": {"max_turns": [30, 60], "cheese_count": [3, 5]}}
    )
    assert by_file.record == by_name.record == by_hand.record
    assert [arm["arm"] for arm in by_file.record["arms"]][:2] == ["max_turns=30 cheese_count=3", "max_turns=30 cheese_count=5"]
    study = gridhaunt.experiment("tag-sight", games=2)
    assert [arm["arm"] for arm in study.record["arms"]] == ["limited", "survivors", "killers", "both"]
    assert set(study.shown) < {value["measure"] for value in study.record["arms"][0]["values"]}


def test_rows_and_frame(tmp_path):
    result = gridhaunt.experiment(MUD, games=5)
    rows = result.rows()
    assert len(rows) == len(result.csv.splitlines()) - 1
    assert {row["kind"] for row in rows} == {"arm", "difference"} and rows[0]["mud_density"] == 0
    pytest.importorskip("pandas")
    frame = result.frame()
    assert len(frame) == len(rows) and frame["value"].dtype == np.float64
    assert list(scale.matches("pyrat", n=5, preset="tiny").frame()["bot"]) == ["greedy", "greedy"]


def test_a_ledger_is_gone_on_with(tmp_path):
    path = tmp_path / "games.jsonl"
    gridhaunt.experiment(MUD, ledger=path)
    expected = path.read_bytes()
    path.unlink()
    gridhaunt.experiment(MUD, games=10, ledger=path)
    assert expected.startswith(path.read_bytes())
    torn = expected[: len(expected) // 2]
    for start in (path.read_bytes(), torn, b""):
        path.write_bytes(start)
        gridhaunt.experiment(MUD, ledger=path)
        assert path.read_bytes() == expected
    lines = expected.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:20] + [lines[20].replace(b"true", b"fals")[:-9] + b"\n"] + lines[21:]))
    with pytest.warns(RuntimeWarning, match="lines were damaged"):
        gridhaunt.experiment(MUD, ledger=path)
    assert path.read_bytes() == expected
    other = wrong(gridhaunt.experiment, MUD, seed=1, ledger=path)
    assert other.field == "ledger" and "another experiment" in str(other) and "fresh=True" in str(other)
    gridhaunt.experiment(MUD, seed=1, ledger=path, fresh=True)
    assert path.read_bytes() != expected
    held = plan().run(tmp_path / "held.jsonl", False)
    with pytest.raises(OSError, match="another run"):
        gridhaunt.experiment(MUD, ledger=tmp_path / "held.jsonl")
    held.close()
    with pytest.raises(RuntimeError, match="closed"):
        held.take(b"")
    with pytest.warns(RuntimeWarning, match="not on file"):
        lost = gridhaunt.experiment(MUD, ledger=path / "below/a/file.jsonl")
    assert lost.complete and lost.ledger is None


def test_lines_that_do_not_follow_are_refused():
    here, other = plan(), plan(seed=9)
    joined = here.run(None, False)
    lines = here.play(4, 12, 1)
    first, *rest = lines.splitlines(keepends=True)
    for bad in (b"".join(rest), lines[:-1], lines + first, other.play(4, 12, 1), b"{}\n", b"\xff\n", first.replace(b'"steps":', b'"steps":1')):
        assert wrong(joined.take, bad).field == "lines"
        assert joined.done == 4, "nothing of them is kept"
    joined.take(first)
    assert joined.done == 4, "a seed counts when all its arms are in"
    joined.take(b"".join(rest))
    assert joined.done == 12
    joined.take(here.play(12, 100, 0))
    assert wrong(joined.take, lines).field == "lines"
    assert json.loads(joined.document()) == gridhaunt.experiment(MUD).record | {"experiment": "pyrat"}


@pytest.mark.parametrize(
    ("recipe", "over", "field"),
    [
        ("chess", {}, "experiment"),
        ("no/such/file.toml", {}, None),
        (7, {}, "recipe"),
        ({}, {}, "game"),
        ({"game": "chess"}, {}, "game"),
        ({"game": 3}, {}, "experiment.game"),
        ({"game": "pyrat", "gmaes": 3}, {}, "experiment.gmaes"),
        ({"game": "pyrat", "vary": {"width": "9..7"}}, {}, "vary.width"),
        ("pyrat", {"games": -1}, "games"),
        ("pyrat", {"games": 0}, "games"),
        ("pyrat", {"games": 1.5}, "games"),
        ("pyrat", {"games": 10**30}, "games"),
        ("pyrat", {"seed": -1}, "seed"),
        ("pyrat", {"vary": [1]}, "vary"),
        ("pyrat", {"vary": {"width": 3}}, "vary.width"),
        ("pyrat", {"vary": {"widht": [3]}}, "vary.widht"),
        ("pyrat", {"bots": ["gredy"]}, "bot"),
        ("pyrat", {"bots": 3}, "bots"),
        ("pyrat", {"bots": ["./nowhere.py"]}, "bot"),
        ("pyrat", {"measures": ["step"]}, "measures"),
        ("pyrat", {"widht": 3}, "settings.widht"),
        ("pyrat", {"width": 1}, "width"),
        ("pyrat", {"ledger": 3}, "ledger"),
        ("pyrat", {"fresh": 1}, "fresh"),
    ],
)
def test_wrong_recipes(recipe, over, field):
    if field is None:
        with pytest.raises(FileNotFoundError):
            gridhaunt.experiment(recipe, **over)
        return
    assert wrong(gridhaunt.experiment, recipe, **over).field == field


def test_programs_are_refused_with_words(tmp_path):
    (tmp_path / "bot.toml").write_text('name = "fiend"\nrun = ["./a"]\n')
    for call in (gridhaunt.experiment, scale.matches):
        keywords = {"bots": [f"{tmp_path}/"]} if call is gridhaunt.experiment else {"line_up": [f"{tmp_path}/"]}
        assert "built-in bots" in wrong(call, "pyrat", **keywords).expected


def test_wrong_ranges():
    here = plan()
    for start, end in ((3, 2), (0, 101)):
        assert wrong(here.play, start, end, 1).field == "range"
    for start in (-1, 2**64):
        with pytest.raises(OverflowError):
            here.play(start, 3, 1)
    assert here.play(7, 7, 1) == b""


@pytest.mark.parametrize("game", gridhaunt.games())
def test_matches_are_those_of_the_command_whatever_the_split(game, tmp_path):
    settings = FAST.get(game, {})
    for rotate in (False, True):
        if rotate and game not in ("pyrat", "sproutopia"):
            continue
        arguments = scale.line_up_of(game, [], 9, 5, rotate, settings)
        whole = scale.matches(game, n=9, seed=5, rotate=rotate, settings=settings)
        for ranges in splits(9, count=2, seed=3):
            series = scale.make_series(arguments)
            for start, end in ranges:
                series.take(scale.make_series(arguments).play(start, end, 1))
            assert [json.loads(line) for line in series.lines()] == [*whole.rows, {key: value for key, value in whole.items() if key != "seats"}]
        flags = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        printed = run(tmp_path, "play", game, "-n", "9", "-s", "5", "--format", "json", *flags, *["--rotate"] * rotate)
        *seats, last = [json.loads(line) for line in printed.splitlines()]
        for key in ("seconds", "games_per_second", "replay", "seal"):
            last.pop(key)
        assert last | {"seats": seats} == whole


def test_matches_that_cannot_begin_are_left_out():
    crowded = {"width": 4, "height": 4, "survivors": 3, "killers": 3}
    with_gaps = None
    for height in (4, 5, 6):
        try:
            with_gaps = scale.matches("tag", n=40, **crowded | {"height": height})
        except gridhaunt.Invalid:
            continue
        if with_gaps["skipped"]:
            break
    assert with_gaps is not None and with_gaps["games"] + with_gaps["skipped"] == 40


def test_wrong_matches():
    for field, keywords in {
        "game": {"game": "chess"},
        "n": {"n": 0},
        "seed": {"seed": -1},
        "rotate": {"rotate": 1},
        "line_up": {"line_up": [3]},
        "bot": {"line_up": ["gredy"]},
        "width": {"width": 1},
    }.items():
        assert wrong(scale.matches, **{"game": "pyrat"} | keywords).field == field
    assert wrong(scale.matches, "pyrat", n=-5).field == "n"
    series = scale.make_series(scale.line_up_of("pyrat", [], 4, 0, False, {"preset": "tiny"}))
    lines = series.play(0, 4, 1)
    first = lines.splitlines(keepends=True)[0]
    for bad in (lines.replace(b'"seed":0', b'"seed":1'), b"{}\n", b"\xff", first + first, lines + first):
        assert wrong(series.take, bad).field == "lines"
    assert series.done == 0
    series.take(lines)
    assert series.done == 4


def test_ctrl_c_keeps_what_is_done(tmp_path):
    """Within a range too; the ledger is gone on with to the same bytes."""
    path = tmp_path / "games.jsonl"
    recipe = MUD | {"games": 10**8}

    def press():
        while not path.exists() or path.stat().st_size < 20_000:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    with pytest.raises(scale.Stopped, match="the same call goes on") as stopped:
        gridhaunt.experiment(recipe, ledger=path)
    result = stopped.value.result
    assert isinstance(stopped.value, KeyboardInterrupt) and not result.complete
    assert 4 * result.record["n"] == len(path.read_bytes().splitlines()) - 1 > 0
    gridhaunt.experiment(recipe, games=result.record["n"] + 3, ledger=path)
    again = tmp_path / "again.jsonl"
    gridhaunt.experiment(recipe, games=result.record["n"] + 3, ledger=again)
    assert path.read_bytes() == again.read_bytes()
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(scale.Stopped) as stopped:
        scale.matches("pyrat", n=10**9, preset="tiny")
    assert stopped.value.result["games"] > 0


def test_progress_is_shown_where_it_is_asked_for(capsys):
    gridhaunt.experiment(MUD, games=5, progress=True)
    assert "20/20 games" in capsys.readouterr().err
    gridhaunt.experiment(MUD, games=5)
    assert capsys.readouterr().err == "", "standard error is no terminal here"


def test_a_forked_process_plays_too():
    script = (
        "import os, gridhaunt\n"
        "one = gridhaunt.experiment('pyrat', games=3, preset='tiny').record\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os._exit(0 if gridhaunt.experiment('pyrat', games=3, preset='tiny').record == one else 1)\n"
        "raise SystemExit(os.waitpid(child, 0)[1])\n"
    )
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", script], timeout=120, cwd=ROOT / "python").returncode == 0


def same(one, other):
    assert (one.first, one.hashes) == (other.first, other.hashes)
    for name in ("seeds", "returns", "lengths", "terminated"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    for a, b in zip(one.trajectories or [], other.trajectories or [], strict=True):
        assert a.observations.keys() == b.observations.keys()
        assert all(np.array_equal(a.observations[name], b.observations[name]) for name in a.observations)
        assert all(np.array_equal(getattr(a, name), getattr(b, name)) for name in ("masks", "actions", "rewards"))


def first_allowed(observations, mask, generator):
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("game", gridhaunt.games())
@pytest.mark.parametrize("policy", ["random", (), first_allowed], ids=["random", "bots", "function"])
def test_rollouts_are_decided_by_their_seeds(game, policy):
    keywords = {"policy": policy, "seed": 3, "max_steps": 12, "trajectories": True} | FAST.get(game, {})
    try:
        shards = list(gridhaunt.rollouts(game, episodes=5, shard=2, **keywords))
    except gridhaunt.Invalid as error:
        assert error.field == "trajectories" and policy == (), "bots may choose what has no number"
        keywords["trajectories"] = False
        shards = list(gridhaunt.rollouts(game, episodes=5, shard=2, **keywords))
    assert [(shard.first, len(shard)) for shard in shards] == [(0, 2), (2, 2), (4, 1)]
    alone = list(gridhaunt.rollouts(game, episodes=1, **keywords | {"seed": 5}))[0]
    assert alone.hashes == shards[1].hashes[:1] and np.array_equal(alone.returns, shards[1].returns[:1])
    for shard in shards:
        for i, steps in enumerate(shard.trajectories or []):
            assert len(steps.actions) == shard.lengths[i] <= 12
            assert len(steps.masks) == shard.lengths[i] + 1 == len(next(iter(steps.observations.values())))
            assert np.allclose(steps.rewards.sum(axis=0), shard.returns[i], atol=1e-4)
            assert np.all(np.take_along_axis(steps.masks[:-1], steps.actions[..., None], axis=2) == 1) or policy == ()
    for again, shard in zip(gridhaunt.rollouts(game, episodes=5, shard=2, **keywords), shards, strict=True):
        same(again, shard)


@pytest.mark.parametrize("game", gridhaunt.games())
def test_bots_as_the_policy_play_the_match_that_they_play_in_the_arena(game):
    settings = FAST.get(game, {})
    shard = next(iter(gridhaunt.rollouts(game, episodes=2, policy=[], seed=4, **settings)))
    told = [json.loads(line) for line in scale.make_series(scale.line_up_of(game, [], 2, 4, False, settings)).play(0, 2, 1).splitlines()]
    assert [match["counted"]["steps"] for match in told] == shard.lengths.tolist()


def test_rollouts_end_with_the_episode_that_reaches_the_steps():
    keywords = {"policy": "random", "preset": "tiny", "max_steps": 20}
    for shard in (2, 7):
        shards = list(gridhaunt.rollouts("pyrat", steps=130, shard=shard, **keywords))
        lengths = np.concatenate([shard.lengths for shard in shards])
        assert lengths.sum() >= 130 > lengths[:-1].sum()


def test_opponents_and_seats():
    [shard] = gridhaunt.rollouts("pyrat", episodes=3, seats=["rat"], opponents="greedy", preset="tiny")
    assert shard.returns.shape == (3, 1)
    [both] = gridhaunt.rollouts("pyrat", episodes=3, policy=["random", "greedy"], preset="tiny")
    [one] = gridhaunt.rollouts("pyrat", episodes=3, policy=["random", "greedy"], seats=["rat"], preset="tiny", trajectories=True)
    assert np.array_equal(both.returns[:, 1:], one.returns) and both.hashes == one.hashes
    assert one.trajectories[0].actions.shape[1] == 1


def test_wrong_rollouts():
    good = {"game": "pyrat", "episodes": 2, "preset": "tiny"}
    for field, keywords in {
        "game": {"game": "chess"},
        "episodes": {"episodes": -2},
        "steps": {"episodes": None, "steps": 0},
        "seed": {"seed": 2**64},
        "shard": {"shard": 0},
        "policy": {"policy": 3},
        "bot": {"policy": "gredy"},
        "opponents": {"policy": "greedy", "opponents": "random"},
        "trajectories": {"trajectories": 1},
        "max_steps": {"max_steps": 0},
        "observations[0]": {"observations": ["nothing"]},
        "width": {"width": 1},
    }.items():
        assert wrong(gridhaunt.rollouts, **good | keywords).field == field, "before anything is played"
    assert wrong(gridhaunt.rollouts, "pyrat").field == "episodes"
    assert wrong(gridhaunt.rollouts, "pyrat", episodes=1, steps=1).field == "episodes"
    for answer in (None, "up", -1, 99):
        assert wrong(list, gridhaunt.rollouts(**good, policy=lambda *_, answer=answer: answer)).field == "policy"


def test_shards_can_be_played_in_any_order():
    asked = ask("pyrat", 6, None, "random", 0, None, None, None, None, None, False, 2, {"preset": "tiny"})
    backwards = [play_shard(asked, first) for first in (4, 2, 0)]
    for one, other in zip(gridhaunt.rollouts("pyrat", episodes=6, shard=2, preset="tiny"), reversed(backwards), strict=True):
        same(one, other)
