"""Sproutopia from Python: what a farmer sees as arrays, both sets of rules, several commands a tick, given states."""

import numpy as np
import pytest

import gridhaunt

OLD = "v2024.0.8"


def test_a_vector_of_sproutopia():
    env = gridhaunt.vector("sproutopia", num_envs=3, observations=["planes", "vector", "mask"])
    seen = env.observations
    shapes = {name: (array.shape, array.dtype) for name, array in seen.items()}
    assert shapes == {
        "planes": ((3, 4, 18, 11, 11), np.uint8),
        "vector": ((3, 4, 24), np.float32),
        "mask": ((3, 4, 5), np.uint8),
    }
    assert (seen["planes"][:, :, 1].sum(axis=(2, 3)) == 9).all(), "everybody owns its home"
    assert (seen["planes"][:, :, 1] == seen["planes"][:, :, 16]).all()
    assert (seen["planes"][:, 0, 0, :4] == 1).all(), "north sees four rows beyond the edge"
    assert (seen["vector"][:, :, 3] == 1).all(), "everybody is idle"
    assert (seen["mask"] == 1).all(), "every way is open to one who is idle inside the board"
    assert gridhaunt.vector("sproutopia", num_envs=2, rules=OLD, observations=["mask"]).observations["mask"].shape == (2, 4, 6)


def test_rewards_are_land_and_a_place_at_the_end():
    env = gridhaunt.vector("sproutopia", num_envs=2, players=2, max_ticks=12)
    # North goes round three cells to the right of its home, east stays where it is.
    walk = [4, 4, 4, 2, 2, 2, 3, 3, 3, 1, 1, 1]
    total = np.zeros((2, 2))
    for number in walk:
        _, rewards, *_ = env.step(np.array([[number, 0]] * 2, dtype=np.uint8))
        total += rewards
    assert np.allclose(total, [12 / 2500 + 1, 0])


@pytest.mark.parametrize("rules", ["official", OLD])
def test_a_game_by_hand(rules):
    game = gridhaunt.make("sproutopia", seed=7, rules=rules, players=2)
    start = game.start(0)
    assert start["starts"] == [[12, 1], [48, 12]]
    assert ("seed" in start) == (rules == OLD), "the seed is a secret of the published rules"
    # Three commands of one farmer wait their turn; the other says nothing.
    game.step([(0, 4), (0, 4), (0, 2)])
    assert game.view(0)["at"] == [13, 1] and game.view(0)["queue"] == 2
    game.step([])
    game.step([])
    assert game.view(0)["at"] == [14, 2] and game.view(0)["trail"] == [[13, 1], [14, 1], [14, 2]]
    assert game.view(1)["at"] == [48, 12]


def test_what_is_wrong_is_told():
    with pytest.raises(gridhaunt.Invalid, match="`cols` is 5: give a whole number from 6 to 64"):
        gridhaunt.make("sproutopia", cols=5)
    with pytest.raises(gridhaunt.Invalid, match="seed 4294967296: rules v2024.0.8 take 0 to 2147483647"):
        gridhaunt.make("sproutopia", seed=4294967296, rules=OLD)
