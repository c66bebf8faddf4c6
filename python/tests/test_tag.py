"""Ghost Tag from Python: phases, hidden information, windows and rewards."""

import numpy as np
import pytest

import gridhaunt


def test_a_vector_of_ghost_tag():
    env = gridhaunt.vector(
        "tag", num_envs=6, observations=["planes", "numbers", "mask", "asked", "lasts"], survivors=3, killers=5
    )
    shapes = {name: (array.shape, array.dtype) for name, array in env.observations.items()}
    assert shapes == {
        "planes": ((6, 8, 5, 50, 50), np.uint8),
        "numbers": ((6, 8, 10), np.float32),
        "mask": ((6, 8, 9), np.uint8),
        "asked": ((6, 8, 1), np.uint8),
        "lasts": ((6, 8, 1), np.uint8),
    }
    asked = env.observations["asked"]
    assert (asked[:, 3:] == 1).all() and (asked[:, :3] == 0).all(), "killers choose first"
    env.step(np.zeros((6, 8), dtype=np.uint8))
    assert (asked[:, 3:] == 0).all() and (asked[:, :3] == 1).all()
    planes = env.observations["planes"]
    assert (planes[:, :, 0].sum(axis=(2, 3)) == 1).all(), "everybody stands somewhere"
    assert (planes[:, :, 3].sum(axis=(2, 3)) == 2).all(), "two exits"


def test_a_window_cuts_the_planes():
    env = gridhaunt.vector("tag", num_envs=2, observations=["planes"], options={"window": 4})
    planes = env.observations["planes"]
    assert planes.shape == (2, 6, 6, 9, 9)
    assert (planes[:, :, 0, 4, 4] == 1).all() and planes[:, :, 0].sum() == 12
    with pytest.raises(gridhaunt.Invalid, match="window: 0 is not in 1..=255"):
        gridhaunt.vector("tag", num_envs=2, options={"window": 0})


def test_rewards_of_a_side_add_up_and_own_ones_end_with_the_unit():
    settings = dict(width=8, height=8, survivors=3, killers=2, max_rounds=15, d_exit_min=2, d_enemy_min=2, exit_spacing=2)
    rng = np.random.default_rng(0)
    env = gridhaunt.vector("tag", num_envs=40, **settings)
    total = np.zeros((40, 5))
    for _ in range(60):
        _, rewards, dones = env.step(rng.integers(0, 9, size=(40, 5), dtype=np.uint8))
        total += rewards
        for done in total[dones]:
            # (2E - S) / S for every survivor, the negative for every killer.
            assert min(abs(done[0] - share) for share in (-1, -1 / 3, 1 / 3, 1)) < 1e-5
            assert np.allclose(done, done[0] * np.array([1, 1, 1, -1, -1]), atol=1e-5)
        total[dones] = 0
    own = gridhaunt.vector("tag", num_envs=40, observations=["lasts"], options={"own": True}, **settings)
    ended = np.zeros((40, 5), dtype=bool)
    for _ in range(60):
        observations, rewards, dones = own.step(rng.integers(0, 9, size=(40, 5), dtype=np.uint8))
        assert (rewards[:, :3][ended[:, :3]] == 0).all(), "who is gone is paid no more"
        ended = observations["lasts"][:, :, 0] == 0
        assert not ended[dones].any(), "a new episode has begun"


def test_one_match_by_hand():
    game = gridhaunt.make("tag", seed=42)
    assert game.state["phase"] == "killer"
    view = game.view(0)
    assert view["type"] == "tag-view" and view["killers"] == []
    own = game.drawing(seat=0)
    assert own.count("@") == 1 and "A" not in own and game.drawing().count("A") == 1
    assert game.svg(seat=0) != game.svg()
    with pytest.raises(gridhaunt.Invalid, match="seat"):
        game.drawing(seat=6)
    game.step({3: 3, 4: [3, 250], 5: "E"})
    assert game.state["phase"] == "survivor"
    with pytest.raises(gridhaunt.Invalid, match="action"):
        game.step({0: 9})
    assert game.state["phase"] == "survivor", "a wrong choice changes nothing"
