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
    env = parallel_env(game, mask="observation", steady=True, max_steps=30)
    agents = env.possible_agents
    env = PettingZooWrapper(env, return_state=True, use_mask=True, device="cpu")
    check_env_specs(env)
    rollout = env.rollout(20)
    assert sorted(agent for group in env.group_map.values() for agent in group) == sorted(agents)
    assert 0 < len(rollout) <= 20 and "state" in rollout.keys()
    for group in env.group_map:
        assert rollout[group, "action_mask"].any(-1)[rollout[group, "mask"]].all(), "no mask is empty"


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium(game):
    env = GymWrapper(gymnasium.make(env_id(game), max_steps=15), device="cpu")
    check_env_specs(env)
    rollout = env.rollout(40, break_when_any_done=False)
    assert len(rollout) == 40 and rollout["next", "done"].any()
