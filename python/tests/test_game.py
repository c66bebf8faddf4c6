"""One game, stepped by hand."""

import json
import math

import numpy as np
import pytest

import gridhaunt


def play(game, choose):
    while not game.over:
        game.step({seat: choose(game, seat) for seat in game.phase})
    return game


def test_a_game_is_played_to_its_end():
    rng = np.random.default_rng(1)
    game = play(gridhaunt.make("pyrat", seed=3, preset="tiny"), lambda game, seat: int(rng.choice(game.legal(seat))))
    assert game.phase == [] and game.legal(0) == []
    outcome = game.outcome
    sides = [game.seat_name(seat) for seat in range(2)]
    assert sides == ["python", "rat"]
    assert game.winner_side == (None if outcome["winner"] is None else sides[outcome["winner"]])
    assert game.why.startswith(f"{game.winner_side} wins: " if game.winner_side else "A draw: ")
    assert outcome["reason"] in {"majority", "cleared", "turn_limit"}
    assert game.state["turn"] == game.steps
    assert [seat["score"] for seat in outcome["seats"]] == [player["half"] / 2 for player in game.state["players"]]


def test_the_scenario_of_the_rules_where_mud_four_takes_four_turns():
    game = gridhaunt.make(
        "pyrat", width=5, height=2, mud=[[1, 0, 2, 0, 4]], cheese=[[2, 0], [3, 1], [0, 1]],
        start=[[0, 0], [4, 0]], max_turns=20,
    )
    for python in ["right", "right", "up", "up", "up"]:
        game.step({0: python, 1: "stay"})
    assert game.state["players"][0] == {"at": [2, 0], "delay": 0, "half": 2}
    assert [event["event"] for event in game.events] == ["left_mud", "stayed", "ate"]
    assert game.start(1)["mud"] == [[1, 0, 2, 0, 4]]


def test_the_same_seed_is_the_same_game_and_a_fork_goes_its_own_way():
    one, two = (gridhaunt.make("pyrat", seed=11) for _ in range(2))
    assert one.hash == two.hash
    fork = one.fork()
    fork.step({0: 0})
    assert one.hash == two.hash != fork.hash
    assert gridhaunt.make("pyrat", seed=12).hash != one.hash


def test_a_game_starts_from_any_valid_state():
    game = gridhaunt.make("pyrat", seed=1, preset="tiny")
    game.step([(0, 0), (1, 2)])
    again = gridhaunt.make("pyrat", seed=1, preset="tiny", state=game.state)
    assert again.hash == game.hash
    state = game.state
    state["players"][0]["at"] = [99, 0]
    with pytest.raises(gridhaunt.Invalid, match=r"state.players\[0\].at: \[99,0\] is not a cell on the board"):
        gridhaunt.make("pyrat", seed=1, preset="tiny", state=state)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"width": 65}, "width: 65 is not in 2..=64"),
        ({"width": np.int64(65)}, "width: 65 is not in 2..=64"),
        ({"wall_density": math.nan}, 'wall_density: "nan" is not a number 0.0..=1.0'),
        ({"preset": "big"}, 'preset: "big" is not one of tiny, small, medium, large, huge, open, asymmetric'),
        ({"widht": 9}, "widht: no such setting, did you mean width?"),
        ({"seed": -1}, "seed: -1 is not an integer 0..2^64"),
        ({"seed": 2**64}, f"seed: {2**64} is not an integer 0..2^64"),
        ({"seed": "7"}, "seed: '7' is not an integer 0..2^64"),
        ({"symmetric": object}, "symmetric: \"<class 'object'>\" is not true or false"),
    ],
)
def test_a_wrong_argument_is_named(arguments, message):
    with pytest.raises(gridhaunt.Invalid) as error:
        gridhaunt.make("pyrat", **arguments)
    assert str(error.value) == message
    assert error.value.field == message.split(":")[0]
    assert error.value.expected


def test_wrong_choices_are_named_and_change_nothing():
    game = gridhaunt.make("pyrat", preset="tiny")
    before = game.hash
    for choices in ({0: 5}, {0: "north"}, {2: 0}, {-1: 0}, {0: None}, {0: 0.5}):
        with pytest.raises(gridhaunt.Invalid):
            game.step(choices)
    for seat in (2, -1):
        with pytest.raises(gridhaunt.Invalid, match="seat"):
            game.view(seat)
    assert game.hash == before and game.steps == 0


def test_an_unknown_game_lists_the_known():
    with pytest.raises(gridhaunt.Invalid, match='game: "pyrta" is not one of pyrat.*did you mean pyrat'):
        gridhaunt.make("pyrta")
    assert "pyrat" in gridhaunt.games()


def test_pictures_and_schema():
    game = gridhaunt.make("pyrat", preset="tiny")
    assert "P" in game.render() and "\x1b" not in game.render() and "\x1b" in game.render(color=True)
    assert game.drawing().startswith("+---+")
    assert game.svg().startswith("<svg") and "pyrat" in repr(game)
    assert gridhaunt.schema("pyrat")["properties"]["width"]["maximum"] == 64
    json.dumps(game.view(0))
