"""TorchRL rolls out the games, through PettingZoo and through Gymnasium."""

import gridhaunt
import gymnasium
import pytest
import torch
from gridhaunt.gymnasium import env_id
from gridhaunt.pettingzoo import parallel_env
from torchrl.envs.libs.gym import GymWrapper
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

GAMES = gridhaunt.games()


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo(game):
    env = PettingZooWrapper(parallel_env(game, mask="observation", max_steps=30), return_state=True, use_mask=True, device="cpu")
    check_env_specs(env)
    rollout = env.rollout(20)
    groups = list(env.group_map)
    assert rollout.batch_size == torch.Size([20])
    assert sorted(agent for agents in env.group_map.values() for agent in agents) == sorted(parallel_env(game).possible_agents)
    for group in groups:
        assert rollout[group, "action_mask"].any(-1)[rollout[group, "mask"]].all(), "no mask is empty"
    assert ("next", "state") in rollout.keys(include_nested=True)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium(game):
    env = GymWrapper(gymnasium.make(env_id(game), max_steps=30), device="cpu")
    check_env_specs(env)
    assert env.rollout(20).batch_size == torch.Size([20])
