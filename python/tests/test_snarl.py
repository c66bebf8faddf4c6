"""Snarl from Python: a player's square as arrays, one actor at a time, what is hidden, levels and states that are given."""

import numpy as np
import pytest

import gridhaunt

LEVEL = {
    "rooms": [
        {"origin": [1, 0], "bounds": {"rows": 3, "columns": 4}, "layout": [[0, 0, 0, 0], [0, 1, 1, 2], [0, 0, 0, 0]]},
        {"origin": [0, 6], "bounds": {"rows": 4, "columns": 3}, "layout": [[0, 0, 0], [2, 1, 0], [0, 1, 0], [0, 0, 0]]},
    ],
    "hallways": [{"from": [2, 3], "to": [1, 6], "waypoints": [[2, 5], [1, 5]]}],
    "objects": [{"type": "key", "position": [2, 7]}, {"type": "exit", "position": [2, 1]}],
}


def actor(kind, name, *position):
    return {"type": kind, "name": name, "position": list(position)}


def given(players, adversaries, locked=True):
    return {"level": LEVEL, "players": players, "adversaries": adversaries, "exit-locked": locked}


def random_numbers(mask, rng):
    """One allowed number for the seat that is asked; 0 for the others."""
    odds = rng.random(mask.shape) * mask
    return odds.argmax(axis=-1).astype(np.uint8)


def test_a_vector_of_snarl():
    names = ["sight", "dungeon", "numbers", "mask", "asked", "lasts"]
    env = gridhaunt.vector("snarl", num_envs=5, observations=names)
    shapes = {name: (array.shape, array.dtype) for name, array in env.observations.items()}
    assert shapes == {
        "sight": ((5, 6, 7, 5, 5), np.uint8),
        "dungeon": ((5, 6, 10, 23, 36), np.uint8),
        "numbers": ((5, 6, 6), np.float32),
        "mask": ((5, 6, 13), np.uint8),
        "asked": ((5, 6, 1), np.uint8),
        "lasts": ((5, 6, 1), np.uint8),
    }
    seen = env.observations
    assert (seen["asked"][:, 0] == 1).all() and seen["asked"].sum() == 5, "the first player begins"
    assert (seen["sight"][:, :4, 0, 2, 2] == 1).all(), "every player stands where one can walk"
    assert (seen["sight"][:, 4:] == 0).all() and (seen["dungeon"][:, :4] == 0).all(), "to each seat its own array"
    assert (seen["dungeon"][:, 4:, 6].sum(axis=(2, 3)) == 4).all(), "adversaries see four players"
    assert (seen["dungeon"][:, 4:, 7].sum(axis=(2, 3)) == 1).all(), "and one zombie in the first level"
    assert (seen["mask"][:, 0, 0] == 1).all() and (seen["mask"][:, 1:] == 0).all(), "who is asked may stay"
    assert np.allclose(seen["numbers"][:, :, 2:5], [1, 1 / 3, 1]), "locked, level 1 of 3, four players of four"
    wide = gridhaunt.vector("snarl", num_envs=2, observations=["sight"], sight=7, players=1)
    assert wide.observations["sight"].shape == (2, 3, 7, 15, 15)


def test_a_mask_is_what_one_sees_of_two_steps():
    env = gridhaunt.vector("snarl", num_envs=64, observations=["sight", "mask"], players=1, zombies=0, ghosts=0)
    steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    moves = [(0, 0), *steps, (-2, 0), (-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1), (2, 0)]
    rng = np.random.default_rng(0)
    for _ in range(20):
        for walk, mask in zip(env.observations["sight"][:, 0, 0], env.observations["mask"][:, 0]):
            near = {(r, c) for r, c in steps if walk[2 + r, 2 + c]}
            far = {(r + dr, c + dc) for r, c in near for dr, dc in steps if walk[2 + r + dr, 2 + c + dc]}
            assert [move in near | far | {(0, 0)} for move in moves] == mask.astype(bool).tolist()
        env.step(random_numbers(env.observations["mask"], rng))


def test_rewards_are_exits_keys_and_catches():
    env = gridhaunt.vector(
        "snarl", num_envs=64, observations=["mask"], generate={"levels": 2, "rooms": 2, "max": [5, 5]}, max_rounds=60
    )
    rng, paid = np.random.default_rng(0), set()
    for _ in range(600):
        _, rewards, _ = env.step(random_numbers(env.observations["mask"], rng))
        tenths = np.rint(rewards * 10).astype(int)
        paid.update(tenths[:, :4].ravel().tolist())
        caught, lost = tenths[:, 4:].sum(axis=1), (tenths[:, :4] == -1).sum(axis=1)
        assert (caught == 10 * lost).all(), "whom a zombie or a ghost catches is expelled"
    assert paid == {0, 10, 1, -1}, "players are paid for exits and keys, and pay for being caught"


def test_a_player_sees_its_square_and_no_more():
    def view(*ghost):
        state = given([actor("player", "ana", 2, 2)], [actor("ghost", "ghost1", *ghost)])
        return gridhaunt.make("snarl", state=state).view(0)

    assert view(1, 7) == view(2, 5), "two places out of sight look the same"
    assert view(2, 4)["actors"] == [actor("ghost", "ghost1", 2, 4)]
    assert [thing["type"] for thing in view(1, 7)["objects"]] == ["exit"], "the key is far away"
    assert "state" not in view(1, 7) and view(1, 7)["type"] == "player-view"


def test_one_match_by_hand():
    players = [actor("player", "ana", 2, 4), actor("player", "bo", 1, 7)]
    game = gridhaunt.make("snarl", state=given(players, []))
    assert game.seats == 4 and game.phase == [0]
    assert game.legal(0) == ["stay", "w", "e", "ne", "ww"], "the five moves of the rules' example"
    game.step({0: "ww"})
    game.step({1: "s"})
    assert game.events[-1] == {"event": "key_taken", "player": 1} and game.state["exit-locked"] is False
    game.step({0: "w"})
    assert game.view(0)["layout"] == [] and game.view(0)["position"] is None, "who has left sees nothing"
    assert "@" not in game.drawing(seat=0) and game.drawing(seat=1).count("@") == 1
    assert game.svg(seat=1) != game.svg()
    game.step({1: "forfeit"})
    assert game.over and game.outcome["reason"] == "won" and game.outcome["winner"] == 0
    assert game.winner_side == "player" and game.why.startswith("The players win: 1 exit")
    assert [game.seat_name(seat) for seat in (0, game.seats - 1)] == [game.state["roster"][0]["name"], "ghosts"]
    assert [seat["score"] for seat in game.outcome["seats"]] == [100.0, 1.0, 0.0, 0.0]
    assert game.outcome["facts"]["won"] and game.outcome["facts"]["ejects"] == 1


def test_errors_have_names():
    with pytest.raises(gridhaunt.Invalid, match=r"players: 7 is not in 1..=4"):
        gridhaunt.make("snarl", players=7)
    with pytest.raises(gridhaunt.Invalid, match=r'names\[1\]: "ana" is taken'):
        gridhaunt.make("snarl", players=2, names=["ana", "ana"])
    with pytest.raises(gridhaunt.Invalid, match=r"levels\[0\]: 2 free floor tiles for 5 actors"):
        gridhaunt.make("snarl", levels=[LEVEL])
    with pytest.raises(gridhaunt.Invalid, match="levels: says 2 levels, holds 0|levels: no levels"):
        gridhaunt.make("snarl", levels="2\n")
    with pytest.raises(gridhaunt.Invalid, match=r'action: "north" is not one of stay, n, w, e, s'):
        gridhaunt.make("snarl").step({0: "north"})
    with pytest.raises(gridhaunt.Invalid, match=r"state.players\[0\].position: \[9,9\]"):
        gridhaunt.make("snarl", state=given([actor("player", "ana", 9, 9)], []))
