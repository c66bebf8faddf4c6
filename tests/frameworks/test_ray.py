"""A cluster of several nodes on this machine: whatever the number of workers, and whoever is lost, the bytes are the same.

The cluster has its own `HOME` and temporary folder.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python"))
ray = pytest.importorskip("ray")

import gridhaunt  # noqa: E402
import gridhaunt.ray  # noqa: E402
from gridhaunt import scale  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

MUD = {
    "game": "pyrat",
    "bots": ["greedy", "random"],
    "games": 150,
    "settings": {"width": 9, "height": 7, "cheese_count": 9},
    "vary": {"mud_density": [0.0, 0.5]},
}


@pytest.fixture(scope="module", autouse=True)
def house(tmp_path_factory):
    """A home of its own, which workers have too, and what they need to find the package."""
    kept = dict(os.environ)
    home = tmp_path_factory.mktemp("home")
    # Sockets have short names, so the folder has too.
    short = tempfile.mkdtemp(prefix="gr-")
    paths = [str(ROOT / "python"), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ |= {"HOME": str(home), "RAY_TMPDIR": short, "PYTHONPATH": os.pathsep.join(paths), "RAY_USAGE_STATS_ENABLED": "0", "RAY_DEDUP_LOGS": "0"}
    # Heartbeats in seconds, so that the test of a lost node is short.
    os.environ |= {"RAY_health_check_period_ms": "500", "RAY_health_check_failure_threshold": "3", "RAY_health_check_initial_delay_ms": "1000"}
    os.environ.pop("RAY_ADDRESS", None)
    yield home
    os.environ.clear()
    os.environ |= kept
    shutil.rmtree(short, ignore_errors=True)


@pytest.fixture
def short(monkeypatch):
    """Short tasks, so that even small work is many of them."""
    monkeypatch.setattr(gridhaunt.ray, "SECONDS", 0.2)


class Nodes:
    """A head without processors, and nodes with one each."""

    def __init__(self, count):
        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        self.workers = [self.cluster.add_node(num_cpus=1) for _ in range(count)]
        self.cluster.wait_for_nodes()
        ray.init(address=self.cluster.address, log_to_driver=False)

    def close(self):
        ray.shutdown()
        self.cluster.shutdown()


@pytest.fixture
def nodes():
    """Starts clusters, and ends them."""
    started = []

    def start(count):
        started.append(Nodes(count))
        return started[-1]

    yield start
    for each in started:
        each.close()


def command():
    """The command that `GRIDHAUNT` names, or the newest that is built here."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [path for kind in ("release", "debug") if (path := target / kind / "gridhaunt").exists()]
    if "GRIDHAUNT" not in os.environ and not built:
        pytest.skip("the gridhaunt command is not built")
    return os.environ.get("GRIDHAUNT") or str(max(built, key=lambda path: path.stat().st_mtime))


@pytest.fixture(scope="module")
def commanded(tmp_path_factory):
    """The ledger and the result of the command."""
    folder = tmp_path_factory.mktemp("command")
    settings = [word for key, value in MUD["settings"].items() for word in ("-c", f"{key}={value}")]
    words = ["experiment", "pyrat", *MUD["bots"], "--vary", "mud_density=0.0,0.5", "-n", str(MUD["games"]), *settings, "-o", "out"]
    done = subprocess.run([command(), *words], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return (folder / "out/games.jsonl").read_bytes(), json.loads((folder / "out/result.json").read_text())


@pytest.mark.parametrize("count", [1, 3])
def test_the_ledger_is_that_of_the_command(nodes, count, commanded, tmp_path, short):
    nodes(count)
    result = gridhaunt.ray.experiment(MUD, ledger=tmp_path / "games.jsonl")
    assert (tmp_path / "games.jsonl").read_bytes() == commanded[0]
    assert result.record == commanded[1]
    assert ray.is_initialized(), "the connection is the caller's"


def test_a_node_killed_in_mid_run(nodes, commanded, tmp_path, monkeypatch, short):
    """Every node is in the midst of a range when one is killed; its range is played again elsewhere."""
    cluster = nodes(3)
    path, log = tmp_path / "games.jsonl", tmp_path / "begun"
    play = gridhaunt.ray._play_experiment

    def noted(job, first, last, threads):
        with log.open("a") as begun:
            begun.write(f"{first}..{last}\n")
        time.sleep(0.3)
        return play(job, first, last, threads)

    def kill():
        while not log.exists() or len(log.read_text().splitlines()) < 9:
            time.sleep(0.01)
        cluster.cluster.remove_node(cluster.workers[1], allow_graceful=False)

    monkeypatch.setattr(gridhaunt.ray, "_play_experiment", noted)
    killer = threading.Thread(target=kill)
    killer.start()
    result = gridhaunt.ray.experiment(MUD, ledger=path)
    killer.join()
    begun = log.read_text().splitlines()
    assert len(begun) > len(set(begun)), "a range was played twice"
    assert len([node for node in ray.nodes() if node["Alive"]]) == 3, "the head and two others"
    assert path.read_bytes() == commanded[0] and result.record == commanded[1]


def test_matches_are_those_of_one_machine(nodes, short):
    nodes(2)
    for rotate in (False, True):
        spread = gridhaunt.ray.matches("pyrat", ["greedy", "random"], n=101, seed=9, rotate=rotate, preset="tiny")
        assert spread == scale.matches("pyrat", ["greedy", "random"], n=101, seed=9, rotate=rotate, preset="tiny")


@pytest.mark.parametrize("policy", ["random", ["greedy", "random"], lambda seen, mask, draw: int(draw.choice(np.flatnonzero(mask)))], ids=["random", "bots", "function"])
def test_rollouts_are_those_of_one_machine(nodes, policy):
    nodes(2)
    keywords = {"episodes": 11, "policy": policy, "seed": 2, "shard": 3, "preset": "tiny", "trajectories": True}
    spread = list(gridhaunt.ray.rollouts("pyrat", **keywords))
    assert [shard.first for shard in spread] == [0, 3, 6, 9]
    for one, other in zip(spread, gridhaunt.rollouts("pyrat", **keywords), strict=True):
        assert one.hashes == other.hashes
        for name in ("seeds", "returns", "lengths", "terminated"):
            assert np.array_equal(getattr(one, name), getattr(other, name))
        for a, b in zip(one.trajectories, other.trajectories, strict=True):
            assert all(np.array_equal(a.observations[name], b.observations[name]) for name in b.observations)
            assert np.array_equal(a.actions, b.actions) and np.array_equal(a.rewards, b.rewards)
    few = list(gridhaunt.ray.rollouts("pyrat", steps=60, seed=2, shard=3, preset="tiny", policy=policy))
    lengths = np.concatenate([shard.lengths for shard in few])
    assert lengths.sum() >= 60 > lengths[:-1].sum()


def test_a_worker_of_another_version_is_refused(nodes, monkeypatch):
    nodes(1)
    monkeypatch.setattr(gridhaunt.ray, "versions", lambda game: ("0.0.9", 1, 1))
    for call in (
        lambda: gridhaunt.ray.experiment(MUD),
        lambda: gridhaunt.ray.matches("pyrat", n=30),
        lambda: list(gridhaunt.ray.rollouts("pyrat", episodes=2)),
    ):
        with pytest.raises(gridhaunt.Invalid, match="as here") as refused:
            call()
        assert refused.value.field == "worker" and gridhaunt.__version__ in refused.value.got and "0.0.9" in refused.value.expected


def test_a_worker_without_the_package_is_refused():
    bare = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if subprocess.run([sys.executable, "-c", "import gridhaunt"], cwd="/", env=bare, capture_output=True).returncode == 0:
        pytest.skip("the package is installed here, so that every worker has it")
    ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": ""}})
    try:
        with pytest.raises(gridhaunt.Invalid, match="No module named 'gridhaunt'.* which every node needs"):
            gridhaunt.ray.matches("pyrat", n=5)
    finally:
        ray.shutdown()


def test_an_error_of_a_policy_is_the_policys(nodes):
    nodes(1)

    def wrong(observations, mask, generator):
        return mask.no_such_thing

    with pytest.raises(AttributeError, match="no_such_thing"):
        list(gridhaunt.ray.rollouts("pyrat", episodes=2, policy=wrong, preset="tiny"))


def test_a_seed_that_an_arm_refuses_is_told_as_on_one_machine(nodes):
    nodes(2)
    crowded = {"game": "tag", "games": 400, "settings": {"width": 5, "height": 4}, "vary": {"killers": [2, 3]}}

    def told(call):
        with pytest.raises(gridhaunt.Invalid) as raised:
            call(crowded)
        return str(raised.value), raised.value.field, raised.value.got, raised.value.expected

    assert told(gridhaunt.ray.experiment) == told(gridhaunt.experiment)


def test_wrong_arguments_are_told_before_anything_is_started():
    for field, call in {
        "games": lambda: gridhaunt.ray.experiment("pyrat", games=-1),
        "experiment": lambda: gridhaunt.ray.experiment("chess"),
        "cpus": lambda: gridhaunt.ray.experiment("pyrat", cpus=0),
        "game": lambda: gridhaunt.ray.matches("chess"),
        "n": lambda: gridhaunt.ray.matches("pyrat", n=-1),
        "episodes": lambda: gridhaunt.ray.rollouts("pyrat", episodes=-1),
    }.items():
        with pytest.raises(gridhaunt.Invalid) as raised:
            call()
        assert raised.value.field == field and not ray.is_initialized()


def test_ctrl_c_cancels_and_keeps_what_is_done(nodes, tmp_path, short):
    nodes(2)
    path = tmp_path / "games.jsonl"
    recipe = MUD | {"games": 10**8}

    def interrupt():
        while not path.exists() or len(path.read_bytes().splitlines()) < 40:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(scale.Stopped, match="the same call goes on") as stopped:
        gridhaunt.ray.experiment(recipe, ledger=path)
    done = stopped.value.result.record["n"]
    assert 0 < done < 10**8 and len(path.read_bytes().splitlines()) == 1 + 2 * done
    began = time.monotonic()
    assert len(gridhaunt.ray.matches("pyrat", n=4, preset="tiny").rows) == 2
    assert time.monotonic() - began < 60, "the workers are free again"
    again = gridhaunt.ray.experiment(recipe, games=done + 10, ledger=path)
    here = tmp_path / "here.jsonl"
    assert again.record == gridhaunt.experiment(recipe, games=done + 10, ledger=here).record
    assert path.read_bytes() == here.read_bytes()


def test_a_cluster_of_its_own_is_started_and_ended(house):
    assert not ray.is_initialized()
    result = gridhaunt.ray.matches("pyrat", n=20, preset="tiny")
    assert result == scale.matches("pyrat", n=20, preset="tiny") and not ray.is_initialized()
    shards = gridhaunt.ray.rollouts("pyrat", episodes=100, shard=2, preset="tiny")
    assert len(next(shards)) == 2 and ray.is_initialized()
    shards.close()
    assert not ray.is_initialized(), "who stops iterating ends it"
