"""OpenSpiel: its own checks for every game, copies, memories, solvers and names."""

from __future__ import annotations

import importlib
import json
import math
import pickle
import random
import subprocess
import sys
from typing import Any

import gridhaunt
import numpy as np
import pytest
from gridhaunt._line import Line, rules
from gridhaunt.table import Table

pyspiel = pytest.importorskip("pyspiel")
from gridhaunt import openspiel  # noqa: E402
from open_spiel.python import observation, policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr, generate_playthrough, get_all_states  # noqa: E402

GAMES = gridhaunt.games()
SHORT: dict[str, dict[str, Any]] = {
    "pyrat": {"preset": "tiny", "max_turns": 20},
    "tag": {"max_rounds": 8, "width": 12, "height": 12},
    "ghost-grid": {"preset": "tiny", "max_turns": 5},
    "snarl": {"max_rounds": 4},
    "sproutopia": {"max_ticks": 15},
}
"""Settings with which a game soon ends by its rules; one that is not here is cut off."""
DUEL: dict[str, Any] = {"width": 3, "height": 2, "walls": [], "cheese": [[1, 0], [1, 1]], "max_turns": 2, "max_steps": 2}
"""A PyRat whose tree is small."""
HUNT: dict[str, Any] = {
    **{"width": 4, "height": 3, "killers": 1, "survivors": 1, "exit_count": 1, "max_rounds": 2},
    **{"killer_sight": 1, "survivor_sight": 1, "d_enemy_min": 2, "d_exit_min": 1},
}
"""A Ghost Tag whose tree is small and in which something is hidden."""


def short(game: str, **more: Any) -> openspiel.Game:
    return openspiel.load(game, **{"max_steps": 40} | SHORT.get(game, {}) | more)


def choose(state: Any, draw: random.Random) -> list[int]:
    """Plays a random step; returns an action for each seat."""
    if state.is_simultaneous_node():
        actions = [draw.choice(state.legal_actions(player)) for player in range(state.num_players())]
        state.apply_actions(actions)
        return actions
    player = state.current_player()
    action = draw.choice(state.legal_actions())
    state.apply_action(action)
    return [action if seat == player else 0 for seat in range(state.num_players())]


def texts(state: Any) -> list[str]:
    return [tell(seat) for seat in range(state.num_players()) for tell in (state.information_state_string, state.observation_string)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("more", [{}, {"seeds": 3, "returns": "rewards"}], ids=["outcome", "rewards"])
def test_their_simulation(game: str, more: dict[str, Any]) -> None:
    pyspiel.random_sim_test(short(game, **more), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_defaults_pass_too(game: str) -> None:
    pyspiel.random_sim_test(openspiel.load(game, max_steps=6), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_that_of_the_table(game: str) -> None:
    """Masks, arrays, rewards and states are those of the engine, to the end of a whole game."""
    settings = SHORT.get(game, {})
    made = openspiel.load(game, seed=5, returns="rewards", **settings)
    state, table, draw = made.new_initial_state(), Table(game, seed=5, **settings), random.Random(3)
    sums = np.zeros(table.seats)
    while not state.is_terminal():
        asked = [seat for seat in range(table.seats) if table.asked(seat)]
        if state.is_simultaneous_node():
            acting = list(range(table.seats))
        else:
            acting = [state.current_player()]
            assert asked == acting
        for seat in acting:
            assert state.legal_actions(seat) == np.flatnonzero(table.mask(seat)).tolist()
            assert seat in asked or state.legal_actions(seat) == [0]
            array = next(iter(table.observe(seat).values()))
            assert np.array_equal(state.observation_tensor(seat), array.ravel().astype(np.float32))
        assert table.hash in str(state)
        table.step(choose(state, draw))
        assert state.rewards() == table.rewards
        sums += table.rewards
    assert table.terminated and table.hash in str(state)
    assert state.returns() == pytest.approx(sums)
    assert table.steps <= made.max_game_length()


@pytest.mark.parametrize("game", GAMES)
def test_returns_by_place_sum_to_zero(game: str) -> None:
    made = openspiel.load(game, **SHORT.get(game, {}))
    assert made.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (made.min_utility(), made.max_utility(), made.utility_sum()) == (-1, 1, 0)
    for seed in range(3):
        state, draw = made.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            assert state.returns() == [0] * made.num_players()
            choose(state, draw)
        returns = state.returns()
        assert sum(returns) == pytest.approx(0)
        assert -1 <= min(returns) and max(returns) <= 1
        ranks = [seat["rank"] for seat in json.loads(state._line.match.outcome())["seats"]]
        assert len(ranks) == made.num_players()
        for (one, best), (other, worse) in zip(zip(returns, ranks), zip(returns[1:], ranks[1:])):
            assert (one > other) == (best < worse) and (one == other) == (best == worse)


@pytest.mark.parametrize("game", GAMES)
def test_seats_choose_at_once_where_the_game_says_so(game: str) -> None:
    table, draw, most = Table(game), random.Random(0), 0
    while not table.terminated and table.steps < 500:
        asked = [seat for seat in range(table.seats) if table.asked(seat)]
        most = max(most, len(asked))
        table.step({seat: int(draw.choice(np.flatnonzero(table.mask(seat)))) for seat in asked})
    expected = pyspiel.GameType.Dynamics.SIMULTANEOUS if most > 1 else pyspiel.GameType.Dynamics.SEQUENTIAL
    assert openspiel.load(game).get_type().dynamics == expected


def test_sides_of_one_seat_take_turns() -> None:
    made = openspiel.load("tag", **HUNT)
    assert made.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    state = made.new_initial_state()
    first = state.current_player()
    state.apply_action(0)
    assert state.current_player() == 1 - first and state.legal_actions(first) == []


@pytest.mark.parametrize("game", GAMES)
def test_copies_and_pickles_go_on_as_the_first_would_have(game: str) -> None:
    made = short(game, seeds=2)
    state, draw = made.new_initial_state(), random.Random(1)
    state.apply_action(1)
    for _ in range(3):
        choose(state, draw)
    before, seen = str(state), texts(state)
    again, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(made, state))
    assert str(again) == str(made) and again.get_type() == made.get_type()
    copies = [state.clone(), restored, pickle.loads(pickle.dumps(state)), made.deserialize_state(state.serialize())]
    path = random.Random(2)
    while not state.is_terminal():
        choose(state, path)
    for other in copies:
        assert str(other) == before and texts(other) == seen
        path = random.Random(2)
        while not other.is_terminal():
            choose(other, path)
        assert str(other) == str(state) and texts(other) == texts(state) and other.returns() == state.returns()


@pytest.mark.parametrize("game", GAMES)
def test_memories_do_not_depend_on_when_they_are_asked_for(game: str) -> None:
    made = short(game, max_steps=12)
    often, once, draw = made.new_initial_state(), made.new_initial_state(), random.Random(4)
    step = 0
    while not often.is_terminal():
        texts(often)
        if step == 3:
            texts(once)
        actions = choose(often, draw)
        if once.is_simultaneous_node():
            once.apply_actions(actions)
        else:
            once.apply_action(actions[once.current_player()])
        step += 1
    assert texts(often) == texts(once)


def tree(made: Any) -> list[Any]:
    return list(get_all_states.get_all_states(made, include_terminals=False, include_chance_states=False).values())


@pytest.mark.parametrize(("game", "settings"), [("pyrat", DUEL), ("tag", HUNT | {"seeds": 2, "max_rounds": 1})], ids=["pyrat", "tag"])
def test_perfect_recall(game: str, settings: dict[str, Any]) -> None:
    """States of one information state differ in nothing that their seat knows, and follow its actions alone."""
    made = openspiel.load(game, **settings)
    if made.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        made = pyspiel.convert_to_turn_based(made)
    known: dict[str, tuple[Any, ...]] = {}
    shared = 0
    for state in tree(made):
        player = state.current_player()
        own = tuple(past.action for past in state.full_history() if past.player == player)
        fact = (player, state.legal_actions(), own, state.observation_string(player))
        shared += known.setdefault(state.information_state_string(), fact) is not fact
        assert known[state.information_state_string()] == fact
    assert shared > 0, "something is hidden"


def test_what_is_hidden_does_not_show() -> None:
    """Who was never seen can have stood anywhere."""
    given = {key: value for key, value in HUNT.items() if key not in ("exit_count", "d_enemy_min", "d_exit_min")}
    made = gridhaunt.make("tag", exits=[[3, 2]], **given)
    starts = [made.state | {"killers": {"0": [3, y]}, "survivors": {"0": [0, 0]}} for y in (0, 1)]
    games = [openspiel.load("tag", exits=[[3, 2]], start=start, **given) for start in starts]
    first, second = (game.new_initial_state() for game in games)
    killer = first.current_player()
    assert first.information_state_string(1 - killer) == second.information_state_string(1 - killer)
    assert first.information_state_string(killer) != second.information_state_string(killer)
    for state in (first, second):
        state.apply_action(0)
        assert state.current_player() == 1 - killer
    assert first.information_state_string() == second.information_state_string()


def test_counterfactual_regret_minimisation_on_a_duel() -> None:
    made = pyspiel.convert_to_turn_based(openspiel.load("pyrat", **DUEL))
    solver = cfr.CFRSolver(made)
    found = [exploitability.exploitability(made, policy.UniformRandomPolicy(made))]
    for _ in range(2):
        for _ in range(10):
            solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(made, solver.average_policy()))
    assert found[0] > 0.5 and found[0] > found[1] > found[2] and found[2] < 0.05


def test_regrets_on_a_hunt_with_chance() -> None:
    made = openspiel.load("tag", **HUNT, seeds=2)
    uniform = exploitability.exploitability(made, policy.UniformRandomPolicy(made))
    np.random.seed(0)
    solver = external_sampling_mccfr.ExternalSamplingSolver(made)
    for _ in range(30):
        solver.iteration()
    assert exploitability.exploitability(made, solver.average_policy()) < uniform / 2


def test_nash_conv_where_interests_are_mixed() -> None:
    made = pyspiel.convert_to_turn_based(openspiel.load("pyrat", **DUEL, returns="rewards"))
    assert made.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert exploitability.nash_conv(made, policy.UniformRandomPolicy(made)) > 0.5


@pytest.mark.parametrize("game", GAMES)
def test_their_environment_of_learners(game: str) -> None:
    made = short(game, max_steps=6)
    if not made.get_type().provides_information_state_tensor:
        env = rl_environment.Environment(made, observation_type=rl_environment.ObservationType.OBSERVATION)
    else:
        env = rl_environment.Environment(made)
    step, draw = env.reset(), random.Random(0)
    while not step.last():
        legal = step.observations["legal_actions"]
        acting = [step.observations["current_player"]] if env.is_turn_based else range(env.num_players)
        step = env.step([draw.choice(legal[player]) for player in acting])
    assert len(step.rewards) == made.num_players()


def test_tensors_have_the_arrays_by_name() -> None:
    made = openspiel.load("pyrat", **DUEL, observations=["planes", "scalars"])
    seen = observation.make_observation(made)
    kept = observation.make_observation(made, observation.INFO_STATE_OBS_TYPE)
    state = made.new_initial_state()
    state.apply_actions([0, 4])
    seen.set_from(state, 0)
    assert {name: array.shape for name, array in seen.dict.items()} == {"planes": (9, 2, 3), "scalars": (4,)}
    assert np.array_equal(seen.dict["planes"][0], [[0, 0, 0], [1, 0, 0]])
    assert seen.tensor.tolist() == state.observation_tensor(0)
    kept.set_from(state, 0)
    assert {name: array.shape for name, array in kept.dict.items()} == {"seen": (3, 58), "chosen": (3, 5)}
    assert kept.dict["chosen"].tolist() == [[1, 0, 0, 0, 0], [0] * 5, [0] * 5]
    assert np.array_equal(kept.dict["seen"][1], seen.tensor) and not kept.dict["seen"][2].any()
    assert made.observation_tensor_shape() == [58] and openspiel.load("pyrat", observations="planes", **DUEL).observation_tensor_shape() == [9, 2, 3]


@pytest.mark.parametrize("game", GAMES)
def test_their_playthrough(game: str) -> None:
    text = generate_playthrough.playthrough(str(short(game, max_steps=3)), None, seed=1)
    assert "IsTerminal() = True" in text and "InformationStateString(0)" in text


@pytest.mark.parametrize("solver", ["CFRSolver", "CFRPlusSolver", "ExternalSamplingMCCFRSolver"])
def test_their_native_solvers(solver: str) -> None:
    made = pyspiel.convert_to_turn_based(openspiel.load("pyrat", **DUEL))
    solving = getattr(pyspiel, solver)(made)
    for _ in range(20):
        solving.run_iteration() if hasattr(solving, "run_iteration") else solving.evaluate_and_update_policy()
    assert pyspiel.exploitability(made, solving.average_policy()) < 0.5


def test_large_memories_are_texts_only() -> None:
    made = openspiel.load("tag")
    assert not made.get_type().provides_information_state_tensor and made.get_type().provides_information_state_string
    assert observation.make_observation(made, observation.INFO_STATE_OBS_TYPE).tensor is None
    assert len(made.new_initial_state().information_state_string(0)) > 100


@pytest.mark.parametrize("game", GAMES)
def test_every_action_has_words_of_its_own(game: str) -> None:
    state, draw = short(game).new_initial_state(), random.Random(6)
    while not state.is_terminal():
        for player in range(state.num_players()):
            words = [state.action_to_string(player, action) for action in state.legal_actions(player)]
            assert len(set(words)) == len(words), words
            if not state.is_simultaneous_node():
                assert [state.string_to_action(word) for word in words] == state.legal_actions(player)
        choose(state, draw)


def test_words_are_those_of_the_game() -> None:
    state = openspiel.load("pyrat", **DUEL).new_initial_state()
    assert [state.action_to_string(0, action) for action in range(5)] == ["up", "right", "down", "left", "stay"]
    state = openspiel.load("ghost-grid").new_initial_state()
    player = next(player for player in range(state.num_players()) if len(state.legal_actions(player)) > 1)
    words = [state.action_to_string(player, action) for action in state.legal_actions(player)]
    assert words[0] == "wait" and words[1].startswith("move to ")
    assert {state.action_to_string(other, 0) for other in range(state.num_players()) if other != player} == {"nothing"}


def test_seats_of_one_phase_may_choose_one_after_another() -> None:
    """A game that seemed to ask one seat at a time and then asks two goes on all the same."""
    key = json.dumps({**openspiel.DEFAULTS, "game": "pyrat", "settings": {"preset": "tiny"}, "max_steps": 5})
    at_once = Line(rules(key))
    line = at_once.fork()
    at_once.step([0, 2])
    line.choose(0)
    assert line.pending == (0,) and line.rewards == [0, 0] and "[0] " in line.memory(0) and "[] " in line.memory(1)
    assert pickle.loads(pickle.dumps(line)).pending == (0,) and "chosen [0]" in str(line)
    line.choose(2)
    assert str(line) == str(at_once) and line.memory(1) == at_once.memory(1) and line.moves == 2
    for action in (4, 4, 4):
        line.choose(action)
    assert line.over and line.returns() == [0, 0]


def test_chance_is_at_the_start_alone() -> None:
    made = openspiel.load("pyrat", preset="tiny", seed=7, seeds=4)
    assert made.max_chance_outcomes() == 4 and made.max_chance_nodes_in_history() == 1
    state = made.new_initial_state()
    assert state.is_chance_node() and state.chance_outcomes() == [(world, 0.25) for world in range(4)]
    assert state.action_to_string(-1, 2) == "seed 9" and not any(made.new_initial_state().observation_tensor(0))
    state.apply_action(2)
    assert gridhaunt.make("pyrat", preset="tiny", seed=9).hash in str(state)
    fixed = openspiel.load("pyrat", preset="tiny", seed=9)
    assert fixed.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert fixed.new_initial_state().information_state_string(0) == state.information_state_string(0)


SPELLED: list[tuple[str, dict[str, Any]]] = [
    ("pyrat", DUEL),
    ("pyrat", {"preset": "tiny", "symmetric": False, "wall_density": 0.123456789, "seed": 2**64 - 1}),
    ("pyrat", {"cheese_seed": "12", "returns": "rewards", "observations": ["planes", "mask"], "options": {"orientation": "own"}}),
    ("sproutopia", {"rules": "v2024.0.8", "seeds": 5}),
    ("snarl", {"names": ["true", "12", "C"], "players": 3, "generate": {"rooms": 2}}),
]


@pytest.mark.parametrize(("game", "arguments"), SPELLED)
def test_the_name_of_a_game_makes_it_again(game: str, arguments: dict[str, Any]) -> None:
    made = openspiel.load(game, **arguments)
    again = pyspiel.load_game(str(made))
    assert str(again) == str(made) and again._rules is made._rules
    turns = pyspiel.load_game_as_turn_based(made.get_type().short_name, made.get_parameters())
    assert turns.num_players() == made.num_players()


def test_pyspiel_finds_the_games() -> None:
    names = [f"gridhaunt_{game.replace('-', '_')}" for game in GAMES]
    assert set(names) <= set(pyspiel.registered_names())
    made = pyspiel.load_game("gridhaunt_pyrat(preset=tiny,max_turns=7,symmetric=0,seed=3)")
    assert isinstance(made, openspiel.Game) and made._rules is openspiel.load("pyrat", preset="tiny", max_turns=7, symmetric=False, seed=3)._rules
    made = pyspiel.load_game("gridhaunt_pyrat", {"settings": '{"width": 3, "height": 2, "walls": [], "cheese": [[1, 0]]}'})
    assert made.new_initial_state().legal_actions(0) == [0, 1, 4]


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("chess", {}, "game"),
    ("pyrat", {"width": 1}, "width"),
    ("pyrat", {"height": math.nan}, "height"),
    ("pyrat", {"opponents": "greedy"}, "opponents"),
    ("pyrat", {"until_asked": True}, "until_asked"),
    ("pyrat", {"seed": -1}, "seed"),
    ("pyrat", {"seeds": 0}, "seeds"),
    ("pyrat", {"seeds": 2**20 + 1}, "seeds"),
    ("pyrat", {"seed": 2**64 - 1, "seeds": 2}, "seeds"),
    ("pyrat", {"max_steps": 0}, "max_steps"),
    ("pyrat", {"max_steps": "9"}, "max_steps"),
    ("pyrat", {"returns": "points"}, "returns"),
    ("pyrat", {"returns": np.zeros(2)}, "returns"),
    ("pyrat", {"observations": ["nothing"]}, "observations[0]"),
    ("pyrat", {"observations": 5}, "observations"),
    ("pyrat", {"options": {"bogus": 1}}, "bogus"),
    ("pyrat", {"options": [1]}, "options"),
]


@pytest.mark.parametrize(("game", "arguments", "field"), WRONG)
def test_wrong_arguments(game: str, arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(gridhaunt.Invalid) as caught:
        openspiel.load(game, **arguments)
    assert caught.value.field == field


@pytest.mark.parametrize("text", ["gridhaunt_pyrat(width=1)", "gridhaunt_pyrat(settings=5x)", "gridhaunt_pyrat(settings=%7B%22game%22%3A1%7D)"])
def test_wrong_parameters(text: str) -> None:
    with pytest.raises(gridhaunt.Invalid):
        pyspiel.load_game(text)


def test_wrong_actions_and_observers() -> None:
    made = openspiel.load("pyrat", preset="tiny", seeds=2)
    state = made.new_initial_state()
    with pytest.raises(gridhaunt.Invalid):
        state.apply_action(2)
    state.apply_action(1)
    before = str(state)
    for actions in ([9, 0], [0], [0, 0, 0], [-1, 0]):
        with pytest.raises(gridhaunt.Invalid):
            state.apply_actions(actions)
    assert str(state) == before and not state.is_terminal()
    with pytest.raises(gridhaunt.Invalid):
        made.make_py_observer(params={"a": 1})
    assert made.make_py_observer(pyspiel.IIGObservationType(public_info=False, perfect_recall=False)) is None


def test_another_process_goes_on_and_ends_in_peace() -> None:
    made = openspiel.load("tag", **HUNT)
    state = made.new_initial_state()
    state.apply_action(state.legal_actions()[1])
    program = (
        "import sys, pyspiel, gridhaunt.openspiel\n"
        "game, state = pyspiel.deserialize_game_and_state(sys.stdin.read())\n"
        "print(state.information_state_string())\n"
    )
    text = pyspiel.serialize_game_and_state(made, state)
    done = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == state.information_state_string() + "\n"


def test_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "gridhaunt.openspiel")
    with pytest.raises(ImportError, match=r"pip install gridhaunt\[openspiel\]"):
        importlib.import_module("gridhaunt.openspiel")
