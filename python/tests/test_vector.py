"""Many games side by side."""

import threading

import numpy as np
import pytest

import gridhaunt


def actions(rng, env):
    return rng.integers(0, env.num_actions, size=(env.num_envs, env.seats), dtype=np.uint8)


def test_shapes_types_and_memory():
    env = gridhaunt.vector("pyrat", num_envs=5, observations=["packed", "planes", "scalars", "legal", "mask"])
    shapes = {name: (array.shape, array.dtype) for name, array in env.observations.items()}
    assert shapes == {
        "packed": ((5, 2, 64), np.uint8),
        "planes": ((5, 2, 9, 15, 21), np.uint8),
        "scalars": ((5, 2, 4), np.float32),
        "legal": ((5, 2, 5), np.uint8),
        "mask": ((5, 2, 5), np.uint8),
    }
    observations, rewards, dones = env.step(np.zeros((5, 2), dtype=np.uint8))
    assert observations is env.observations and rewards is env.rewards and dones is env.dones
    assert dones.dtype == np.bool_ and rewards.dtype == np.float32
    with pytest.raises(ValueError, match="read-only"):
        rewards[0] = 1


def test_arrays_are_written_in_place_and_outlive_the_env():
    env = gridhaunt.vector("pyrat", num_envs=2, preset="open", threads=1)
    packed = env.observations["packed"]
    address, before = packed.ctypes.data, packed.copy()
    env.step([[0, 2], [0, 2]])
    assert packed.ctypes.data == address and not np.array_equal(packed, before)
    kept = packed.copy()
    del env
    assert np.array_equal(packed, kept)


def test_a_vector_plays_as_single_games_do():
    settings = dict(width=5, height=4, walls=[], cheese=[[2, 2], [1, 1], [3, 3]], max_turns=9)
    env = gridhaunt.vector("pyrat", num_envs=3, observations=["packed", "scalars"], **settings)
    games = [gridhaunt.make("pyrat", **settings) for _ in range(3)]
    rng = np.random.default_rng(2)
    ended = 0
    for _ in range(40):
        chosen = actions(rng, env)
        _, rewards, dones = env.step(chosen)
        for i, game in enumerate(games):
            before = [player["half"] for player in game.state["players"]]
            game.step({seat: int(chosen[i, seat]) for seat in range(2)})
            gained = [player["half"] - half for player, half in zip(game.state["players"], before)]
            assert rewards[i].tolist() == [(gained[0] - gained[1]) / 2, (gained[1] - gained[0]) / 2]
            assert dones[i] == game.over
            if game.over:
                ended += 1
                games[i] = gridhaunt.make("pyrat", **settings)
            assert env.hash(i) == games[i].hash
    assert ended > 6


def test_threads_and_seeds():
    def run(threads, seed):
        env = gridhaunt.vector("pyrat", num_envs=100, seed=seed, threads=threads, preset="tiny", worlds=7)
        rng = np.random.default_rng(3)
        for _ in range(30):
            env.step(actions(rng, env))
        return [env.hash(i) for i in range(100)]

    assert run(1, 5) == run(2, 5) == run(3, 5) != run(1, 6)


def test_own_orientation_shows_both_seats_the_same_start():
    env = gridhaunt.vector("pyrat", num_envs=4, observations=["planes", "mask"], options={"orientation": "own"})
    for array in env.observations.values():
        assert np.array_equal(array[:, 0], array[:, 1])


def test_the_interpreter_is_free_while_games_are_stepped():
    env = gridhaunt.vector("pyrat", num_envs=20000, observations=["planes"], threads=1)
    chosen = np.zeros((20000, 2), dtype=np.uint8)
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(1)
            stop.wait(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    for _ in range(20):
        env.step(chosen)
    during = len(ticks) - before
    stop.set()
    thread.join()
    assert during > 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs: 0 is not in 1..=4194304"),
        ({"num_envs": -3}, "num_envs: -3 is not a natural number"),
        ({"num_envs": 1.5}, "num_envs: 1.5 is not a natural number"),
        ({"worlds": 0}, "worlds: 0 is not in 1..=1048576"),
        ({"threads": 1000}, "threads: 1000 is not in 1..=64"),
        ({"observations": ["pixels"]}, 'observations[0]: "pixels" is not one of packed, planes, scalars, legal, routes, mask, asked, lasts'),
        ({"options": {"orientation": "up"}}, 'orientation: "up" is not one of absolute, own'),
        ({"options": {"colour": 1}}, "colour: no such setting, need one of orientation, routes"),
        ({"height": 1}, "height: 1 is not in 2..=64"),
        ({"seed": 1.0}, "seed: 1.0 is not an integer 0..2^64"),
    ],
)
def test_a_wrong_argument_is_named(arguments, message):
    with pytest.raises(gridhaunt.Invalid) as error:
        gridhaunt.vector("pyrat", **{"num_envs": 2, **arguments})
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (np.zeros((3, 2), dtype=np.uint8), "actions: [3, 2] is not an array of shape [2, 2]"),
        (np.array([[0, 1], [5, 0]], dtype=np.uint8), "actions[1, 0]: 5 is not in 0..=4"),
        ([[0, 0], [0, -1]], "actions[1, 1]: -1 is not in 0..=4"),
        ([[0.5, 0], [0, 0]], "actions: 'float64' is not an array of integers"),
    ],
)
def test_wrong_actions_are_named_and_change_nothing(wrong, message):
    env = gridhaunt.vector("pyrat", num_envs=2)
    before = [env.hash(0), env.hash(1)]
    with pytest.raises(gridhaunt.Invalid) as error:
        env.step(wrong)
    assert str(error.value) == message
    assert before == [env.hash(0), env.hash(1)]


def test_other_integer_arrays_are_taken_too():
    env = gridhaunt.vector("pyrat", num_envs=2)
    env.step(np.ones((2, 4), dtype=np.int64)[:, ::2])
    env.step(np.asfortranarray(np.ones((2, 2), dtype=np.uint8)))


def test_actions_that_lie_in_the_own_memory_give_the_same_games():
    # Once an array was read as actions while the step that read it wrote it: 58 of 256 games went another way.
    def run(copy):
        env = gridhaunt.vector("ghost-grid", num_envs=256, observations=["asked"], threads=2)
        for _ in range(40):
            asked = env.observations["asked"].reshape(env.num_envs, env.seats)
            assert np.shares_memory(asked, env.observations["asked"])
            env.step(asked.copy() if copy else asked)
        return [env.hash(i) for i in range(env.num_envs)]

    assert run(copy=True) == run(copy=False)


def test_arrays_can_be_read_and_actions_written_while_another_thread_steps():
    env = gridhaunt.vector("pyrat", num_envs=512, observations=["mask", "packed"], preset="tiny", threads=2)
    chosen = np.zeros((512, 2), dtype=np.uint8)
    stop = threading.Event()

    def meddle():
        rng = np.random.default_rng(4)
        while not stop.is_set():
            chosen[...] = rng.integers(0, env.num_actions, size=chosen.shape)
            mask = env.observations["mask"].copy()
            assert ((mask == 0) | (mask == 1)).all()

    reader = threading.Thread(target=meddle)
    reader.start()
    try:
        for _ in range(300):
            env.step(chosen)
    finally:
        stop.set()
        reader.join()
    assert len({env.hash(i) for i in range(512)}) > 1


def test_games_that_do_not_fit_into_memory_are_refused_before_any_is_taken():
    with pytest.raises(gridhaunt.Invalid, match=r"num_envs: 4194304 games need .* of memory, .* are free"):
        gridhaunt.vector("sproutopia", num_envs=4194304, observations=["planes"])


def test_a_table_is_a_policy():
    env = gridhaunt.vector("pyrat", num_envs=8, worlds=3, seed=4, observations=["packed"], width=5, height=4, walls=[])
    assert env.table == (3, 2, 20, 5)
    # Everybody walks right, and in the last column up.
    table = np.zeros((2, 20, 5))
    table[:, np.arange(20) % 5 < 4, 1] = 7
    table[:, np.arange(20) % 5 == 4, 0] = 7
    other = gridhaunt.vector("pyrat", num_envs=8, worlds=3, seed=4, observations=["packed"], width=5, height=4, walls=[])
    played = env.play(12, table, trajectory=True).trajectory
    cells = played.observations["packed"][..., 0].astype(int)
    assert np.array_equal(played.actions, np.where(cells % 5 < 4, 1, 0))
    for step in range(12):
        other.step(played.actions[:, step])
    assert np.array_equal(env.hashes(), other.hashes())


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seats", [None, "survivor"])
def test_a_table_draws_alike_whoever_steps(threads, seats):
    made = [gridhaunt.vector("tag", num_envs=70, seed=2, seats=seats, threads=n) for n in (1, threads)]
    weights = np.random.default_rng(0).random(made[0].table[1:])
    played = [env.play(60, weights, seed=9) for env in made]
    assert np.array_equal(played[0].returns, played[1].returns) and np.array_equal(made[0].hashes(), made[1].hashes())
    assert not np.array_equal(made[0].play(60, weights[:1], seed=9).returns, played[0].returns)


@pytest.mark.parametrize(
    ("table", "field", "words"),
    [
        (np.ones((3, 5)), "policy", "[5] or [2 or 1, 2 or 1, 99 or 1, 5]"),
        (np.ones((1, 1, 1, 1, 5)), "policy", "an array of shape [1, 1, 1, 1, 5]"),
        ([1, 1, -1, 1, 1], "policy[2]", "a number from 0 on"),
        ([1, 1, float("nan"), 1, 1], "policy[2]", "a number from 0 on"),
        (np.zeros((2, 99, 5)), "policy[0, 0]", "a sum above 0"),
        (["a", "b"], "policy", "words, or an array of weights"),
        ([[1, 2], [3]], "policy", "words, or an array of weights"),
        (3, "policy", "bot"),
    ],
)
def test_tables_that_are_wrong_are_refused(table, field, words):
    env = gridhaunt.vector("pyrat", num_envs=2, worlds=2, preset="tiny")
    before = env.hashes()
    with pytest.raises(gridhaunt.Invalid) as wrong:
        env.play(5, table)
    assert wrong.value.field == field and words in str(wrong.value)
    assert np.array_equal(env.hashes(), before)
