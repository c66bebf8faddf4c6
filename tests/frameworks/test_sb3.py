"""Stable-Baselines3 and sb3-contrib learn on the environments of Gymnasium, and on those of PettingZoo through SuperSuit."""

import warnings

import gridhaunt
import gymnasium
import numpy as np
import pytest
import supersuit
import torch
from gridhaunt.gymnasium import Env, env_id
from gridhaunt.pettingzoo import parallel_env
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv

GAMES = gridhaunt.games()
SMALL = {"n_steps": 32, "batch_size": 32, "n_epochs": 1, "device": "cpu"}


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)
    torch.manual_seed(1)


def weights(model):
    return [parameter.detach().clone() for parameter in model.policy.parameters()]


def has_learned(model, steps):
    """Whether learning changes the network, to numbers."""
    before = weights(model)
    model.learn(steps)
    after = weights(model)
    assert all(torch.isfinite(parameter).all() for parameter in after)
    return any(not torch.equal(first, second) for first, second in zip(before, after, strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_the_checker_of_stable_baselines(game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It has an opinion on images and on observations of several axes, which is none on the environment.
        warnings.filterwarnings("ignore", message=".*(image|unconventional shape).*")
        check_env(Env(game, max_steps=50), warn=True)


@pytest.mark.parametrize("game", GAMES)
def test_masks_reach_the_policy(game):
    """Nothing but what the mask allows is chosen, in hundreds of steps."""
    chosen = []

    class Watched(gymnasium.Wrapper):
        def step(self, action):
            chosen.append(bool(self.unwrapped.action_masks()[action]))
            return super().step(action)

    env = Watched(gymnasium.make(env_id(game), max_steps=64))
    assert is_masking_supported(env)
    assert get_action_masks(env).dtype == np.bool_
    model = MaskablePPO("MlpPolicy", env, **SMALL)
    assert has_learned(model, 256)
    assert len(chosen) >= 256 and all(chosen)


def test_several_arrays_at_once():
    env = Env("pyrat", observations=["routes", "scalars"], preset="tiny", opponents="random")
    assert has_learned(MaskablePPO("MultiInputPolicy", env, **SMALL), 128)


@pytest.mark.parametrize("kind", [None, SubprocVecEnv])
def test_environments_side_by_side(kind):
    arguments = {"opponents": "random", "preset": "tiny", "max_turns": 20}
    # Processes that are not forked know the module by its name alone.
    envs = make_vec_env(f"gridhaunt.gymnasium:{env_id('pyrat')}", n_envs=2, seed=3, env_kwargs=arguments, vec_env_cls=kind)
    model = PPO("MlpPolicy", envs, **SMALL)
    assert has_learned(model, 256)
    assert len(model.ep_success_buffer) > 0, "the results of matches are in the log"
    envs.close()


@pytest.mark.parametrize("game", GAMES)
def test_one_policy_for_all_seats_through_supersuit(game):
    env = parallel_env(game, mask=None, steady=True, max_steps=50)
    agents = len(env.possible_agents)
    envs = supersuit.pettingzoo_env_to_vec_env_v1(env)
    envs = supersuit.concat_vec_envs_v1(envs, 2, num_cpus=1, base_class="stable_baselines3")
    assert envs.num_envs == 2 * agents
    assert has_learned(PPO("MlpPolicy", envs, **SMALL), 64 * 2 * agents)
    envs.close()
