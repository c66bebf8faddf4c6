"""Whatever comes from outside: wrong arguments, forks, threads, signals. Nothing may panic, hang or end the interpreter."""

import inspect
import math
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import gridhaunt
import numpy as np
import pytest
from gridhaunt.table import Table

CORPUS = Path(__file__).parents[2] / "corpus"
DEADLINE = 120
"""Seconds after which something hangs; far more than a loaded machine needs."""


def wrong(call, *arguments, **keywords):
    """The field, value and expectation of the error that a call must raise."""
    with pytest.raises(gridhaunt.Invalid) as raised:
        call(*arguments, **keywords)
    error = raised.value
    assert error.field and error.expected, "an error says what would be right"
    assert error.field in str(error)
    return error.field, error.got


# ---------------------------------------------------------------- Arguments that are wrong


@pytest.mark.parametrize("game", ["chess", "", "Pyrat", None, 7, b"pyrat", ["pyrat"], "\ud800", "pyrat\0"])
def test_a_game_that_does_not_exist(game):
    assert wrong(gridhaunt.make, game)[0] == "game"
    assert wrong(gridhaunt.vector, game, num_envs=1)[0] == "game"
    assert wrong(gridhaunt.schema, game)[0] == "game"


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", None, True, math.nan, [7], np.float32(7)])
def test_seeds(seed):
    assert wrong(gridhaunt.make, "pyrat", seed=seed)[0] == "seed"
    assert wrong(gridhaunt.vector, "pyrat", num_envs=1, seed=seed)[0] == "seed"


@pytest.mark.parametrize("game", gridhaunt.games())
def test_settings_that_do_not_exist_or_do_not_fit(game):
    assert wrong(gridhaunt.make, game, no_such_setting=1)[0] == "no_such_setting"
    assert wrong(gridhaunt.vector, game, num_envs=1, no_such_setting=1)[0] == "no_such_setting"
    for name in gridhaunt.schema(game)["properties"]:
        for value in (object(), b"x", {"\ud800": 1}, [[[[]]]], math.nan, -(2**70)):
            with pytest.raises(gridhaunt.Invalid) as raised:
                gridhaunt.make(game, **{name: value})
            assert raised.value.field.startswith(name), f"{name}: {value!r}"


@pytest.mark.parametrize("seat", [-1, 2, 255, 256, 2**63, 2**80, "python", 0.0, None, True, [0]])
def test_seats(seat):
    game = gridhaunt.make("pyrat", preset="tiny")
    for method in (game.legal, game.view, game.start, game.seat_name):
        assert wrong(method, seat)[0] == "seat"
    assert wrong(game.step, [(seat, 0)])[0] == "seat"
    if seat is not None:
        for method in (game.render, game.drawing, game.svg):
            assert wrong(method, seat=seat)[0] == "seat"
    assert game.steps == 0


@pytest.mark.parametrize("choices", [7, None, "up", [1, 2], [(0,)], [(0, 1, 2)], [None], {0: object()}, {0: b"up"}, {0: math.nan}, {0: 2**80}, {0: "\ud800"}])
def test_choices(choices):
    game = gridhaunt.make("pyrat", preset="tiny")
    assert wrong(game.step, choices)[0] in ("choices", "action")
    assert game.steps == 0


@pytest.mark.parametrize("state", [7, "x", [], {"players": 3}, {"nothing": 1}, math.inf, {"\ud800": 0}, object()])
def test_states(state):
    wrong(gridhaunt.make, "pyrat", state=state)


@pytest.mark.parametrize("cell", [0, 7, 257, -1, 2**70, 20.0, "20", None])
def test_sizes_of_pictures(cell):
    assert wrong(gridhaunt.make("pyrat").svg, cell=cell)[0] == "cell"


@pytest.mark.parametrize(
    ("field", "value"),
    [("num_envs", value) for value in (0, -1, 2**22 + 1, 2**63, 2.0, "4", None, True)]
    + [("worlds", value) for value in (0, -1, 2**40, 1.5, "x", True)]
    + [("threads", value) for value in (-1, 65, 2**70, 0.5, "two", None)]
    + [("observations", value) for value in (7, [7], [None], b"mask", {"mask": object()}.values(), ["mask"] * 9)]
    + [("observations[0]", value) for value in ("pixels", ["\ud800"], ["Mask"])]
    + [("options", value) for value in (7, "own", [1], [("window", 3)])]
    + [("orientation", {"orientation": "sideways"}), ("windoww", {"windoww": 3})],
)
def test_arguments_of_the_vector(field, value):
    arguments = {"num_envs": 2, "preset": "tiny"}
    argument = field.partition("[")[0] if field.partition("[")[0] in inspect.signature(gridhaunt.vector).parameters else "options"
    assert wrong(gridhaunt.vector, "pyrat", **arguments | {argument: value})[0] in (field, "options", f"options.{field}")


ACTIONS = [
    np.zeros((4, 3), dtype=np.uint8),
    np.zeros((3, 2), dtype=np.uint8),
    np.zeros((2, 4), dtype=np.uint8).T[:3],
    np.zeros(7, dtype=np.uint8),
    np.zeros((4, 2, 1), dtype=np.int64),
    np.zeros((0, 2), dtype=np.int32),
    np.zeros((4, 2)),
    np.zeros((4, 2), dtype=bool),
    np.zeros((4, 2), dtype="U1"),
    np.zeros((4, 2), dtype=object),
    np.zeros((4, 2), dtype="datetime64[s]"),
    np.zeros((4, 2), dtype=[("a", "u1")]),
    np.full((4, 2), 5, dtype=np.uint8),
    np.full((4, 2), 5, dtype=np.int32),
    np.full((4, 2), -1, dtype=np.int8),
    np.full((4, 2), -1, dtype=np.int64),
    np.full((4, 2), 256, dtype=np.int32),
    np.full((4, 2), 2**32, dtype=np.int64),
    np.full((4, 2), 2**63, dtype=np.uint64),
    [[0, 0], [0, 0], [0, 0], [0]],
    [[0, 0], [0, 0], [0, 0], [0, None]],
    [[0, 0], [0, 0], [0, 0], [0, 2**80]],
    None,
    "00",
    7,
    {},
    object(),
]


@pytest.mark.parametrize("actions", ACTIONS, ids=lambda actions: f"{type(actions).__name__}-{getattr(actions, 'shape', '')}-{getattr(actions, 'dtype', '')}")
def test_actions_of_the_vector(actions):
    env = gridhaunt.vector("pyrat", num_envs=4, preset="tiny")
    before = [env.hash(game) for game in range(4)]
    assert wrong(env.step, actions)[0].startswith("actions")
    assert [env.hash(game) for game in range(4)] == before, "a refused step changes nothing"


@pytest.mark.parametrize("env", [-1, 4, 2**63, 2**80, "0", 0.0, None, True])
def test_games_of_the_vector(env):
    assert wrong(gridhaunt.vector("pyrat", num_envs=4).hash, env)[0] == "env"


def test_memory_that_is_not_there_is_told():
    field, _ = wrong(gridhaunt.vector, "tag", num_envs=4_000_000, observations=["planes"], width=50, height=50)
    assert field == "num_envs"


def test_what_is_nested_too_deeply_is_told():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    wrong(gridhaunt.make, "pyrat", walls=deep)
    wrong(gridhaunt.make, "pyrat", state={"players": deep})
    wrong(gridhaunt.make("pyrat").step, {0: deep})
    round_and_round = {}
    round_and_round["again"] = round_and_round
    wrong(gridhaunt.make, "pyrat", state=round_and_round)


def test_arrays_are_read_only():
    env = gridhaunt.vector("pyrat", num_envs=4, observations=["planes"])
    for array in (env.rewards, env.dones, env.observations["planes"]):
        with pytest.raises(ValueError):
            array[:] = 1


# ---------------------------------------------------------------- Arguments at random


class OddError(Exception):
    """What an odd object raises: it is passed on."""


class Odd:
    """Has every method that a number, a list or a path would have, and none of them does what it should."""

    def __index__(self):
        raise OddError("index")

    def __len__(self):
        return -1

    def __iter__(self):
        raise OddError("iter")

    def __getattr__(self, name):
        raise OddError(name)


def values(pick):
    """A value that hardly any argument may have."""
    kinds = [
        lambda: pick.choice([None, True, False, 0, 1, -1, 2, 255, 256, 2**31, 2**63, 2**64, -(2**63), 2**200]),
        lambda: pick.choice([0.0, -0.0, 0.5, 1e308, math.nan, math.inf, 1j]),
        lambda: pick.choice(["", "\0", "\ud800", "x" * 10_000, "greedy", "python", "mask", "0", "🐀", "../..", "{", "{}\n", "null"]),
        lambda: pick.choice([b"", b"\xff", bytearray(3), memoryview(b"abc")]),
        lambda: pick.choice([(), [], {}, set(), frozenset({1}), range(3), iter([1, 2])]),
        lambda: [values(pick) for _ in range(pick.randrange(4))],
        lambda: {pick.choice(["a", "seat", 0, None, "\ud800"]): values(pick) for _ in range(pick.randrange(3))},
        lambda: np.zeros(pick.choice([(), (0,), (4, 2), (2, 2, 2)]), dtype=pick.choice(["u1", "i8", "f4", "?", "U3", "O"])),
        lambda: pick.choice([object(), Odd, Odd(), len, ..., Path("nowhere")]),
    ]
    return pick.choice(kinds)()


def public(thing):
    """The public methods of an object."""
    return {name: getattr(thing, name) for name in dir(type(thing)) if not name.startswith("_") and callable(getattr(type(thing), name))}


@pytest.mark.parametrize("game", gridhaunt.games())
def test_arguments_at_random_never_panic(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pick = random.Random(game)
    functions = {"make": gridhaunt.make, "vector": gridhaunt.vector, "replay": gridhaunt.replay, "verify": gridhaunt.verify, "schema": gridhaunt.schema}
    settings = [*gridhaunt.schema(game)["properties"], "no_such"]
    strange = {}
    end = time.monotonic() + 1
    while time.monotonic() < end:
        one, many = gridhaunt.make(game, seed=pick.randrange(9)), gridhaunt.vector(game, num_envs=2, observations=["mask"], worlds=2)
        table = Table(game, seed=pick.randrange(9), seats=[0])
        calls = functions | {"Table": Table} | public(one)
        calls |= {f"{name} of many": method for name, method in public(many).items()}
        calls |= {f"{name} of a table": method for name, method in public(table).items()}
        for _ in range(200):
            name = pick.choice([*calls])
            keywords = {"num_envs": 2, "worlds": 2} if name == "vector" else {}
            if name in ("make", "vector", "Table"):
                keywords[pick.choice(settings)] = values(pick)
            known = [key for key, about in inspect.signature(calls[name]).parameters.items() if about.kind is not about.VAR_KEYWORD]
            for key in known:
                if pick.random() < 0.5:
                    keywords[key] = game if key == "game" and pick.random() < 0.8 else values(pick)
            if keywords.get("num_envs", 0).__class__ is int and keywords.get("num_envs", 0) > 256:
                keywords["num_envs"] = 3  # Much memory is tried elsewhere.
            try:
                calls[name](**keywords)
            except (gridhaunt.Invalid, OSError, OddError):
                pass
            except Exception as error:  # A panic is no Exception, and ends the test.
                if "argument" not in str(error):  # As Python words it where one is missing.
                    strange.setdefault((name, type(error).__name__, str(error)[:80]), {key: repr(value)[:60] for key, value in keywords.items()})
    assert strange == {}


def test_native_half_at_random_never_panics():
    """The native functions and classes are private, yet they hold against anything by themselves."""
    from gridhaunt import _gridhaunt

    pick = random.Random(1)
    match = _gridhaunt.Match("pyrat", "{}", 1)
    many = gridhaunt.vector("pyrat", num_envs=2)._many
    record = gridhaunt.replay(CORPUS / "pyrat-fixed.jsonl")._record
    table = Table("pyrat", seats=[0])._native
    end = time.monotonic() + 2
    while time.monotonic() < end:
        thing = pick.choice([match, many, record, table, _gridhaunt])
        name = pick.choice([name for name in dir(thing) if not name.startswith("_")])
        method = getattr(thing, name)
        if not callable(method):
            continue
        try:
            method(*(values(pick) for _ in range(pick.randrange(5))))
        except Exception:  # Any error will do, a panic is none.
            pass


# ---------------------------------------------------------------- Pickles


def played(game, steps=15):
    """A match after some steps at random."""
    match = gridhaunt.make(game, seed=3)
    pick = random.Random(game)
    for _ in range(steps):
        if not match.over:
            match.step({seat: pick.choice(match.legal(seat)) for seat in match.phase if match.legal(seat)})
    return match


@pytest.mark.parametrize("game", gridhaunt.games())
def test_a_match_is_pickled_with_its_state(game):
    match = played(game)
    again = pickle.loads(pickle.dumps(match))
    assert (again.hash, again.steps, again.state, again.events, again.seed) == (match.hash, match.steps, match.state, match.events, match.seed)
    pick = random.Random(1)
    while not match.over and match.steps < 40:
        choices = {seat: pick.choice(match.legal(seat)) for seat in match.phase if match.legal(seat)}
        match.step(choices)
        again.step(choices)
        assert again.hash == match.hash


def test_a_moment_of_a_replay_is_pickled():
    moment = gridhaunt.replay(CORPUS / "tag-default.jsonl.zst").at(7)
    again = pickle.loads(pickle.dumps(moment))
    assert (again.hash, again.steps, again.view(0)) == (moment.hash, 7, moment.view(0))


@pytest.mark.parametrize("game", gridhaunt.games())
def test_a_table_is_pickled_with_its_episode(game):
    table = Table(game, seed=5, seats=[0], until_asked=True)
    pick = random.Random(2)
    for _ in range(10):
        table.step([pick.randrange(table.num_actions)])
    again = pickle.loads(pickle.dumps(table))
    for _ in range(20):
        assert (again.hash, again.steps, again.rewards, again.terminated) == (table.hash, table.steps, table.rewards, table.terminated)
        for one in (table, again):
            if one.terminated:
                one.reset()
        action = pick.randrange(table.num_actions)
        table.step([action])
        again.step([action])


def test_pickles_that_were_changed_never_panic():
    """A pickle is code and so never safe; yet one that is merely damaged ends in an error, or in another game."""
    pick = random.Random(3)
    for thing in (played("pyrat"), played("tag"), played("ghost-grid"), Table("tag", seats=[0])):
        whole = pickle.dumps(thing)
        name, *origin, log = thing._match.save() if isinstance(thing, gridhaunt.Game) else [None, None]
        for _ in range(100):
            torn = bytearray(whole)
            for _ in range(pick.randrange(1, 4)):
                torn[pick.randrange(len(torn) // 2, len(torn))] = pick.randrange(256)
            changed = bytearray(log or b"")
            for _ in range(pick.randrange(1, 4)):
                if changed:
                    changed[pick.randrange(len(changed))] = pick.randrange(256)
            for restore in (lambda torn=torn: pickle.loads(bytes(torn)), lambda changed=changed: thing._match.restore(name, *origin, bytes(changed)).state()):
                try:
                    restore()
                except Exception:  # A panic is no Exception.
                    pass


# ---------------------------------------------------------------- Processes


def child(act):
    """Forks; the child acts and leaves. Returns its exit code."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.alarm(DEADLINE)
            act()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_goes_on_by_itself():
    env = gridhaunt.vector("pyrat", num_envs=4096, observations=["mask"], preset="tiny", threads=2)
    actions = np.zeros((4096, 2), dtype=np.uint8)
    game = gridhaunt.make("pyrat", preset="tiny")
    env.step(actions)
    gridhaunt.verify(CORPUS / "pyrat-tiny-20.jsonl.zst")
    twin = gridhaunt.vector("pyrat", num_envs=4096, observations=["mask"], preset="tiny", threads=1)
    for _ in range(4):
        twin.step(actions)
    expected = [twin.hash(game) for game in range(0, 4096, 512)]

    def act():
        for _ in range(3):
            env.step(actions)
        assert [env.hash(game) for game in range(0, 4096, 512)] == expected
        game.step({0: "up"})
        assert all(verdict["ok"] for verdict in gridhaunt.verify(CORPUS / "pyrat-tiny-20.jsonl.zst"))
        fresh = gridhaunt.vector("pyrat", num_envs=2048, preset="tiny", threads=2)
        fresh.step(actions[:2048])
        del fresh

    for _ in range(5):
        assert child(act) == 0

    def drop():
        nonlocal env
        del env  # Its threads are the parent's: nobody may wait for them.

    assert child(drop) == 0
    assert game.steps == 0
    for _ in range(3):
        env.step(actions)
    assert [env.hash(game) for game in range(0, 4096, 512)] == expected, "the parent's games are its own"


# ---------------------------------------------------------------- Threads


def long_step():
    """A vector whose steps take a while, and its actions."""
    env = gridhaunt.vector("tag", num_envs=1024, observations=["planes"], worlds=4, threads=1, width=50, height=50)
    return env, np.zeros((1024, env.seats), dtype=np.uint8)


def test_other_threads_run_while_games_are_stepped():
    env, actions = long_step()
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        found, end = False, time.monotonic() + DEADLINE
        while not found and time.monotonic() < end:
            ticks.clear()
            start = time.perf_counter()
            env.step(actions)
            took = time.perf_counter() - start
            # With the lock held there would be none but at the edges.
            found = any(start + 0.2 * took < tick < start + 0.8 * took for tick in list(ticks))
    finally:
        stop.set()
        thread.join(DEADLINE)
    assert found


def test_threads_that_share_a_game_and_a_vector():
    game = gridhaunt.make("sproutopia", seed=1)
    env = gridhaunt.vector("pyrat", num_envs=64, observations=["mask"], preset="tiny")
    table = Table("tag", seed=1, seats=["survivors"], until_asked=True)
    failed = []

    def act(number):
        try:
            pick = random.Random(number)
            for _ in range(100):
                if game.over or pick.random() < 0.5:
                    env.step(np.full((64, 2), pick.randrange(5)))
                    env.hash(pick.randrange(64))
                    table.step([pick.randrange(9)] * 3)
                    if table.terminated:
                        table.reset()
                    table.observe(0), table.mask(1), table.rewards, table.hash
                else:
                    game.step({pick.randrange(4): "up"})
                    game.view(pick.randrange(4)), game.fork().render(), game.hash
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=act, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE)
    assert failed == [] and not any(thread.is_alive() for thread in threads)


# ---------------------------------------------------------------- Signals


def test_ctrl_c_ends_a_loop_of_steps():
    """The step that runs is finished, then the interrupt is raised, and the games can go on."""
    env, actions = long_step()
    timer = threading.Timer(0.2, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    timer.start()
    end = time.monotonic() + DEADLINE
    with pytest.raises(KeyboardInterrupt):
        while time.monotonic() < end:
            env.step(actions)
    timer.join()
    env.step(actions)


INTERRUPTED = """
import os, signal, sys, threading
import gridhaunt
import numpy as np
env = gridhaunt.vector("pyrat", num_envs=100_000, observations=["planes"], worlds=16, preset="tiny")
actions = np.zeros((100_000, 2), dtype=np.uint8)
try:
    print("ready", flush=True)
    while True:
        env.step(actions)
except KeyboardInterrupt:
    print(env.hash(0))
"""


def test_ctrl_c_from_a_terminal():
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1])
    try:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        out, told = process.communicate(timeout=DEADLINE)
        assert process.returncode == 0 and out.startswith("0x"), told
    finally:
        process.kill()
        process.wait()
