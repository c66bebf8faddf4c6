"""RLlib: the environment as its checker and its own episodes see it, and an iteration of PPO."""

import os
import pickle
import re
import tempfile
from pathlib import Path

# Ray and RLlib write into the home of the user, whose name they read when they are imported.
HOME = tempfile.TemporaryDirectory(prefix="rllib-")
os.environ["HOME"] = HOME.name
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import gridhaunt
import numpy as np
import pytest
import ray
from gridhaunt.rllib import MultiAgentEnv
from gridhaunt.table import Table
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

GAMES = gridhaunt.games()


@pytest.fixture(scope="module")
def cluster():
    """Ray with one core, and with a temporary folder of its own."""
    ray.init(num_cpus=1, include_dashboard=False, configure_logging=False, _temp_dir=f"{HOME.name}/t", object_store_memory=100 * 2**20)
    yield
    ray.shutdown()
    assert "ray_results" in os.listdir(HOME.name), "nothing went into the user's own home"


@pytest.mark.parametrize("until_asked", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_episodes_are_as_rllib_means_them(game, until_asked):
    """RLlib's own record of an episode takes every step: it refuses those that make no sense."""
    env = MultiAgentEnv(game=game, until_asked=until_asked, mask="observation", max_steps=200)
    rng = np.random.default_rng(0)
    for seed in range(2):
        observations, infos = env.reset(seed=seed)
        episode = MultiAgentEpisode(observation_space=env.observation_spaces, action_space=env.action_spaces)
        episode.add_env_reset(observations=observations, infos=infos)
        over, met, ended = False, set(observations), set()
        while not over:
            for agent, observation in observations.items():
                assert env.observation_spaces[agent].contains(observation)
                assert until_asked <= env.table.asked(env.table.learned[env.possible_agents.index(agent)])
            actions = {agent: int(rng.choice(np.flatnonzero(told["action_mask"]))) for agent, told in observations.items() if agent not in ended}
            observations, rewards, terminateds, truncateds, infos = env.step(actions)
            met |= set(observations)
            assert not ended & set(observations), "an agent whose episode has ended is told nothing more"
            assert set(rewards) <= met and set(terminateds) - {"__all__"} == set(observations)
            ended |= {agent for agent in observations if terminateds[agent] or truncateds[agent]}
            episode.add_env_step(observations, actions, rewards, infos, terminateds=terminateds, truncateds=truncateds)
            over = terminateds["__all__"] or truncateds["__all__"]
            observations = {agent: told for agent, told in observations.items() if agent not in ended}
        assert terminateds["__all__"] != truncateds["__all__"] and episode.is_done
        assert ended == met, "whoever was met ends"
        assert env.agents == []


def test_equal_seeds_give_equal_games():
    envs = [MultiAgentEnv({"game": "tag"}, max_steps=40) for _ in range(2)]
    for env in envs:
        env.reset(seed=4)
    while envs[0].agents:
        asked = [agent for agent, seat in zip(envs[0].possible_agents, envs[0].table.learned, strict=True) if envs[0].table.asked(seat)]
        first, second = (env.step(dict.fromkeys(asked, 1)) for env in envs)
        assert first[1:4] == second[1:4] and envs[0].table.hash == envs[1].table.hash
    assert envs[0].table.steps == 40


def test_arguments_are_those_of_the_table():
    env = MultiAgentEnv({"game": "tag", "seats": ["survivors"], "opponents": "random"}, observations=["planes", "numbers"])
    assert env.possible_agents == Table("tag", seats=["survivors"]).agents
    observations, infos = env.reset(seed=1)
    assert all(array.shape == env.observation_spaces[agent].shape and array.dtype == np.float32 for agent, array in observations.items())
    assert all(infos[agent]["action_mask"].any() for agent in observations)
    whole = MultiAgentEnv(game="tag", observations=["planes", "numbers"], flatten=False, mask=None)
    observations, infos = whole.reset(seed=1)
    assert observations and all(whole.observation_spaces[agent].contains(told) for agent, told in observations.items())
    assert all(set(told) == {"planes", "numbers"} for told in observations.values()) and not any(infos.values())


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({}, "game"),
        ("pyrat", "config"),
        ({"game": "chess"}, "game"),
        ({"game": "pyrat", "mask": "obs"}, "mask"),
        ({"game": "pyrat", "flatten": 1}, "flatten"),
        ({"game": "pyrat", "seats": ["cat"]}, "seats[0]"),
        ({"game": "pyrat", "seed": -1}, "seed"),
        ({"game": "pyrat", "widht": 9}, "widht"),
    ],
)
def test_wrong_arguments_are_named(arguments, field):
    with pytest.raises(gridhaunt.Invalid) as wrong:
        MultiAgentEnv(arguments)
    assert wrong.value.field == field


@pytest.mark.parametrize(
    ("actions", "field"), [([0], "action_dict"), ({"cat": 0}, "actions"), ({"python": 5}, 'actions["python"]'), ({"python": "up"}, 'actions["python"]')]
)
def test_wrong_actions_are_named(actions, field):
    env = MultiAgentEnv(game="pyrat", preset="tiny")
    env.reset(seed=1)
    with pytest.raises(gridhaunt.Invalid) as wrong:
        env.step({env.possible_agents[0] if agent == "python" else agent: action for agent, action in actions.items()} if isinstance(actions, dict) else actions)
    assert wrong.value.field == field.replace("python", env.possible_agents[0])


@pytest.mark.parametrize("game", GAMES)
def test_copies_go_on_as_the_first_would_have(game):
    env = MultiAgentEnv(game=game, max_steps=30, seed=2)
    observations, _ = env.reset()
    for _ in range(10):
        observations = env.step(dict.fromkeys(observations, 1))[0] if env.agents else env.reset()[0]
    twin = pickle.loads(pickle.dumps(env))
    while env.agents:
        first, second = (one.step(dict.fromkeys(observations, 1)) for one in (env, twin))
        observations = first[0]
        assert first[1:4] == second[1:4] and env.table.hash == twin.table.hash and env.agents == twin.agents


def ppo(env_config, modules, policy_of, runners=0):
    config = PPOConfig().environment(MultiAgentEnv, env_config=env_config)
    config = config.env_runners(num_env_runners=runners, num_envs_per_env_runner=2, rollout_fragment_length=64)
    config = config.learners(num_learners=0).training(train_batch_size_per_learner=128, minibatch_size=64, num_epochs=1)
    config = config.multi_agent(policies=set(modules), policy_mapping_fn=policy_of).debugging(seed=1, log_level="ERROR")
    return config.rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=modules))


def train(config):
    algorithm = config.build_algo()
    try:
        return algorithm.train()
    finally:
        algorithm.stop()


@pytest.mark.parametrize("game", GAMES)
def test_an_iteration_of_ppo_with_masks(game, cluster):
    """A policy for each side, with RLlib's own module for masked actions."""
    sides = Table(game).sides
    modules = {side: RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [16], "head_fcnet_hiddens": [16]}) for side in sorted(set(sides.values()))}
    result = train(ppo({"game": game, "mask": "observation", "max_steps": 40}, modules, lambda agent, episode, **_: sides[agent]))
    assert result["env_runners"]["num_env_steps_sampled"] >= 128
    learned = [name for name, told in result["learners"].items() if name in modules and np.isfinite(told["total_loss"])]
    assert learned, result["learners"]


def test_an_iteration_of_ppo_against_bots_in_another_process(cluster):
    env_config = {"game": "pyrat", "preset": "tiny", "seats": ["python"], "opponents": "random", "max_turns": 20}
    result = train(ppo(env_config, {"learner": RLModuleSpec()}, lambda *_, **__: "learner", runners=1))
    assert result["env_runners"]["num_episodes"] > 0 and np.isfinite(result["learners"]["learner"]["total_loss"])


def test_the_example_of_the_page_runs(cluster, capsys):
    page = Path(__file__).parents[2] / "docs/python/frameworks.md"
    (example,) = re.findall(r"## RLlib.*?```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    exec(example, {})
    assert int(capsys.readouterr().out.split()[-1]) > 0
