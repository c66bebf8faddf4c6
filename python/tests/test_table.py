"""One environment: opponents, seeds, ends, copies and pickles."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gridhaunt
import numpy as np
import pytest
from gridhaunt.table import Table

GAMES = gridhaunt.games()


def numbers(table: Table, seed: int) -> list[int]:
    """An action for each learned seat, among those that its mask allows."""
    rng = np.random.default_rng(seed)
    return [int(rng.choice(np.flatnonzero(table.mask(seat)))) for seat in table.learned]


def play(table: Table, steps: int) -> list[Any]:
    """Plays some steps, over the ends of episodes; returns what was seen."""
    seen: list[Any] = []
    for step in range(steps):
        table.step(numbers(table, step))
        arrays = [array.tobytes() for seat in table.learned for array in table.observe(seat).values()]
        seen.append((table.hash, table.rewards, table.terminated, table.truncated, arrays))
        if table.terminated or table.truncated:
            table.reset()
    return seen


def one_role(game: str) -> str:
    """The role of the first seat of a game."""
    return Table(game).agents[0].rsplit("_", 1)[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("alone", [False, True])
def test_equal_seeds_give_equal_games(game: str, alone: bool) -> None:
    seats = [one_role(game)] if alone else None
    first, second = (Table(game, seats=seats, seed=5, until_asked=alone) for _ in range(2))
    assert play(first, 60) == play(second, 60)
    first.reset(seed=9)
    second.reset(seed=9)
    assert first.hash == second.hash and first.seed == 9
    assert play(first, 60) == play(second, 60)
    second.reset(seed=10)
    first.reset(seed=9)
    assert play(first, 60) != play(second, 60)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_game_of_a_seed_is_that_of_make(game: str) -> None:
    table, made = Table(game, seed=4), gridhaunt.make(game, seed=4)
    assert table.hash == made.hash == table.game.hash
    table.reset(seed=11)
    assert table.hash == gridhaunt.make(game, seed=11).hash
    table.reset()
    assert table.seed != 11 and table.hash == gridhaunt.make(game, seed=table.seed).hash


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("alone", [False, True])
def test_copies_go_on_as_the_first_would_have(game: str, alone: bool) -> None:
    table = Table(game, seats=[one_role(game)] if alone else None, seed=5, until_asked=alone, max_steps=70)
    play(table, 30)
    copies = [table.fork(), copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    seen = play(table, 80)
    for other in copies:
        assert other.agents == table.agents and other.encodings == table.encodings
        assert play(other, 80) == seen


@pytest.mark.parametrize("game", GAMES)
def test_a_pickled_game_goes_on_as_it_would_have(game: str) -> None:
    table = Table(game, seed=3)
    play(table, 12)
    first = table.game
    second = pickle.loads(pickle.dumps(first))
    for _ in range(5):
        assert second.hash == first.hash and second.steps == first.steps and second.seed == first.seed
        assert second.events == first.events and second.state == first.state
        for seat in range(first.seats):
            assert second.view(seat) == first.view(seat) and second.start(seat) == first.start(seat)
        assert second.render() == first.render()
        choices = {seat: first.legal(seat)[-1] for seat in first.phase}
        first.step(choices)
        second.step(choices)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_from_a_state_is_pickled_with_it(game: str) -> None:
    table = Table(game, seed=3)
    play(table, 5)
    first = gridhaunt.make(game, seed=table.seed, state=table.game.state)
    first.step({seat: first.legal(seat)[0] for seat in first.phase})
    second = pickle.loads(pickle.dumps(first))
    assert (second.hash, second.steps, second.events) == (first.hash, 1, first.events)


@pytest.mark.parametrize("game", GAMES)
def test_until_asked_a_learned_seat_is_asked(game: str) -> None:
    for agent in Table(game).agents:
        table = Table(game, seats=[agent], seed=2, until_asked=True, max_steps=20)
        while not (table.terminated or table.truncated):
            assert table.asked(table.learned[0])
            table.step(numbers(table, table.steps))


@pytest.mark.parametrize("game", GAMES)
def test_masks_are_never_empty(game: str) -> None:
    table = Table(game, seed=8)
    for step in range(40):
        for seat in table.learned:
            mask = table.mask(seat)
            assert mask.dtype == np.int8 and mask.shape == (table.num_actions,) and mask.any()
            if not table.asked(seat):
                assert mask.tolist() == [1] + [0] * (table.num_actions - 1)
        table.step(numbers(table, step))


@pytest.mark.parametrize("game", GAMES)
def test_any_number_may_be_chosen_at_any_time(game: str) -> None:
    table = Table(game, seed=8)
    rng = np.random.default_rng(0)
    for _ in range(200):
        table.step(rng.integers(table.num_actions, size=len(table.learned)))
        if table.terminated:
            table.reset()


def test_max_steps_truncates() -> None:
    table = Table("pyrat", seats="python", max_steps=3)
    for _ in range(3):
        assert not table.truncated
        table.step([0])
    assert table.truncated and not table.terminated and table.steps == 3
    before = table.hash
    table.step([1])
    assert table.hash == before and table.steps == 3 and table.rewards == [0.0]
    table.reset()
    assert not table.truncated and table.steps == 0


def test_actions_may_be_given_by_seat() -> None:
    first, second = (Table("pyrat", seed=1, preset="tiny") for _ in range(2))
    first.step({1: 2})
    second.step([4, 2])
    assert first.hash == second.hash


@pytest.mark.parametrize(
    ("actions", "field"),
    [
        ([0], "actions"),
        ([0, 5], "actions[1]"),
        ([0, -1], "actions[1]"),
        ([0, 1.5], "actions[1]"),
        ([0, 2**70], "actions[1]"),
        (3, "actions"),
        (None, "actions"),
        ({2: 0}, "actions"),
        ({"rat": 0}, "actions"),
        ({1: "up"}, "actions[1]"),
    ],
)
def test_wrong_actions_are_named(actions: Any, field: str) -> None:
    table = Table("pyrat")
    before = table.hash
    with pytest.raises(gridhaunt.Invalid) as wrong:
        table.step(actions)
    assert wrong.value.field == field and table.hash == before and table.steps == 0


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"seats": ["cat"]}, "seats[0]"),
        ({"seats": []}, "seats"),
        ({"seats": [0], "opponents": "gredy"}, "opponents"),
        ({"seats": [0], "opponents": "./bot"}, "opponents"),
        ({"observations": ["plane"]}, "observations[0]"),
        ({"observations": []}, "observations"),
        ({"observations": 3}, "observations"),
        ({"options": {"orient": 1}}, "orient"),
        ({"worlds": 0}, "worlds"),
        ({"worlds": 2**70}, "worlds"),
        ({"max_steps": 0}, "max_steps"),
        ({"max_steps": "ten"}, "max_steps"),
        ({"seed": -1}, "seed"),
        ({"width": 1}, "width"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(gridhaunt.Invalid) as wrong:
        Table("pyrat", **arguments)
    assert wrong.value.field == field


def test_wrong_seats_are_named() -> None:
    table = Table("pyrat")
    for ask in (table.observe, table.mask, table.asked, table.lasts, table.took_part):
        for seat in (2, -1, "rat", 2**70):
            with pytest.raises(gridhaunt.Invalid) as wrong:
                ask(seat)  # type: ignore[arg-type]
            assert wrong.value.field == "seat"


def test_a_broken_pickle_is_refused() -> None:
    native = Table("pyrat")._native
    saved = native.save()
    native.load(saved)
    with pytest.raises(gridhaunt.Invalid):
        native.load((*saved[:2], b"\x01\x00\x00\x00", *saved[3:]))
    with pytest.raises(gridhaunt.Invalid):
        native.load((saved[0], (0, [0, 0], 0), *saved[2:]))
