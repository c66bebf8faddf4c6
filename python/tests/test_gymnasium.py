"""Gymnasium's environments: what its own checker says, episodes, masks, copies, pictures, and environments side by side."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gridhaunt
import numpy as np
import pytest
from gridhaunt import render
from gridhaunt.table import Table

gymnasium = pytest.importorskip("gymnasium")

from gridhaunt.gymnasium import Env, env_id  # noqa: E402
from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402

GAMES = gridhaunt.games()
SMALL: dict[str, Any] = {"preset": "tiny", "opponents": "random"}


def allowed(info: dict[str, Any], rng: np.random.Generator) -> int:
    """An action at random, among those that the mask allows."""
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


def play(env: Any, steps: int, seed: int | None = None) -> list[Any]:
    """Plays some steps, over the ends of episodes; returns what was seen."""
    rng = np.random.default_rng(0)
    observation, info = env.reset(seed=seed)
    seen: list[Any] = [(observation, info)]
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.step(allowed(info, rng))
        seen.append((observation, reward, terminated, truncated, info))
        if terminated or truncated:
            observation, info = env.reset()
            seen.append((observation, info))
    return seen


def test_every_game_is_registered_by_its_title():
    ids = [env_id(game) for game in GAMES]
    assert env_id("tag") == "gridhaunt/GhostTag-v1"
    assert [name for name in gymnasium.registry if name.startswith("gridhaunt/")] == ids
    for game in GAMES:
        assert gymnasium.make(env_id(game)).unwrapped.table.name == game


def test_gymnasium_imports_the_module_by_itself():
    code = 'import gymnasium; print(gymnasium.make("gridhaunt.gymnasium:gridhaunt/PyRat-v1", preset="tiny").unwrapped.seat)'
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=Path(__file__).parents[1], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.parametrize("game", GAMES)
def test_the_checker_finds_nothing(game, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(env_id(game)).unwrapped)
        check_env(gymnasium.make(env_id(game), observations=["mask", "asked"], seat=1, render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_what_the_table_plays(game):
    env, table = Env(game, seed=5, max_steps=25), Table(game, seed=5, seats=[0], until_asked=True, max_steps=25)
    rng = np.random.default_rng(1)
    _, info = env.reset()
    for _ in range(60):
        assert env.table.hash == table.hash
        action = allowed(info, rng)
        observation, reward, terminated, truncated, info = env.step(action)
        table.step([action])
        (expected,) = table.observe(0).values()
        assert np.array_equal(observation, expected) and observation.dtype == expected.dtype
        assert (reward, terminated, truncated) == (table.rewards[0], table.terminated, table.truncated)
        assert info["action_mask"].dtype == np.int8 and np.array_equal(info["action_mask"], table.mask(0))
        assert np.array_equal(env.action_masks(), table.mask(0) != 0) and env.action_masks().dtype == np.bool_
        if terminated or truncated:
            _, info = env.reset()
            table.reset()


@pytest.mark.parametrize("game", GAMES)
def test_equal_seeds_give_equal_games(game):
    first, second = (gymnasium.make(env_id(game), max_steps=20) for _ in range(2))
    assert data_equivalence(play(first, 50, seed=3), play(second, 50, seed=3), exact=True)
    assert first.unwrapped.table.hash == second.unwrapped.table.hash
    play(second, 50, seed=4)
    assert first.unwrapped.table.hash != second.unwrapped.table.hash


def test_a_first_reset_without_a_seed_is_new_each_time():
    hashes = set()
    for _ in range(4):
        env = Env("pyrat", **SMALL)
        env.reset()
        hashes.add(env.table.hash)
        env.reset()
        hashes.add(env.table.hash)
    assert len(hashes) == 8
    env = Env("pyrat", seed=9, **SMALL)
    env.reset()
    assert env.table.seed == 9 and env.table.hash == gridhaunt.make("pyrat", seed=9, preset="tiny").hash
    env.reset()
    assert env.table.seed != 9


def test_worlds_are_those_of_the_seed():
    env = Env("pyrat", seed=9, worlds=3, **SMALL)
    seeds = set()
    for number in range(30):
        env.reset(seed=number)
        seeds.add(env.table.seed)
    assert len(seeds) == 3


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_can_be_learned(game):
    agents = Table(game).agents
    for seat in sorted({0, 1, len(agents) // 2, len(agents) - 1}):
        env = gymnasium.make(env_id(game), seat=agents[seat], max_steps=10)
        assert (env.unwrapped.seat, env.unwrapped.agent) == (seat, agents[seat])
        _, info = env.reset(seed=1)
        for _ in range(10):
            terminated = env.unwrapped.table.terminated
            assert terminated or env.unwrapped.table.asked(seat), "a learner never acts in vain"
            _, _, terminated, truncated, info = env.step(allowed(info, np.random.default_rng(0)))
            if terminated or truncated:
                break


def test_a_role_with_one_seat_names_it():
    assert Env("pyrat", seat="rat").seat == 1
    assert Env("pyrat", seat=np.int64(1)).agent == Table("pyrat").agents[1]
    assert Env("tag", seat="killer_1").agent == "killer_1"


@pytest.mark.parametrize("game", GAMES)
def test_the_end_tells_the_result(game):
    env = Env(game, seed=2)
    rng = np.random.default_rng(0)
    _, info = env.reset()
    terminated = False
    while not terminated:
        assert set(info) == {"action_mask"}
        _, _, terminated, truncated, info = env.step(allowed(info, rng))
        assert not truncated
    match = env.table.game
    assert match.over and match.outcome is not None
    own = match.outcome["seats"][0]
    assert (info["score"], info["rank"], info["reason"]) == (own["score"], own["rank"], match.outcome["reason"])
    side = env.table.sides[env.agent]
    assert info["result"] == (0.5 if match.winner_side is None else float(match.winner_side == side))
    assert info["is_success"] is (match.winner_side == side)
    assert info["action_mask"].tolist() == [1] + [0] * (env.table.num_actions - 1)


def test_all_results_are_told():
    """One piece of cheese, two steps from `greedy` and two, one or any number from the learner: a draw, a win, a defeat."""
    results = []
    for width, action in ((5, 1), (4, 1), (5, 4)):
        settings = {"width": width, "height": 2, "walls": [], "mud": [], "start": [[0, 0], [width - 1, 0]]}
        env = Env("pyrat", seat="python", opponents="greedy", cheese=[[width - 3, 0]], **settings)
        env.reset()
        terminated = False
        while not terminated:
            *_, terminated, _, info = env.step(action)
        results.append((info["result"], info["is_success"], info["score"]))
    assert results == [(0.5, False, 0.5), (1.0, True, 1.0), (0.0, False, 0.0)]


def test_max_steps_truncates_and_rules_terminate():
    env = Env("pyrat", max_steps=3, **SMALL)
    env.reset(seed=1)
    ends = [env.step(4)[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]
    _, info = env.reset()
    assert set(info) == {"action_mask"} and env.step(4)[2:4] == (False, False)
    wrapped = gymnasium.make(env_id("pyrat"), max_episode_steps=2, **SMALL)
    wrapped.reset(seed=1)
    assert [wrapped.step(4)[2:4] for _ in range(2)] == [(False, False), (False, True)]


def test_arrays_are_new_and_may_be_kept():
    env = Env("pyrat", observations=["planes", "scalars"], seed=4, **SMALL)
    observation, info = env.reset()
    kept = copy.deepcopy((observation, info))
    for _ in range(20):
        after, *_, told = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert not any(np.shares_memory(observation[name], after[name]) for name in observation)
        assert not np.shares_memory(info["action_mask"], told["action_mask"])
        after["planes"][:] = 7
    assert data_equivalence(kept, (observation, info), exact=True)


def test_unknown_options_of_reset_are_ignored():
    env = Env("pyrat", seed=4, **SMALL)
    first, _ = env.reset(seed=4, options={"anything": 1})
    second, _ = env.reset(seed=4)
    assert np.array_equal(first, second)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("through", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy], ids=["pickle", "deepcopy"])
def test_copies_go_on_as_the_first_would_have(game, through):
    env = Env(game, seed=5, max_steps=40, render_mode="ansi")
    play(env, 30)
    twin = through(env)
    assert twin.table.hash == env.table.hash and twin.table.steps == env.table.steps and twin.render() == env.render()
    rng = np.random.default_rng(0)
    for _ in range(30):
        action = int(rng.choice(np.flatnonzero(env.action_masks())))
        assert data_equivalence(env.step(action), twin.step(action), exact=True)
        if env.table.terminated or env.table.truncated:
            assert data_equivalence(env.reset(), twin.reset(), exact=True)


def test_a_made_environment_pickles():
    env = gymnasium.make(env_id("pyrat"), **SMALL)
    seen = play(env, 5, seed=1)
    assert data_equivalence(play(pickle.loads(pickle.dumps(env)), 5, seed=1), seen, exact=True)


@pytest.mark.parametrize("mode", [None, *render.MODES])
def test_pictures(mode, capsys):
    env = gymnasium.make(env_id("pyrat"), render_mode=mode, **SMALL)
    env.reset(seed=1)
    env.step(0)
    match = env.unwrapped.table.game
    shown = capsys.readouterr().out
    if mode == "human":
        assert env.render() is None and shown.endswith(match.render() + "\n"), "each step is shown by itself"
        env.close()
        return
    assert shown == ""
    if mode == "rgb_array":
        assert np.array_equal(env.render(), render.rgb_array(match))
    elif mode == "svg":
        assert env.render() == match.svg()
    elif mode == "ansi":
        assert env.render() == match.render(color=True)
    else:
        assert env.unwrapped.render() is None
    assert env.metadata["render_fps"] == match.pace
    env.close()
    env.close()


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"seat": 2}, "seat"),
        ({"seat": -1}, "seat"),
        ({"seat": "cat"}, "seat"),
        ({"seat": ["python"]}, "seat"),
        ({"seat": True}, "seat"),
        ({"seat": 0.5}, "seat"),
        ({"game": "tag", "seat": "killer"}, "seat"),
        ({"opponents": "gredy"}, "opponents"),
        ({"observations": ["plane"]}, "observations[0]"),
        ({"options": {"orient": 1}}, "orient"),
        ({"worlds": 0}, "worlds"),
        ({"max_steps": 0}, "max_steps"),
        ({"until_asked": 1}, "until_asked"),
        ({"seed": -1}, "seed"),
        ({"render_mode": "rgb"}, "render_mode"),
        ({"widht": 9}, "widht"),
    ],
)
def test_wrong_arguments_are_named(arguments, field):
    with pytest.raises(gridhaunt.Invalid) as wrong:
        Env(**({"game": "pyrat"} | arguments))
    assert wrong.value.field == field and str(wrong.value).startswith(f"{field}: ")


@pytest.mark.parametrize("action", [5, -1, 1.0, "up", None, 2**70, [1], np.array([1, 2]), True])
def test_wrong_actions_are_named(action):
    env = Env("pyrat", **SMALL)
    env.reset(seed=1)
    before = env.table.hash
    with pytest.raises(gridhaunt.Invalid) as wrong:
        env.step(action)
    assert wrong.value.field == "action" and env.table.hash == before and env.table.steps == 0


@pytest.mark.parametrize("action", [1, np.int64(1), np.uint8(1), np.array(1)])
def test_actions_of_any_integer_type_are_taken(action):
    env = Env("pyrat", seed=1, **SMALL)
    env.reset()
    env.step(action)
    assert env.table.steps == 1


def test_wrong_seeds_are_named():
    env = Env("pyrat", **SMALL)
    for seed in (-1, 2**64, 1.5, "one"):
        with pytest.raises(gridhaunt.Invalid, match="seed: "):
            env.reset(seed=seed)


def test_no_setting_of_a_game_is_hidden_by_an_argument():
    arguments = set(inspect.signature(Env).parameters)
    for game in GAMES:
        assert not arguments & set(gridhaunt.schema(game)["properties"]), game


# ---------------------------------------------------------------- Side by side


def side_by_side(vector, steps: int = 30) -> list[Any]:
    rng = np.random.default_rng(0)
    _, infos = vector.reset(seed=7)
    seen = []
    for _ in range(steps):
        masks = infos["action_mask"]
        actions = (rng.random(masks.shape) * masks).argmax(axis=-1)
        *told, infos = vector.step(actions)
        seen.append(copy.deepcopy((told, infos["action_mask"], infos.get("result"), infos.get("reason"))))
    vector.close()
    return seen


def makers(game: str) -> list[Any]:
    return [lambda: gymnasium.make(env_id(game), max_steps=12, observations=["mask", "asked"]) for _ in range(2)]


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_environments_in_processes_are_as_those_in_one():
    for game in GAMES:
        expected = side_by_side(gymnasium.vector.SyncVectorEnv(makers(game)))
        assert data_equivalence(side_by_side(gymnasium.vector.AsyncVectorEnv(makers(game), context="fork")), expected, exact=True)


def test_environments_in_spawned_processes_are_as_those_in_one():
    expected = side_by_side(gymnasium.vector.SyncVectorEnv(makers("pyrat")))
    assert data_equivalence(side_by_side(gymnasium.vector.AsyncVectorEnv(makers("pyrat"), context="spawn")), expected, exact=True)


def test_make_vec_by_name():
    vector = gymnasium.make_vec(env_id("pyrat"), num_envs=3, vectorization_mode="sync", **SMALL)
    observations, infos = vector.reset(seed=1)
    assert observations.shape[0] == 3 and infos["action_mask"].shape == (3, 5)
