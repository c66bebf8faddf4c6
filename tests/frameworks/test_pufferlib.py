"""PufferLib plays the environments of Gymnasium and PettingZoo, with the old versions of both that it wants."""

import contextlib
import tempfile

import gridhaunt
import numpy as np
import pytest
from gridhaunt.gymnasium import Env
from gridhaunt.pettingzoo import parallel_env

# The import leaves a link in the folder it happens in.
with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
    try:
        import pufferlib.emulation
        import gridhaunt.pufferlib
        import pufferlib.vector
    except ImportError as error:
        pytestmark = pytest.mark.skip(reason=f"PufferLib is not there, so that nothing of it is tested: {error}")

GAMES = gridhaunt.games()


@pytest.mark.parametrize("backend", ["Serial", "Multiprocessing"])
@pytest.mark.parametrize("game", GAMES)
def test_gymnasium(game, backend):
    def make(buf=None, seed=0):
        return pufferlib.emulation.GymnasiumPufferEnv(env_creator=lambda: Env(game, max_steps=20), buf=buf, seed=seed)

    envs = pufferlib.vector.make(make, num_envs=2, backend=getattr(pufferlib.vector, backend), num_workers=2)
    twins = [Env(game, max_steps=20) for _ in range(2)]
    try:
        observations, _ = envs.reset(seed=5)
        observations = observations.copy()
        expected = [twin.reset(seed=seed)[0] for twin, seed in zip(twins, (5, 6), strict=True)]
        actions = np.random.default_rng(0).integers(twins[0].table.num_actions, size=(19, 2))
        assert np.array_equal(observations, np.stack(expected).reshape(observations.shape))
        for chosen in actions:
            if any(twin.table.terminated for twin in twins):
                break
            observations, rewards, terminals, truncations, _ = envs.step(chosen)
            steps = [twin.step(action) for twin, action in zip(twins, chosen, strict=True)]
            assert np.array_equal(observations, np.stack([step[0] for step in steps]).reshape(observations.shape))
            assert np.allclose(rewards, [step[1] for step in steps])
            assert terminals.tolist() == [step[2] for step in steps] and not truncations.any()
    finally:
        envs.close()


def test_pettingzoo():
    def make(buf=None, seed=0):
        return pufferlib.emulation.PettingZooPufferEnv(env_creator=lambda: parallel_env("pyrat", preset="tiny", mask=None), buf=buf, seed=seed)

    envs = pufferlib.vector.make(make, num_envs=2, backend=pufferlib.vector.Serial)
    observations, _ = envs.reset(seed=5)
    assert observations.shape[0] == 4
    for _ in range(30):
        observations, rewards, *_ = envs.step(np.ones(4, dtype=np.int32))
        assert rewards.reshape(2, 2).sum(axis=1).tolist() == [0, 0]
    envs.close()


# ---------------------------------------------------------------- The native environment


@pytest.mark.parametrize("max_steps", [None, 7])
@pytest.mark.parametrize("game", GAMES)
def test_native(game, max_steps):
    env = gridhaunt.pufferlib.Env(game, num_envs=6, seed=3, max_steps=max_steps)
    twin = gridhaunt.vector(game, num_envs=6, seed=3, threads=1, max_steps=max_steps)
    observations, _ = env.reset(seed=5)
    assert np.array_equal(observations, next(iter(twin.reset(seed=5).values())).reshape(observations.shape))
    random = np.random.default_rng(0)
    for _ in range(60):
        actions = random.integers(twin.num_actions, size=env.num_agents, dtype=np.int32)
        observations, rewards, terminals, truncations, _ = env.step(actions)
        expected, paid, dones = twin.step(actions)
        assert np.array_equal(observations, next(iter(expected.values())).reshape(observations.shape))
        assert np.array_equal(rewards, paid.ravel()) and np.array_equal(terminals | truncations, dones.repeat(len(twin.learned)))
        assert np.array_equal(truncations, twin.truncated.repeat(len(twin.learned)))


@pytest.mark.parametrize("backend", [pufferlib.vector.Serial, pufferlib.vector.Multiprocessing])
def test_native_in_pufferlib_s_vectors(backend):
    """The engine writes into the memory that PufferLib shares between its processes."""
    arguments = {"num_envs": 32, "seats": ["rat"], "opponents": "greedy", "preset": "tiny", "report_interval": 16}
    envs = pufferlib.vector.make(
        gridhaunt.pufferlib.Env, env_args=["pyrat"], env_kwargs=arguments, num_envs=2, num_workers=2, backend=backend
    )
    try:
        envs.reset(seed=5)
        told = []
        for _ in range(160):
            *_, infos = envs.step(np.random.default_rng(1).integers(5, size=64, dtype=np.int32))
            told += infos
        assert told and all(info["episode_length"] > 1 for info in told)
    finally:
        envs.close()
