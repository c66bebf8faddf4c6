"""A vector with opponents, cuts and every mode of restarting is, game by game, what single tables are."""

from __future__ import annotations

import pickle
from multiprocessing import shared_memory
from typing import Any

import gridhaunt
import numpy as np
import pytest
from gridhaunt._gridhaunt import encodings
from gridhaunt.table import Table
from gridhaunt.vector import Vector

GAMES = gridhaunt.games()
MODES = ["same_step", "next_step", "disabled"]
WORLDS = 5
ENVS = 6


def one_role(game: str) -> str:
    """The role of the first seat of a game."""
    return Table(game).agents[0].rsplit("_", 1)[0]


def shown(game: str) -> list[str]:
    """Names of arrays of a game: at most 8, with those that every game has."""
    known = [name for name, *_ in encodings(game, "{}", "{}")]
    return known[:5] + known[-3:]


class Twins:
    """A vector, and a table for each of its games."""

    def __init__(self, game: str, mode: str, **arguments: Any) -> None:
        self.arrays = list(dict.fromkeys(shown(game)))
        self.mode = mode
        arguments = {"seed": 11, "worlds": WORLDS, "observations": self.arrays} | arguments
        self.vector = gridhaunt.vector(
            game, num_envs=ENVS, threads=2, autoreset=mode, final_observations=mode == "same_step", **arguments
        )
        self.tables = [Table(game, **arguments) for _ in range(ENVS)]
        self.ended = np.zeros(ENVS, dtype=bool)
        self.random = np.random.default_rng(3)

    def reset(self, seed: int | None = None, mask: Any = None) -> None:
        self.vector.reset(seed=seed, mask=mask)
        for i, table in enumerate(self.tables):
            if mask is None or mask[i]:
                table.reset(None if seed is None else seed + i)
                self.ended[i] = False
        self.compare()

    def compare(self) -> None:
        for i, table in enumerate(self.tables):
            assert self.vector.hash(i) == table.hash
            for place, seat in enumerate(table.learned):
                for name, array in table.observe(seat).items():
                    assert np.array_equal(self.vector.observations[name][i, place], array), (name, i, seat)

    def step(self) -> None:
        actions = [[int(self.random.choice(np.flatnonzero(table.mask(seat)))) for seat in table.learned] for table in self.tables]
        self.vector.step(np.array(actions, dtype=self.random.choice(["uint8", "int8", "int32", "int64", "uint16"])))
        for i, table in enumerate(self.tables):
            if self.ended[i]:
                if self.mode == "next_step":
                    table.reset()
                    self.ended[i] = False
                    assert not self.vector.dones[i]
                assert not self.vector.rewards[i].any()
                continue
            table.step(actions[i])
            assert self.vector.rewards[i].tolist() == table.rewards
            assert (self.vector.terminated[i], self.vector.truncated[i]) == (table.terminated, table.truncated)
            assert self.vector.dones[i] == (table.terminated or table.truncated)
            self.ended[i] = self.vector.dones[i]
            if self.ended[i] and self.mode == "same_step":
                for place, seat in enumerate(table.learned):
                    for name, array in table.observe(seat).items():
                        assert np.array_equal(self.vector.final_observations[name][i, place], array), name
                table.reset()
                self.ended[i] = False
        self.compare()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES)
def test_a_learned_role_against_opponents(game: str, mode: str) -> None:
    twins = Twins(game, mode, seats=[one_role(game)], until_asked=True, max_steps=25)
    twins.reset(seed=70)
    for step in range(60):
        twins.step()
        if mode == "disabled" and step % 7 == 6:
            twins.reset(mask=twins.ended | (np.arange(ENVS) == 2))
    twins.reset()
    twins.step()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES)
def test_all_seats_learned(game: str, mode: str) -> None:
    twins = Twins(game, mode, max_steps=40)
    twins.reset(seed=7)
    for _ in range(50):
        twins.step()


def test_a_mixture_is_drawn_each_episode() -> None:
    twins = Twins("pyrat", "same_step", seats=["rat"], opponents={"greedy": 1, "random": 3}, preset="tiny", max_turns=9)
    twins.reset(seed=1)
    for _ in range(60):
        twins.step()


def test_whole_games_to_their_ends() -> None:
    """Nothing is cut off, so that games end by their rules, with rewards of ends."""
    twins = Twins("tag", "same_step", seats=["killer"], until_asked=True, max_rounds=12)
    twins.reset(seed=5)
    ends = 0
    for _ in range(80):
        twins.step()
        ends += int(twins.vector.terminated.sum())
    assert ends > 10


def played(env: Vector, steps: int) -> list[Any]:
    random = np.random.default_rng(1)
    seen = []
    for _ in range(steps):
        env.step(random.integers(0, env.num_actions, (env.num_envs, len(env.learned))))
        seen.append([env.rewards.tobytes(), env.dones.tobytes(), *(array.tobytes() for array in env.observations.values())])
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_threads_do_not_matter(game: str) -> None:
    make = lambda threads: gridhaunt.vector(game, num_envs=96, threads=threads, seats=[0], opponents=None, until_asked=True)  # noqa: E731
    one, three = make(1), make(3)
    assert three.threads == 3
    assert played(one, 25) == played(three, 25)


def test_without_opponents_the_fast_way_is_the_same() -> None:
    """A `max_steps` that is never reached takes another way through the engine, which must not show."""
    for game in GAMES:
        # PyRat's packed bytes hold the number of the world among those of a batch without opponents.
        arrays = [name for name in shown(game) if name != "packed"]
        plain = gridhaunt.vector(game, num_envs=40, seed=4, threads=1, observations=arrays)
        tables = gridhaunt.vector(game, num_envs=40, seed=4, threads=1, observations=arrays, max_steps=10**9)
        assert played(plain, 120) == played(tables, 120)


def test_reset_of_some_games_leaves_the_others() -> None:
    env = gridhaunt.vector("pyrat", num_envs=40, seed=4, observations=["planes", "packed"], preset="tiny")
    played(env, 5)
    before = [env.hash(i) for i in range(40)]
    planes = env.observations["planes"].copy()
    mask = np.arange(40) % 3 == 0
    env.reset(seed=[1] * 40, mask=mask)
    after = [env.hash(i) for i in range(40)]
    assert [one == other for one, other in zip(before, after, strict=True)] == (~mask).tolist()
    assert len({after[i] for i in np.flatnonzero(mask)}) == 1, "equal seeds give equal games"
    assert np.array_equal(env.observations["planes"][~mask], planes[~mask])


def test_a_step_after_the_end_changes_nothing_when_nobody_restarts() -> None:
    env = gridhaunt.vector("pyrat", num_envs=3, autoreset="disabled", max_steps=4, preset="tiny")
    played(env, 4)
    assert env.truncated.all() and env.dones.all() and not env.terminated.any()
    hashes = [env.hash(i) for i in range(3)]
    played(env, 2)
    assert [env.hash(i) for i in range(3)] == hashes and env.dones.all() and not env.rewards.any()
    env.reset(mask=[True, False, True])
    assert env.dones.tolist() == [False, True, False]


# ---------------------------------------------------------------- Memory


def test_arrays_are_aligned() -> None:
    env = gridhaunt.vector("pyrat", num_envs=3, observations=["planes", "scalars", "mask"], max_steps=3)
    for array in [*env.observations.values(), env.rewards, env.dones, env.truncated, env.terminated]:
        assert array.ctypes.data % 64 == 0


def test_arrays_are_read_only_unless_said() -> None:
    assert not gridhaunt.vector("pyrat", num_envs=1).rewards.flags.writeable
    env = gridhaunt.vector("pyrat", num_envs=1, writable=True)
    assert env.rewards.flags.writeable and env.observations["packed"].flags.writeable
    assert np.shares_memory(np.from_dlpack(env.rewards), env.rewards)


def test_memory_of_the_caller() -> None:
    shared = shared_memory.SharedMemory(create=True, size=8 * 2 * 9 * 9 * 11)
    try:
        planes = np.ndarray((16, 9, 9, 11), dtype=np.uint8, buffer=shared.buf)
        rewards, dones = np.full(16, 7, dtype=np.float32), np.ones(8, dtype=bool)
        buffers = {"planes": planes, "rewards": rewards, "dones": dones}
        env = gridhaunt.vector("pyrat", num_envs=8, observations=["planes", "mask"], preset="tiny", buffers=buffers)
        other = gridhaunt.vector("pyrat", num_envs=8, observations=["planes", "mask"], preset="tiny")
        assert np.shares_memory(env.observations["planes"], planes) and env.rewards.shape == (8, 2)
        assert played(env, 30) == played(other, 30)
        assert np.array_equal(planes.reshape(8, 2, 9, 9, 11), other.observations["planes"])
        assert np.array_equal(rewards.reshape(8, 2), other.rewards) and np.array_equal(dones, other.dones)
        del env, planes, buffers
    finally:
        shared.close()
        shared.unlink()


@pytest.mark.parametrize(
    ("buffers", "field"),
    [
        ({"planes": np.zeros(3, dtype=np.uint8)}, "buffers.planes"),
        ({"planes": np.zeros((2, 2, 9, 9, 11), dtype=np.float32)}, "buffers.planes"),
        ({"rewards": np.zeros((4, 2), dtype=np.float32)[::2]}, "buffers.rewards"),
        ({"rewards": "here"}, "buffers.rewards"),
        ({"rewards": np.zeros(4, dtype=np.float64)}, "buffers.rewards"),
        ({"rewards": np.broadcast_to(np.float32(0), (2, 2))}, "buffers.rewards"),
        ({"pixels": np.zeros(4, dtype=np.float32)}, "buffers"),
        ({7: np.zeros(4, dtype=np.float32)}, "buffers"),
        ([1], "buffers"),
    ],
)
def test_memory_that_does_not_fit(buffers: Any, field: str) -> None:
    with pytest.raises(gridhaunt.Invalid) as raised:
        gridhaunt.vector("pyrat", num_envs=2, observations=["planes"], preset="tiny", buffers=buffers)
    assert raised.value.field == field and raised.value.expected


def test_memory_is_lent_once() -> None:
    both = np.zeros(4, dtype=np.uint8)
    with pytest.raises(gridhaunt.Invalid, match="overlaps that of dones"):
        gridhaunt.vector("pyrat", num_envs=3, buffers={"dones": both[:3], "truncated": both[1:]})


# ---------------------------------------------------------------- Arguments


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"seats": ["cat"]}, "seats[0]"),
        ({"seats": []}, "seats"),
        ({"seats": 5}, "seats"),
        ({"seats": ["rat"], "opponents": "gredy"}, "opponents"),
        ({"seats": ["rat"], "opponents": {"greedy": 0}}, "opponents.greedy"),
        ({"opponents": "greedy"}, "opponents"),
        ({"max_steps": 0}, "max_steps"),
        ({"max_steps": 1.5}, "max_steps"),
        ({"autoreset": "never"}, "autoreset"),
        ({"autoreset": 3}, "autoreset"),
        ({"until_asked": 1}, "until_asked"),
        ({"writable": None}, "writable"),
        ({"final_observations": "yes"}, "final_observations"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(gridhaunt.Invalid) as raised:
        gridhaunt.vector("pyrat", num_envs=2, **arguments)
    assert raised.value.field == field and raised.value.expected


def test_wrong_resets() -> None:
    env = gridhaunt.vector("pyrat", num_envs=3)
    hashes = [env.hash(i) for i in range(3)]
    for arguments, field in [
        ({"seed": -1}, "seed"),
        ({"seed": "7"}, "seed"),
        ({"seed": [1, 2]}, "seeds"),
        ({"seed": [1, 2, -3]}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"mask": [True]}, "mask"),
        ({"mask": [1, 0, 1]}, "mask"),
        ({"mask": object()}, "mask"),
    ]:
        with pytest.raises(gridhaunt.Invalid) as raised:
            env.reset(**arguments)  # type: ignore[arg-type]
        assert raised.value.field == field, arguments
    assert [env.hash(i) for i in range(3)] == hashes


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32", "int64", "uint32"])
def test_actions_of_every_type(dtype: str) -> None:
    env = gridhaunt.vector("pyrat", num_envs=3)
    env.step(np.zeros((3, 2), dtype=dtype))
    env.step(np.zeros(6, dtype=dtype))
    high = np.zeros((3, 2), dtype=dtype)
    high[2, 1] = 5
    with pytest.raises(gridhaunt.Invalid) as raised:
        env.step(high)
    assert (raised.value.field, raised.value.got) == ("actions[2, 1]", "5")
    if dtype.startswith("i"):
        high[1, 0] = -1
        with pytest.raises(gridhaunt.Invalid) as raised:
            env.step(high)
        assert (raised.value.field, raised.value.got) == ("actions[1, 0]", "-1")


def test_a_pickled_vector_starts_anew() -> None:
    env = gridhaunt.vector("pyrat", num_envs=3, seats=["rat"], opponents="random", preset="tiny")
    first = [env.hash(i) for i in range(3)]
    played(env, 10)
    copy = pickle.loads(pickle.dumps(env))
    assert [copy.hash(i) for i in range(3)] == first and copy.agents == env.agents


# ---------------------------------------------------------------- Programs and objects


class First(gridhaunt.Bot):
    """Plays the first legal action."""

    def choose(self, view: Any, legal: list[Any]) -> Any:
        return legal[0]


@pytest.mark.parametrize("mode", MODES)
def test_objects_as_opponents(mode: str) -> None:
    """Tables that are stepped one after another do what the engine's own do, with a warning."""
    with pytest.warns(UserWarning, match="far slower"):
        twins = Twins("pyrat", mode, seats=["rat"], opponents=First, preset="tiny", max_steps=12)
    twins.reset(seed=3)
    for step in range(30):
        twins.step()
        if mode == "disabled" and step % 7 == 6:
            twins.reset(mask=twins.ended | (np.arange(ENVS) == 2))


def test_objects_play_as_the_engine_s_bots_do() -> None:
    """Opponents that choose alike give equal vectors, whoever they are."""

    class Still(gridhaunt.Bot):
        def choose(self, view: Any, legal: list[Any]) -> Any:
            return "stay"

    arguments: dict[str, Any] = {"num_envs": 4, "seats": ["rat"], "preset": "tiny", "max_turns": 15, "results": True, "seed": 6}
    with pytest.warns(UserWarning, match="far slower"):
        objects = gridhaunt.vector("pyrat", opponents=Still, **arguments)
    native = gridhaunt.vector("pyrat", opponents="idle", **arguments)
    objects.reset(seed=6), native.reset(seed=6)
    assert played(objects, 45) == played(native, 45)
    assert objects.results is not None and native.results is not None
    assert np.array_equal(objects.results, native.results) and not np.isnan(native.results).any()


def test_wrong_arguments_with_objects() -> None:
    for arguments, field in [
        ({"num_envs": 0}, "num_envs"),
        ({"autoreset": "never"}, "autoreset"),
        ({"buffers": {"rewards": np.zeros(3, dtype=np.float32)}}, "buffers.rewards"),
        ({"buffers": {"pixels": np.zeros(3, dtype=np.float32)}}, "buffers"),
        ({"observations": ["pixels"]}, "observations[0]"),
        ({"widht": 4}, "widht"),
    ]:
        with pytest.raises(gridhaunt.Invalid) as raised, pytest.warns(UserWarning):
            gridhaunt.vector("pyrat", **({"num_envs": 2, "seats": ["rat"], "opponents": First} | arguments))  # type: ignore[arg-type]
        assert raised.value.field == field, arguments
    with pytest.raises(gridhaunt.Invalid, match="terms"):
        gridhaunt.vector("pyrat", num_envs=1, terms={})
