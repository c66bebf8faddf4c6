"""Ghost Grid from Python: a graph as arrays, hidden information, seats that come and go."""

import numpy as np
import pytest

import gridhaunt


def random_numbers(mask, rng):
    """One allowed number for every seat; 0 for those who do not choose."""
    odds = rng.random(mask.shape) * mask
    return odds.argmax(axis=-1).astype(np.uint8)


def test_a_vector_of_ghost_grid():
    names = ["nodes", "edges", "ports", "self", "mask", "asked"]
    env = gridhaunt.vector("ghost-grid", num_envs=5, observations=names)
    shapes = {name: (array.shape, array.dtype) for name, array in env.observations.items()}
    assert shapes == {
        "nodes": ((5, 18, 35, 14), np.float32),
        "edges": ((5, 18, 140, 3), np.int16),
        "ports": ((5, 18, 8), np.int16),
        "self": ((5, 18, 16), np.float32),
        "mask": ((5, 18, 18), np.uint8),
        "asked": ((5, 18, 1), np.uint8),
    }
    seen = env.observations
    assert (seen["asked"][:, 0] == 1).all() and seen["asked"].sum() == 5, "one ghost begins"
    assert (seen["nodes"][:, 0, :, 4].sum(axis=1) == 1).all(), "it stands somewhere"
    assert (seen["nodes"][:, 1:4] == 0).all(), "the others are not yet in play"
    assert (seen["mask"][:, 0, 15:] == 1).all(), "it may split into two, three or four"
    own = seen["nodes"][0, 0, :, 4].argmax()
    behind = sorted(node for node in seen["ports"][0, 0] if node >= 0)
    edges = [tuple(edge) for edge in seen["edges"][0, 0] if edge[0] >= 0]
    assert behind == sorted(u + v - own for u, v, _ in edges), "a ghost knows the ways out of its own node"
    env.step(np.full((5, 18), 17, dtype=np.uint8))
    assert (seen["asked"][:, 4:16] == 1).all() and seen["asked"].sum() == 60, "four ghosts bring twelve sentinels"
    assert (seen["self"][:, :4, 7] == 0.25).all(), "the loot is split evenly"


def test_rewards_are_opposed_and_loot_is_paid_at_once():
    settings = dict(n=3, nodes_per_layer=3, initial_ghosts=2, energy_pct=200)
    rng = np.random.default_rng(0)
    for reward in ("outcome", "loot"):
        env = gridhaunt.vector("ghost-grid", num_envs=60, observations=["mask"], options={"reward": reward}, **settings)
        paid_early, ends = 0, set()
        for _ in range(150):
            _, rewards, dones = env.step(random_numbers(env.observations["mask"], rng))
            assert np.allclose(rewards[:, 0], -rewards[:, 4]), "what one side gains the other loses"
            paid_early += np.count_nonzero(rewards[~dones])
            if reward == "outcome":
                ends.update(rewards[dones][:, 0].tolist())
        assert (paid_early > 0) == (reward == "loot")
        assert reward == "loot" or {1.0, -1.0} <= ends <= {1.0, 0.0, -1.0}
    with pytest.raises(gridhaunt.Invalid, match='reward: "gold" is not one of outcome, loot, document'):
        gridhaunt.vector("ghost-grid", num_envs=2, options={"reward": "gold"})


def test_the_reward_of_the_founding_document_is_paid_at_the_end():
    settings = dict(n=3, nodes_per_layer=3, initial_ghosts=2, energy_pct=200)
    options = {"reward": "document"}
    env = gridhaunt.vector("ghost-grid", num_envs=60, observations=["mask"], options=options, **settings)
    rng = np.random.default_rng(0)
    ghosts, sentinels = set(), set()
    for _ in range(150):
        _, rewards, dones = env.step(random_numbers(env.observations["mask"], rng))
        assert (rewards[~dones] == 0).all()
        ghosts.update(rewards[dones][:, 0].tolist())
        sentinels.update(rewards[dones][:, 4].tolist())
    assert min(ghosts) == 0 and 1 < max(ghosts) <= 50, "loot delivered over ghosts at the start"
    assert min(sentinels) == 0 and max(sentinels) > 100, "loot recovered times captures"


def test_chosen_marks_have_a_number_of_their_own():
    assert gridhaunt.vector("ghost-grid", num_envs=1, observations=["mask"]).observations["mask"].shape[-1] == 18
    env = gridhaunt.vector("ghost-grid", num_envs=1, observations=["mask"], marking="chosen")
    mask = env.observations["mask"]
    assert mask.shape[-1] == 19 and mask[0, 0, 18] == 0, "ghosts mark nothing"
    env.step(np.zeros((1, 18), dtype=np.uint8))
    assert (mask[0, 4:7, 18] == 1).all()
    game = gridhaunt.make("ghost-grid", seed=1, marking="chosen")
    game.step({0: "wait"})
    game.step({4: "mark", 5: "wait", 6: {"type": "wait"}})
    marked = game.state["checked"]
    assert list(marked.values()) == [1] and len(marked) == 1


def test_one_match_by_hand_on_a_map():
    text = """graph 3
        layer 0: 0
        layer 1: 1 2
        layer 2: 3 4
        layer 3: 5
        0-1:2 0-2:6 1-3:3 2-4:4 3-5:5 4-5:1 3-4:2 1-2:1 0-3:9 1-5:10
        end"""
    game = gridhaunt.make("ghost-grid", seed=1, map=text)
    view = game.view(0)
    assert view["type"] == "ghost-view" and view["base"] == 8 and view["me"]["loot"] == 100
    assert [port["node"] for port in view["ports"]] == [1, 2, 3]
    assert "sentinels" in view["ports"][0] and "sentinels" not in view["ports"][1], "6 is too far to see"
    assert game.view(1)["type"] == "out-view"
    assert "S" not in game.drawing(seat=0) and game.drawing().count("S") == 3
    assert game.svg(seat=0) != game.svg()
    game.step({0: {"type": "move", "to": 1}})
    assert game.state["phase"] == "sentinel" and game.state["ghosts"][0]["energy"] == 6
    with pytest.raises(gridhaunt.Invalid, match="action.type"):
        game.step({4: {"type": "fly"}})
    broken = text.replace("0-1:2", "0-1:11")
    with pytest.raises(gridhaunt.Invalid, match=r"line 6: 0-1:11: distance 11 is not in 1..=10 \(R2\)"):
        gridhaunt.make("ghost-grid", map=broken)
