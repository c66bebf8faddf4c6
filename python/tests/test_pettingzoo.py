"""PettingZoo: its own test kit for every game, and what the kit does not look at."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys
import warnings
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gridhaunt
import numpy as np
import pytest

zoo = pytest.importorskip("pettingzoo")

from gridhaunt.pettingzoo import AECEnv, ParallelEnv, env, parallel_env  # noqa: E402
from gridhaunt.table import Table  # noqa: E402
from gymnasium.spaces import Box, Dict  # noqa: E402
from pettingzoo.test import (  # noqa: E402
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
    state_test,
    test_save_obs as save_obs_test,
)
from pettingzoo.utils.conversions import aec_to_parallel, parallel_to_aec, turn_based_aec_to_parallel  # noqa: E402

GAMES = gridhaunt.games()
PYTHON, RAT = Table("pyrat").agents
MASKS = ("observation", "info", None)
# What the kit tells of games where agents come late, see nothing yet or have several arrays; none of it is a fault.
KNOWN = (
    "No agents present but not all possible_agents",
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Observation numpy array is all zeros",
    "in the shape of a graphical observation",
    "We recommend agents to be named in the format",
)


@pytest.fixture(autouse=True)
def no_new_warnings():
    """A warning of the kit that is not known is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for words in KNOWN:
            warnings.filterwarnings("default", message=f".*{words}")
        yield


def simultaneous(game: str) -> bool:
    """Whether all seats choose at once."""
    table = Table(game)
    return all(table.asked(seat) for seat in range(table.seats))


def allowed(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def seat_of(made: Any, agent: str) -> int:
    return int(made.table.learned[made.table.agents.index(agent)])


def same(first: Any, second: Any) -> bool:
    """Whether observations, infos and the like are equal."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    if isinstance(first, np.ndarray):
        return first.dtype == second.dtype and np.array_equal(first, second)
    if isinstance(first, (tuple, list)):
        return len(first) == len(second) and all(map(same, first, second))
    return bool(first == second)


# ---------------------------------------------------------------- The kit


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("game", GAMES)
def test_api(game: str, mask: str | None) -> None:
    api_test(env(game, mask=mask), num_cycles=60)


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("game", GAMES)
def test_parallel_api(game: str, mask: str | None) -> None:
    parallel_api_test(parallel_env(game, mask=mask), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
def test_whole_episodes(game: str) -> None:
    """The kit's loops over an episode to its end, where agents leave."""
    api_test(env(game, max_steps=40), num_cycles=100)
    parallel_api_test(parallel_env(game, max_steps=40), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_conversion(game: str) -> None:
    api_test(parallel_to_aec(parallel_env(game)), num_cycles=20)


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("game", GAMES)
def test_seeds(game: str, mask: str | None) -> None:
    seed_test(partial(env, game, mask=mask), num_cycles=30)
    parallel_seed_test(partial(parallel_env, game, mask=mask), num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_pictures(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, game), custom_tests={"svg": lambda picture: picture.startswith("<svg")})
    assert capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_states(game: str) -> None:
    state_test(env(game), parallel_env(game))


@pytest.mark.parametrize("game", GAMES)
def test_observations_are_saved(game: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_obs_test(env(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_benchmark_runs(game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    clock = iter(np.arange(0.0, 100.0, 0.5))
    monkeypatch.setattr("time.time", lambda: next(clock))
    performance_benchmark(env(game, mask="observation"))
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize("game", [game for game in GAMES if simultaneous(game)])
def test_cycles(game: str) -> None:
    """The kit counts the turns of each agent, which are equal only where all choose at once."""
    max_cycles_test(SimpleNamespace(env=partial(env, game), parallel_env=partial(parallel_env, game)))


# ---------------------------------------------------------------- What the kit does not look at


def told(game: ParallelEnv, steps: int, seed: int) -> list[Any]:
    """What an environment tells in so many steps, over the ends of episodes."""
    rng = np.random.default_rng(seed)
    seen: list[Any] = [game.reset(seed=seed)]
    for _ in range(steps):
        if not game.agents:
            seen.append(game.reset())
        actions = {agent: int(rng.integers(game.action_space(agent).n)) for agent in game.agents}
        seen.append((game.step(actions), list(game.agents), game.table.hash))
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_equal_seeds_give_equal_steps(game: str) -> None:
    """Over 1,000 steps: those of the kit stop after the first."""
    first, second = (parallel_env(game, mask="observation") for _ in range(2))
    seen = told(first, 1000, 42)
    assert same(seen, told(second, 1000, 42))
    assert not same(seen[:50], told(second, 49, 43))


@pytest.mark.parametrize("game", GAMES)
def test_who_names_no_seed_gets_another_game(game: str) -> None:
    def hashes(*seeds: int | None, **arguments: Any) -> list[str]:
        made, seen = parallel_env(game, **arguments), []
        for seed in seeds:
            made.reset(seed=seed)
            seen.append(made.table.hash)
        return seen

    assert hashes(5, None, None) == hashes(5, None, None)
    assert hashes(None, None, seed=5) == hashes(5, None)
    assert len({tuple(hashes(None, None, None)) for _ in range(3)}) == 3


def turn_by_turn(turns: AECEnv, together: ParallelEnv, seed: int) -> int:
    """Plays an episode with both kinds of environments, which must tell the same; returns how often an agent chose."""
    rng = np.random.default_rng(seed)
    observations, infos = together.reset(seed=seed)
    turns.reset(seed=seed)
    sums: dict[str, float] = dict.fromkeys(together.agents, 0.0)
    ends: dict[str, tuple[bool, bool]] = {}
    chosen: dict[str, int] = {}
    count = 0
    for agent in turns.agent_iter():
        observation, reward, termination, truncation, info = turns.last()
        while turns.table.steps > together.table.steps:
            observations, rewards, terminations, truncations, infos = together.step(chosen)
            chosen = {}
            for other, earned in rewards.items():
                sums[other] = sums.get(other, 0.0) + earned
                ends[other] = terminations[other], truncations[other]
        assert turns.table.hash == together.table.hash
        assert reward == pytest.approx(sums[agent]) and (termination, truncation) == ends.get(agent, (False, False))
        assert same(observation, observations[agent]) and same(info, infos[agent])
        if termination or truncation:
            turns.step(None)
            continue
        assert turns.table.asked(seat_of(turns, agent)) and agent not in chosen, "nobody acts in vain"
        assert set(turns.agents) == set(together.agents)
        sums[agent] = 0.0
        chosen[agent] = allowed(turns.table.mask(seat_of(turns, agent)), rng)
        turns.step(chosen[agent])
        count += 1
    assert not together.agents and not turns.agents
    return count


@pytest.mark.parametrize("max_steps", [None, 25])
@pytest.mark.parametrize("game", GAMES)
def test_both_kinds_play_the_same_game(game: str, max_steps: int | None) -> None:
    turns, together = env(game, max_steps=max_steps), parallel_env(game, max_steps=max_steps)
    assert sum(turn_by_turn(turns, together, seed) for seed in range(2)) > 2


@pytest.mark.parametrize("until_asked", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_both_kinds_play_the_same_game_against_opponents(game: str, until_asked: bool) -> None:
    side = list(Table(game).sides.values())[-1]
    for seats in (0, side):
        arguments: dict[str, Any] = {"seats": seats, "until_asked": until_asked, "max_steps": 60}
        turn_by_turn(env(game, **arguments), parallel_env(game, **arguments), 3)


@pytest.mark.parametrize("game", [game for game in GAMES if simultaneous(game)])
def test_where_all_choose_at_once_turns_convert_to_parallel(game: str) -> None:
    assert env(game).metadata["is_parallelizable"]
    first, second = aec_to_parallel(env(game)), parallel_env(game)
    assert same(first.reset(seed=3), second.reset(seed=3))
    for number in range(30):
        actions = {agent: (number + i) % 5 for i, agent in enumerate(second.agents)}
        assert same(tuple(map(dict, first.step(actions))), second.step(actions))


@pytest.mark.parametrize("game", [game for game in GAMES if not simultaneous(game)])
def test_where_sides_take_turns_the_other_conversion_works(game: str) -> None:
    made = env(game, max_steps=20)
    assert not made.metadata["is_parallelizable"]
    converted = turn_based_aec_to_parallel(made)
    converted.reset(seed=3)
    while converted.agents:
        converted.step(dict.fromkeys(converted.agents, 0))


@pytest.mark.parametrize("game", GAMES)
def test_masks(game: str) -> None:
    """An agent who is not asked has only action 0, which does nothing; what is masked out is as good as no choice."""
    made = parallel_env(game)
    rng = np.random.default_rng(1)
    _, infos = made.reset(seed=1)
    for step in range(60):
        if not made.agents:
            _, infos = made.reset()
        masks = {agent: infos[agent]["action_mask"] for agent in made.agents}
        actions = {agent: allowed(mask, rng) for agent, mask in masks.items()}
        for agent, mask in masks.items():
            assert mask.dtype == np.int8 and mask.any() and mask.shape == (made.action_space(agent).n,)
            if not made.table.asked(seat_of(made, agent)):
                assert mask.tolist() == [1] + [0] * (len(mask) - 1)
        if step % 6 == 0:
            asked = [agent for agent in made.agents if made.table.asked(seat_of(made, agent))]
            alone = after(made, {agent: actions[agent] for agent in asked})
            assert after(made, actions).table.hash == alone.table.hash, "who is not asked does nothing with action 0"
            for agent in asked:
                without = after(made, {other: actions[other] for other in asked if other != agent}).state()
                for number in np.flatnonzero(masks[agent] == 0):
                    assert same(after(made, actions | {agent: int(number)}).state(), without), f"{agent} {number}"
        *_, infos = made.step(actions)


def after(made: ParallelEnv, actions: dict[str, int]) -> ParallelEnv:
    """A copy that has played a step."""
    made = copy.deepcopy(made)
    made.step(actions)
    return made


@pytest.mark.parametrize("game", GAMES)
def test_where_masks_are(game: str) -> None:
    shapes = {mask: parallel_env(game, mask=mask) for mask in MASKS}
    told = {mask: made.reset(seed=1) for mask, made in shapes.items()}
    agent = shapes[None].agents[0]
    (plain, nothing), (also_plain, info), (both, empty) = (
        tuple(part[agent] for part in told[mask]) for mask in (None, "info", "observation")
    )
    assert isinstance(shapes[None].observation_space(agent), Box) and nothing == {} and empty == {}
    assert isinstance(shapes["observation"].observation_space(agent), Dict)
    assert same(plain, also_plain) and same(plain, both["observation"])
    assert same(info["action_mask"], both["action_mask"])
    for mask, made in shapes.items():
        assert made.observation_space(agent).contains(told[mask][0][agent])


@pytest.mark.parametrize("game", GAMES)
def test_several_arrays(game: str) -> None:
    names = ["mask", "asked", "lasts"]
    for mask in MASKS:
        made = parallel_env(game, observations=names, mask=mask)
        observations, _ = made.reset(seed=2)
        for agent in made.agents:
            assert made.observation_space(agent).contains(observations[agent])
        assert made.state_space.contains(made.state())
        arrays = observations[made.agents[0]]
        assert list(arrays["observation"] if mask == "observation" else arrays) == names


@pytest.mark.parametrize("game", GAMES)
def test_agents_are_those_of_the_table(game: str) -> None:
    made = parallel_env(game)
    assert made.possible_agents == Table(game).agents and len(set(made.possible_agents)) == made.max_num_agents
    spaces = [made.action_space(agent) for agent in made.possible_agents]
    assert len({id(space) for space in spaces}) == len(spaces), "each is seeded on its own"
    assert all(made.action_space(agent) is space for agent, space in zip(made.possible_agents, spaces, strict=True))
    assert made.agents == [] and str(made) == f"{game.replace('-', '_')}_v1"
    assert set(made.metadata) == {"name", "render_modes", "render_fps", "is_parallelizable"}


def test_copies_come_into_play() -> None:
    """A ghost that replicates: its copies are agents from that step on, and everybody leaves at the end."""
    made = parallel_env("ghost-grid", mask="observation")
    observations, _ = made.reset(seed=1)
    ghosts = made.possible_agents[:4]
    assert set(made.agents) & set(ghosts) == {ghosts[0]}
    most = int(np.flatnonzero(observations[ghosts[0]]["action_mask"])[-1])
    observations, *rest = made.step({ghosts[0]: most})
    assert made.agents[:4] == ghosts
    assert all(list(by_agent) == made.agents for by_agent in (observations, *rest))
    rng = np.random.default_rng(0)
    while made.agents:
        before = set(made.agents)
        actions = {agent: allowed(observations[agent]["action_mask"], rng) for agent in made.agents}
        observations, rewards, terminations, truncations, _ = made.step(actions)
        assert before <= set(rewards), "everybody hears of its own end"
    assert all(terminations.values()) and not any(truncations.values())
    assert made.step({}) == ({}, {}, {}, {}, {}), "after the end nothing happens"


def test_who_comes_with_the_last_step_never_was_an_agent() -> None:
    """Copies that come into play with the step that truncates."""
    together, turns = parallel_env("ghost-grid", max_steps=1), env("ghost-grid", max_steps=1)
    _, infos = together.reset(seed=1)
    turns.reset(seed=1)
    agents, ghost = together.agents, together.agents[0]
    most = int(np.flatnonzero(infos[ghost]["action_mask"])[-1])
    told = together.step({ghost: most})
    assert together.table.took_part(1) and all(set(by_agent) == set(agents) for by_agent in told)
    assert turns.agents == agents
    turns.step(most)
    assert turns.agents == agents and all(turns.truncations.values()) and turns.table.took_part(1)


def test_turncoats_come_into_play() -> None:
    """Of the ghosts' side only turncoats are learned: with `until_asked` an episode begins with the first of them."""
    arguments: dict[str, Any] = {"seats": "turncoat", "until_asked": True}
    turns, together = env("ghost-grid", **arguments), parallel_env("ghost-grid", **arguments)
    came = sum(turn_by_turn(turns, together, seed) > 0 for seed in range(20))
    assert 0 < came < 20, "matches without a turncoat have no agents"
    together.reset(seed=0)
    assert together.agents == together.possible_agents[:1] and together.table.game.steps > 0


def test_agents_that_leave_before_the_end() -> None:
    """With the option `own` a survivor's episode ends when it is caught or has escaped."""
    arguments: dict[str, Any] = {"options": {"own": True}, "width": 12, "height": 12}
    made, rng = parallel_env("tag", **arguments), np.random.default_rng(0)
    _, infos = made.reset(seed=0)
    early = 0
    while made.agents:
        before = set(made.agents)
        _, _, terminations, _, infos = made.step({a: allowed(infos[a]["action_mask"], rng) for a in made.agents})
        gone = before - set(made.agents)
        assert gone == {agent for agent, over in terminations.items() if over}
        early += bool(gone) and bool(made.agents)
    assert early
    for seed in range(3):
        turn_by_turn(env("tag", **arguments), parallel_env("tag", **arguments), seed)
    api_test(env("tag", **arguments), num_cycles=200)
    parallel_api_test(parallel_env("tag", **arguments), num_cycles=200)


@pytest.mark.parametrize("until_asked", [False, True])
def test_what_is_earned_before_the_first_choice_is_paid(until_asked: bool) -> None:
    """A killer beside a survivor chooses first, and catches it: the first step of the other pays it to both."""
    start = {"killers": {"0": [1, 1]}, "survivors": {"0": [2, 2], "1": [8, 1]}}
    arguments: dict[str, Any] = {"seats": "survivors", "opponents": "chase", "until_asked": until_asked}
    made = env("tag", start=start, exits=[[8, 8]], width=9, height=9, **arguments)
    made.reset(seed=0)
    first, second = made.agents
    assert made.agent_selection == second and made.last()[1] == 0 and not any(made.rewards.values())
    made.step(0)
    assert made.rewards == {first: -0.5, second: -0.5} and made.last()[1] == -0.5
    made.step(0)
    assert made.rewards == {first: 0.0, second: 0.0} and made.last()[1] == 0


@pytest.mark.parametrize("game", GAMES)
def test_steady_agents_are_there_from_the_first_step_to_the_last(game: str) -> None:
    api_test(env(game, steady=True, max_steps=40), num_cycles=100)
    parallel_api_test(parallel_env(game, steady=True, max_steps=40), num_cycles=100)
    turn_by_turn(env(game, steady=True, max_steps=40), parallel_env(game, steady=True, max_steps=40), 1)
    made, other = parallel_env(game, steady=True, mask="observation"), parallel_env(game, mask="observation")
    observations, infos = made.reset(seed=3)
    others, _ = other.reset(seed=3)
    rng = np.random.default_rng(3)
    while made.agents:
        assert made.agents == made.possible_agents and set(observations) == set(infos) == set(made.agents)
        assert all(same(observations[agent], seen) for agent, seen in others.items())
        actions = {agent: allowed(observations[agent]["action_mask"], rng) for agent in made.agents}
        assert not any(actions[agent] for agent in set(made.agents) - set(others)), "who is not in play is not asked"
        observations, rewards, terminations, truncations, infos = made.step(actions)
        others, other_rewards, *_ = other.step(actions)
        assert rewards == dict.fromkeys(made.possible_agents, 0.0) | other_rewards
        assert set(terminations.values()) == {not made.agents} and not any(truncations.values())
    assert made.table.hash == other.table.hash and other.agents == []
    assert made.step({}) == ({}, {}, {}, {}, {})


def test_steady_agents_wait_for_their_time() -> None:
    made = parallel_env("ghost-grid", seats="turncoat", steady=True)
    made.reset(seed=0)
    assert made.agents == made.possible_agents
    observations, *_ = made.step({})
    assert set(observations) == set(made.agents) == set(made.possible_agents)


def test_max_steps_truncates() -> None:
    for name in ("max_steps", "max_cycles"):
        made = parallel_env("pyrat", **{name: 2})
        made.reset(seed=0)
        made.step({})
        _, _, terminations, truncations, _ = made.step({})
        assert not any(terminations.values()) and all(truncations.values()) and made.agents == []


@pytest.mark.parametrize("game", GAMES)
def test_copies_and_pickles_go_on(game: str) -> None:
    together, turns = parallel_env(game, max_steps=30), env(game, max_steps=30)
    together.reset(seed=5)
    turns.reset(seed=5)
    for number in range(4):
        together.step(dict.fromkeys(together.agents, number))
        turns.step(number)
    for again in (copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))):
        first, second = again(together), again(together)
        turned, other = again(turns), again(turns)
        for _ in range(40):
            assert same(first.step(dict.fromkeys(first.agents, 1)), second.step(dict.fromkeys(second.agents, 1)))
            assert first.table.hash == second.table.hash and first.agents == second.agents
            assert turned.agents == other.agents and turned.rewards == other.rewards
            for made in (turned, other):
                if made.agents:
                    over = made.terminations[made.agent_selection] or made.truncations[made.agent_selection]
                    made.step(None if over else 1)
    assert together.table.steps == 4, "a copy leaves the first as it was"


def test_a_person_sees_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    made = parallel_env("pyrat", preset="tiny", render_mode="human")
    made.reset(seed=0)
    first = capsys.readouterr().out
    made.step({PYTHON: 0, RAT: 2})
    assert first and capsys.readouterr().out not in ("", first)
    assert parallel_env("pyrat").render() is None


def id_of(game: str) -> str:
    return f"gridhaunt/{gridhaunt._gridhaunt.title(game).replace(' ', '')}-v1"


@pytest.mark.skipif(not hasattr(zoo, "register"), reason="PettingZoo before 1.27 has no registry")
@pytest.mark.parametrize("game", GAMES)
def test_games_are_registered(game: str) -> None:
    name = id_of(game)
    made = zoo.make("parallel", name, max_cycles=3, mask=None)
    assert isinstance(made, ParallelEnv) and made.table.name == game
    assert isinstance(zoo.make("aec", name), AECEnv)
    made.reset(seed=0)
    for _ in range(3):
        assert made.agents
        made.step({})
    assert not made.agents


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_the_names(game: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "python" / "pettingzoo.md").read_text(encoding="utf-8")
    [row] = [line for line in page.splitlines() if line.startswith(f"| `{game}` | `{id_of(game)}` |")]
    agents = Table(game).agents
    assert f"`{agents[0]}`" in row and f"`{agents[-1]}`" in row


# ---------------------------------------------------------------- SuperSuit


@pytest.mark.parametrize("game", GAMES)
def test_supersuit(game: str) -> None:
    """The usual conversion for Stable-Baselines3: several games, each agent a row."""
    supersuit = pytest.importorskip("supersuit")
    warnings.simplefilter("default")
    made = parallel_env(game, mask=None, max_steps=20, steady=True)
    rows = supersuit.pettingzoo_env_to_vec_env_v1(made)
    vector = supersuit.concat_vec_envs_v1(rows, 2, num_cpus=0, base_class="gymnasium")
    observations, _ = vector.reset(seed=0)
    agents = len(made.possible_agents)
    assert len(observations) == vector.num_envs == 2 * agents
    assert isinstance(vector.observation_space, Box)
    ended = 0
    for _ in range(45):
        observations, rewards, terminations, truncations, _ = vector.step(np.zeros(2 * agents, dtype=np.int64))
        assert observations.shape == (2 * agents, *vector.observation_space.shape) and rewards.shape == (2 * agents,)
        ended += int(np.sum(terminations | truncations))
    assert ended


# ---------------------------------------------------------------- Bad input


def test_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "gridhaunt.pettingzoo")
    with pytest.raises(ImportError, match=r"pip install gridhaunt\[pettingzoo\]"):
        importlib.import_module("gridhaunt.pettingzoo")


@pytest.mark.parametrize("make", [env, parallel_env])
@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        *(({"mask": mask}, "mask") for mask in ("infos", "", True, 1, ["info"], b"info", np.zeros(2))),
        *(({"render_mode": mode}, "render_mode") for mode in ("rgb", "", "Human")),
        *(({"seed": seed}, "seed") for seed in (-1, 2**64, 1.5, "7", True)),
        ({"max_cycles": 0}, "max_steps"),
        ({"max_steps": 3, "max_cycles": 3}, "max_cycles"),
        ({"max_steps": "ten"}, "max_steps"),
        ({"until_asked": 1}, "until_asked"),
        ({"steady": "yes"}, "steady"),
        ({"seats": ["cat"]}, "seats[0]"),
        ({"seats": [0], "opponents": "gredy"}, "opponents"),
        ({"observations": ["plane"]}, "observations[0]"),
        ({"options": {"orient": 1}}, "orient"),
        ({"worlds": 0}, "worlds"),
        ({"width": 1}, "width"),
        ({"widht": 9}, "widht"),
        ({"render_fps": 9}, "render_fps"),
    ],
)
def test_wrong_arguments_are_named(make: Any, arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(gridhaunt.Invalid) as wrong:
        make("pyrat", **arguments)
    assert wrong.value.field == field and wrong.value.expected


@pytest.mark.parametrize("game", ["chess", None, 7])
@pytest.mark.parametrize("make", [env, parallel_env])
def test_games_that_do_not_exist(make: Any, game: Any) -> None:
    with pytest.raises(gridhaunt.Invalid) as wrong:
        make(game)
    assert wrong.value.field == "game"


@pytest.mark.parametrize("make", [env, parallel_env])
@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True, [7]])
def test_wrong_seeds_change_nothing(make: Any, seed: Any) -> None:
    made = make("pyrat")
    made.reset(seed=4)
    before = made.table.hash
    with pytest.raises(gridhaunt.Invalid) as wrong:
        made.reset(seed=seed)
    assert wrong.value.field == "seed" and made.table.hash == before


@pytest.mark.parametrize("options", [{"options": 1}, {}, None, 7])
@pytest.mark.parametrize("make", [env, parallel_env])
def test_options_of_reset_are_ignored(make: Any, options: Any) -> None:
    made = make("pyrat")
    made.reset(seed=4, options=options)
    assert made.table.hash == gridhaunt.make("pyrat", seed=4).hash


@pytest.mark.parametrize("agent", ["cat_0", "snake", "", None, 0, [RAT], b"rat"])
def test_wrong_agents_are_named(agent: Any) -> None:
    for made in (env("pyrat"), parallel_env("pyrat")):
        for ask in (made.observation_space, made.action_space, *([made.observe] if made.__class__ is AECEnv else [])):
            with pytest.raises(gridhaunt.Invalid) as wrong:
                ask(agent)
            assert wrong.value.field == "agent" and f"{PYTHON}, {RAT}" in wrong.value.expected


@pytest.mark.parametrize(
    ("actions", "field"),
    [
        *((actions, "actions") for actions in ([0, 0], None, 3, "up", np.zeros(2, dtype=np.int64), {"cat_0": 0}, {0: 0})),
        *(
            ({RAT: action}, f'actions["{RAT}"]')
            for action in (5, -1, 1.0, "up", None, 2**70, [1], np.zeros(2, dtype=np.int64), np.float32(1))
        ),
    ],
)
def test_wrong_actions_are_named(actions: Any, field: str) -> None:
    made = parallel_env("pyrat")
    made.reset(seed=0)
    before = made.table.hash
    with pytest.raises(gridhaunt.Invalid) as wrong:
        made.step(actions)
    assert wrong.value.field == field and wrong.value.expected
    assert made.table.hash == before and made.agents == [PYTHON, RAT]


@pytest.mark.parametrize("action", [5, -1, 1.0, "up", None, 2**70, [1], True, np.zeros(2, dtype=np.int64)])
def test_wrong_actions_of_one_are_named(action: Any) -> None:
    made = env("pyrat", max_steps=1)
    for number in (0, np.int8(1), np.array(2)):
        made.reset(seed=0)
        with pytest.raises(gridhaunt.Invalid) as wrong:
            made.step(action)
        assert wrong.value.field == "action" and made.agent_selection == PYTHON
        made.step(number)
        assert made.agent_selection == RAT
    made.step(0)
    with pytest.raises(ValueError, match="has ended"):
        made.step(0)
    made.step(None)
    made.step(None)
    assert made.agents == []
    with pytest.raises(gridhaunt.Invalid, match="reset"):
        made.step(None)
    with pytest.raises(gridhaunt.Invalid, match="reset"):
        env("pyrat").step(0)
