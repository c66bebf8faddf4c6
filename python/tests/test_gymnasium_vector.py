"""The native vector of Gymnasium is, step by step, what `SyncVectorEnv` makes of single environments."""

from __future__ import annotations

import pickle
from typing import Any

import gridhaunt
import gymnasium
import numpy as np
import pytest
from gridhaunt.gymnasium import env_id
from gymnasium.vector import AutoresetMode, SyncVectorEnv

GAMES = gridhaunt.games()
ENVS = 5
MODES = list(AutoresetMode)


def pair(game: str, mode: AutoresetMode, **arguments: Any) -> tuple[Any, SyncVectorEnv]:
    """The native vector, and one of single environments with the same arguments."""
    arguments = {"worlds": 7, "seed": 4, "max_steps": 30} | arguments
    native = gymnasium.make_vec(env_id(game), num_envs=ENVS, autoreset_mode=mode, **arguments)
    single = [lambda: gymnasium.make(env_id(game), disable_env_checker=True, **arguments).unwrapped] * ENVS
    return native, SyncVectorEnv(single, autoreset_mode=mode)


def same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        for key, mine in one.items():
            # What a game does not tell has any value.
            told = one.get(f"_{key}", ...) if isinstance(mine, np.ndarray) else ...
            same(mine[told], other[key][told]) if told is not ... else same(mine, other[key])
    elif isinstance(one, np.ndarray) and one.dtype == object:
        assert [each is None for each in one] == [each is None for each in other]
        for mine, yours in zip(one, other, strict=True):
            if mine is not None:
                same(mine, yours)
    elif isinstance(one, np.ndarray):
        assert one.shape == other.shape and np.array_equal(one, other)
    else:
        assert one == other


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("game", GAMES)
def test_step_by_step(game: str, mode: AutoresetMode) -> None:
    native, sync = pair(game, mode)
    assert native.single_observation_space == sync.single_observation_space
    assert native.observation_space == sync.observation_space and native.action_space == sync.action_space
    assert native.metadata["autoreset_mode"] == mode
    random, ended = np.random.default_rng(1), 0
    for mine, yours in zip(native.reset(seed=40), sync.reset(seed=40), strict=True):
        same(mine, yours)
    for _ in range(75):
        actions = random.integers(native.single_action_space.n, size=ENVS)
        mine, yours = native.step(actions), sync.step(actions)
        for one, other in zip(mine, yours, strict=True):
            same(one, other)
        done = mine[2] | mine[3]
        assert native.observation_space.contains(mine[0])
        ended += int(done.sum())
        if mode == AutoresetMode.DISABLED and done.any():
            resets = [env.reset(options={"reset_mask": done.copy()}) for env in (native, sync)]
            for one, other in zip(*resets, strict=True):
                same(one, other)
    assert ended > ENVS
    for mine, yours in zip(native.reset(), sync.reset(), strict=True):
        same(mine, yours)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_games_that_end_by_their_rules(mode: AutoresetMode) -> None:
    """Results are told where the single environment tells them."""
    native, sync = pair("pyrat", mode, preset="tiny", max_turns=12, max_steps=None, opponents="greedy", observations=["planes", "scalars"])
    native.reset(seed=3), sync.reset(seed=3)
    told = 0
    for step in range(40):
        actions = np.full(ENVS, step % 5)
        mine, yours = native.step(actions), sync.step(actions)
        for one, other in zip(mine, yours, strict=True):
            same(one, other)
        infos = mine[4].get("final_info", mine[4])
        told += int(infos.get("_result", np.zeros(1)).sum())
        if mode == AutoresetMode.DISABLED and mine[2].any():
            mask = mine[2].copy()
            native.reset(options={"reset_mask": mask}), sync.reset(options={"reset_mask": mask.copy()})
    assert told >= 2 * ENVS


def test_arrays_are_the_engine_s_own() -> None:
    native, _ = pair("pyrat", AutoresetMode.SAME_STEP)
    observations, _ = native.reset(seed=1)
    after, rewards, *_ = native.step(np.zeros(ENVS, dtype=np.int64))
    assert after is observations and np.shares_memory(rewards, native.step(np.ones(ENVS, dtype=np.int64))[1])


def test_wrappers_of_gymnasium_s_vectors_work() -> None:
    native, _ = pair("pyrat", AutoresetMode.NEXT_STEP, preset="tiny", max_turns=20, max_steps=None)
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(native)
    env.reset(seed=1)
    told = 0
    for _ in range(60):
        *_, infos = env.step(env.action_space.sample())
        told += "episode" in infos
    assert told


def test_pickled_by_its_arguments() -> None:
    native, _ = pair("tag", AutoresetMode.SAME_STEP, seat="killer_1")
    copy = pickle.loads(pickle.dumps(native))
    assert copy.agent == "killer_1" and copy.metadata == native.metadata
    same(copy.reset(seed=9)[0], native.reset(seed=9)[0])


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"seat": "cat"}, "seat"),
        ({"seat": 9}, "seat"),
        ({"seat": 1.5}, "seat"),
        ({"autoreset_mode": "never"}, "autoreset_mode"),
        ({"render_mode": "human"}, "render_mode"),
        ({"observations": ["pixels"]}, "observations[0]"),
        ({"opponents": "gredy"}, "opponents"),
        ({"num_envs": 0}, "num_envs"),
        ({"widht": 3}, "widht"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(gridhaunt.Invalid) as raised:
        gridhaunt.gymnasium.VectorEnv("pyrat", **arguments)
    assert raised.value.field == field


def test_wrong_resets() -> None:
    native, _ = pair("pyrat", AutoresetMode.DISABLED)
    for mask in ([True] * ENVS, np.zeros(ENVS, dtype=bool), np.ones(3, dtype=bool), np.ones(ENVS)):
        with pytest.raises(gridhaunt.Invalid) as raised:
            native.reset(options={"reset_mask": mask})
        assert raised.value.field == "options.reset_mask"
    native.reset(options={"something": 1})
    with pytest.raises(gridhaunt.Invalid):
        native.step(np.full(ENVS, 5))
    with pytest.raises(gridhaunt.Invalid):
        native.step(np.zeros(ENVS + 1, dtype=int))
