"""The learning example in a minute: it learns, tells its strength rightly, and its network plays the same as a bot.

No network that took long to train is needed: what is trained here takes half a minute.
"""

import csv
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

import gridhaunt
import numpy as np
import pytest
import torch
from gridhaunt.table import Table

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn"


def load(path):
    """The module in a file."""
    spec = spec_from_file_location(path.stem, path)
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


ppo, export, curve, bot = (load(EXAMPLE / name) for name in ("ppo.py", "export.py", "curve.py", "bot/bot.py"))
PYRAT, TAG = ppo.TASKS["pyrat"], ppo.TASKS["tag"]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A short training on PyRat, against bots and itself."""
    out = tmp_path_factory.mktemp("run")
    torch.set_num_threads(1)
    ppo.train(PYRAT, out, ppo.Learning(games=128, steps=64, width=32), 150_000, inf, seed=1, threads=1, marks=2)
    return out


def test_it_is_short_enough_to_read():
    assert len((EXAMPLE / "ppo.py").read_text(encoding="utf-8").splitlines()) <= 400


def test_it_learns(run):
    """Half a minute is enough to beat `random`."""
    score = ppo.judge(ppo.Net.load(run / "net.npz", PYRAT), PYRAT, "random", 512, ppo.JUDGE_SEED, 1)
    assert sum(score) == 512 and score.interval()[0] > 0.5, score


def test_curve(run):
    with (run / "curve.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 and rows[0]["choices"] == "0" and int(rows[-1]["choices"]) > 0
    assert float(rows[-1]["random"]) > float(rows[0]["random"])
    picture = curve.draw(rows, ["random", "greedy"], "a < b")
    assert picture.count("<polyline") == 2 and "a &lt; b" in picture


def test_worlds_of_the_judgement_are_not_those_of_training():
    def worlds(seed):
        vector = gridhaunt.vector("pyrat", num_envs=2048, seed=seed, worlds=4096, preset="tiny", observations=["planes"])
        return {planes.tobytes() for planes in vector.observations["planes"][:, 0]}

    training = worlds(ppo.TRAINING_SEED)
    assert len(training) > 1000
    assert not training & (worlds(ppo.CURVE_SEED) | worlds(ppo.JUDGE_SEED))


def test_self_play_on_tag(tmp_path):
    net = ppo.train(TAG, tmp_path, ppo.Learning(games=32, steps=32, width=16), 4_000, inf, seed=1, threads=1, marks=1)
    assert all(sum(ppo.judge(net, TAG, contest, 16, 5, 1)) == 16 for contest in TAG.contests)


class Once(torch.nn.Module):
    """Takes the first action that is open, and values everything at a half."""

    def forward(self, sight):
        return torch.where(sight.mask != 0, 0.0, -1e9), torch.full((len(sight.mask),), 0.5)


@pytest.mark.parametrize("task", [PYRAT, TAG], ids=["pyrat", "tag"])
def test_returns_are_those_of_whole_games(task):
    """Without a trace of values, the return of a choice is all that came until the seat's end, whoever was asked in between."""
    torch.manual_seed(0)
    seats = replace(task, discount=1.0).seats([ppo.Group(1.0)], 8, 1)
    rewards, ends, asked, step = [], [], [], seats.step

    def watched(actions):
        asked.append(seats.asked())
        reward, end = step(actions)
        rewards.append(reward)
        ends.append(end)
        return reward, end

    seats.step = watched
    rollout = ppo.play(Once(), seats, 200, trace=1.0)
    expected = []
    for t in range(200):
        for seat in range(len(rewards[0])):
            last = next((at for at in range(t, 200) if ends[at][seat]), None)
            later = any(asked[at][seat] for at in range(t + 1, 200)) or bool(seats.asked()[seat])
            if asked[t][seat] and (last is not None or later):
                end = last if last is not None else 199
                tail = sum(float(rewards[at][seat]) for at in range(t, end + 1))
                expected.append(tail if last is not None else None)
    assert len(rollout.returns) == len(expected)
    known = [(float(got), want) for got, want in zip(rollout.returns, expected, strict=True) if want is not None]
    assert len(known) > 100
    assert np.allclose(*zip(*known, strict=True), atol=1e-4)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_bot_sees_what_the_network_saw(seat, run):
    """Its arrays are the engine's, number by number, and so are its choices."""
    net = ppo.Net.load(run / "net.npz", PYRAT)
    small = bot.Net(export.document(run / "net.npz"))
    most, turns = small.most, 0
    for seed in range(6):
        table = Table(
            "pyrat", seed=seed, observations=["routes", "scalars", "mask"], options=PYRAT.options, **PYRAT.settings
        )
        rng = np.random.default_rng(seed)
        maze = bot.Maze(json.loads(json.dumps(table.game.start(seat))))
        while not table.terminated and table.steps < 40:
            view, arrays = table.game.view(seat), table.observe(seat)
            rows = maze.rows(view, most)
            padded = np.array(rows + [[0.0] * 9] * (most - len(rows)), dtype=np.float32)
            assert np.array_equal(padded, arrays["routes"]), (seed, table.steps)
            assert np.array_equal(np.array(maze.numbers(view), dtype=np.float32), arrays["scalars"])
            assert sorted(maze.mask(view)) == arrays["mask"].nonzero()[0].tolist()
            sight = ppo.Sight(*(torch.from_numpy(arrays[name])[None] for name in ("routes", "scalars", "mask")))
            with torch.no_grad():
                logits = net(sight)[0][0]
            open_ones = arrays["mask"].nonzero()[0]
            assert np.allclose(np.array(small.logits(rows, maze.numbers(view)))[open_ones], logits.numpy()[open_ones], atol=1e-4)
            best = int(logits.argmax())
            first, second = logits.topk(2).values.tolist()
            if first - second > 1e-3:
                assert bot.choose(small, maze, view) == ((best + 2) % 4 if seat and best != 4 else best)
            table.step([int(rng.choice(table.mask(at).nonzero()[0])) for at in (0, 1)])
            turns += 1
    assert turns > 100


def test_the_folder_is_fit_to_play(run):
    command = os.environ.get("GRIDHAUNT") or shutil.which("gridhaunt")
    if command is None:
        pytest.skip("the command gridhaunt is not here: set GRIDHAUNT")
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        export.export(run / "net.npz", Path(folder) / "learner")
        settings = ["-c", "preset=tiny", "-s", "7", "--fixed", "10"]
        for words in (["check", "./learner"], ["duel", "pyrat", "./learner", "random", *settings]):
            done = subprocess.run([command, *words, "--sandbox", "0"], cwd=folder, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
