"""Matches and environments with bots of all kinds: names, programs and objects; their faults, exceptions and processes."""

import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
from programs import GOOD, PYTHON, TERMS, await_none, folder, plain, processes, program

import gridhaunt
from gridhaunt import Bot, Invalid
from gridhaunt.table import Table

GAMES = gridhaunt.games()


def play(game, line_up, *, terms=None, **keywords):
    """A match in which programs may run."""
    return gridhaunt.play(game, line_up, terms=terms if isinstance(terms, int) else {**TERMS, **(terms or {})}, **keywords)


def seated(game, *, terms=None, **keywords):
    """An environment in which programs may run."""
    return Table(game, terms={**TERMS, **(terms or {})}, **keywords)


class First(Bot):
    """Plays the first legal action."""

    def choose(self, view, legal):
        return legal[0]


class Dicing(Bot):
    """Plays by its dice, and remembers everything."""

    def start(self, start):
        self.seen = []

    def choose(self, view, legal):
        self.seen.append(view)
        return self.dice.choice(legal)

    def end(self, view, outcome):
        self.ended = outcome


class Raising(Bot):
    def choose(self, view, legal):
        raise KeyError("idea")


class Nonsense(Bot):
    def choose(self, view, legal):
        return {"no": "action"}


@pytest.mark.parametrize("game", GAMES)
def test_a_class_plays_every_seat_of_every_game(game):
    seats = gridhaunt.make(game).seats
    played = gridhaunt.play(game, [First] * seats, seed=3)
    assert played.faults == [0] * seats and played.told == []
    assert played.players == ["First"] * seats
    assert played.steps == played.replay.steps > 0
    assert played.outcome == played.replay.outcome == played.replay.at().outcome
    assert len(played.ranks) == len(played.scores) == seats


def test_the_same_seed_is_the_same_match():
    bots = [Dicing(), Dicing()]
    first = gridhaunt.play("pyrat", bots, seed=7, preset="tiny")
    second = gridhaunt.play("pyrat", [Dicing, Dicing()], seed=7, preset="tiny")
    other = gridhaunt.play("pyrat", [Dicing, Dicing], seed=8, preset="tiny")
    assert first.replay.text == second.replay.text != other.replay.text
    assert len(bots[0].seen) == first.steps and bots[0].ended == first.outcome
    assert (bots[0].seat, bots[0].role, bots[1].role, bots[1].game) == (0, "python", "rat", "pyrat")
    assert bots[0].seed != bots[1].seed and bots[0].roles == ["python", "rat"]


def test_line_ups_by_role_by_side_by_number_and_by_default():
    def players(line_up, game="snarl", **settings):
        return gridhaunt.play(game, line_up, seed=1, **settings).players

    assert players(None, "pyrat", preset="tiny") == ["greedy", "greedy"]
    assert players({"rat": "greedy:ties=first"}, "pyrat", preset="tiny") == ["greedy", "greedy:ties=first"]
    assert players({1: First}, "pyrat", preset="tiny") == ["greedy", "First"]
    assert players({"adversary": First}, players=2, max_rounds=3)[2:] == ["First", "First"]
    assert players({"ghost": First, 0: "random"}, players=2, max_rounds=3) == ["random", "explorer", "zombie", "First"]


def test_a_replay_is_written(tmp_path):
    for name in ("a.jsonl", "b.jsonl.zst"):
        played = gridhaunt.play("pyrat", seed=7, out=tmp_path / name, preset="tiny")
        assert gridhaunt.replay(tmp_path / name).text == played.replay.text
        assert [verdict["ok"] for verdict in gridhaunt.verify(tmp_path / name)] == [True]
    with pytest.raises(Invalid, match="out: .* is not a path that ends in .jsonl"):
        gridhaunt.play("pyrat", out=tmp_path / "a.gif")


def test_an_exception_is_raised_with_the_seat():
    with pytest.raises(KeyError) as raised:
        gridhaunt.play("pyrat", ["greedy", Raising()], seed=7, preset="tiny")
    assert raised.value.__notes__ == ["raised by the bot on seat 1 (rat · Raising), step 1"]
    assert raised.traceback[-1].name == "choose"

    class Starting(First):
        def start(self, start):
            raise OSError("no file")

    class Ending(First):
        def end(self, view, outcome):
            raise OSError("no file")

    def none():
        return None

    for bot, error in [(Starting, OSError), (Ending, OSError), (none, Invalid)]:
        with pytest.raises(error) as raised:
            gridhaunt.play("pyrat", [bot, "greedy"], seed=7, preset="tiny")
        assert "seat 0" in raised.value.__notes__[0]


def test_a_choice_that_is_not_allowed_is_a_fault():
    played = gridhaunt.play("pyrat", [Nonsense, "greedy"], seed=7, preset="tiny")
    assert played.faults == [played.steps, 0]
    assert played.told[0].startswith("python · Nonsense, step 1: illegal: it chose {")
    again = gridhaunt.replay(played.replay.text)
    assert again.at().outcome == played.outcome

    class Silent(Bot):
        def choose(self, view, legal):
            return None

    assert gridhaunt.play("pyrat", ["idle", Silent], seed=7, preset="tiny").faults[1] > 0


@pytest.mark.parametrize(
    ("line_up", "words"),
    [
        ("greedy", "line_up: 'greedy' is not a list of bots"),
        ([3], r"line_up\[0\]: 3 is not a name, a path"),
        ({"cat": "greedy"}, "cat"),
        ({2.5: "greedy"}, "the number of a seat"),
        (["gredy"], "did you mean greedy"),
        (["./no-such-bot"], "there is no file or folder"),
        (["greedy"] * 3, "2 seats"),
        ([bot := First(), bot], "one bot cannot play 2 seats"),
    ],
)
def test_wrong_line_ups_are_named(line_up, words):
    with pytest.raises(Invalid, match=words):
        gridhaunt.play("pyrat", line_up, seed=1, preset="tiny")


def test_wrong_terms_are_named():
    with folder() as place:
        bot = plain(place, "good")
        for terms, words in [
            ({"clok": "1s"}, "terms.clok: no such key, did you mean clock?"),
            ({"clock": "soon"}, "clock"),
            ({"as_root": 1}, "terms.as_root"),
            (3, "terms: 3"),
            ({"sandbox": "9"}, "sandbox"),
        ]:
            with pytest.raises(Invalid, match=words):
                play("pyrat", [bot, "greedy"], terms=terms, preset="tiny")


def test_a_program_plays_as_a_file_and_as_a_folder():
    with folder() as place:
        bot = plain(place, "good")
        script = place / "alone.py"
        script.write_text((bot / "bot.py").read_text())
        played = play("pyrat", [bot, script], seed=7, preset="tiny")
        assert played.faults == [0, 0] and played.players == ["good", "alone.py"] or played.players == ["good", "alone"]
        assert sorted(played.transcripts) == [0, 1] and '"type":"turn"' in played.transcripts[0]
        assert played.replay.at().outcome == played.outcome
        mixed = play("pyrat", [First, f"{bot}:depth=4"], seed=7, preset="tiny")
        assert mixed.faults == [0, 0]
        assert await_none(bot) == []


def test_one_class_plays_the_same_in_this_process_and_as_a_program():
    class Good(Bot):
        def choose(self, view, legal):
            return legal[self.seat % len(legal)]

    with folder() as place:
        bot = program(place, "good", GOOD)
        as_program = play("pyrat", [bot, "greedy"], seed=7, preset="tiny")
        assert (as_program.faults, as_program.told) == ([0, 0], [])
        inside = play("pyrat", [Good, "greedy"], seed=7, preset="tiny")
        assert inside.outcome == as_program.outcome
        assert inside.replay.at().hash == as_program.replay.at().hash


@pytest.mark.parametrize(
    ("bad", "verdict"),
    [("crash", "crashed: it exited with code 3"), ("hang", "late"), ("nonsense", "illegal")],
)
def test_what_bad_programs_do_is_a_fault(bad, verdict):
    with folder() as place:
        bot = plain(place, bad, bad)
        begun = time.monotonic()
        played = play("pyrat", [bot, "greedy"], seed=7, terms={"clock": "100ms"}, preset="tiny")
        assert time.monotonic() - begun < 10
        assert played.faults[0] > 0 and verdict in played.told[0], played.told
        assert played.ranks == [2, 1]
        assert await_none(bot) == []


def test_a_program_that_does_not_start_is_invalid_with_its_words():
    with folder() as place:
        bot = program(place, "none", "raise SystemExit('no mood today')")
        with pytest.raises(Invalid, match="no mood today"):
            play("pyrat", [bot, "greedy"], preset="tiny")
        with pytest.raises(Invalid, match="no mood today"):
            seated("pyrat", seats=["python"], opponents=bot, preset="tiny")
        with pytest.raises(Invalid, match="opponents: there is no file or folder"):
            seated("pyrat", seats=["python"], opponents="./no-such-bot", preset="tiny")
        assert await_none(bot) == []


def drive(table, steps=400):
    """Plays to the end of an episode with fixed choices; the hashes."""
    hashes = [table.hash]
    for step in range(steps):
        table.step([step % table.num_actions] * len(table.learned))
        hashes.append(table.hash)
        if table.terminated:
            break
    return hashes


class Choosy(Bot):
    """Plays what the program of `GOOD` plays."""

    def choose(self, view, legal):
        return legal[self.seat % len(legal)]


def test_programs_and_objects_are_opponents():
    with folder() as place:
        bot = program(place, "good", GOOD)
        alone = [
            drive(seated("pyrat", seed=5, seats=["python"], opponents=opponent, preset="tiny"))
            for opponent in (Choosy, Choosy(), bot, str(bot), {"rat": bot})
        ]
        assert all(hashes == alone[0] for hashes in alone[1:]) and len(alone[0]) > 5
        assert await_none(bot) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_class_is_the_opponent_in_every_game(game):
    table = Table(game, seed=2, seats=[0], opponents=First, until_asked=True, max_steps=40)
    drive(table, 40)
    assert table.faults == [] and (table.terminated or table.truncated)
    table.reset()
    assert table.steps == 0


def test_a_program_is_kept_between_episodes_and_never_sees_a_seed_twice():
    with folder() as place:
        bot = plain(place, "good")
        table = seated("pyrat", seed=5, seats=["python"], opponents=bot, preset="tiny")
        first = processes(bot)
        assert len(first) == 1
        drive(table)
        table.reset()
        assert processes(bot) == first, "the same process plays the next episode"
        drive(table)
        table.reset(seed=5)
        assert processes(bot) != first and len(processes(bot)) <= 2, "but not a seed that it has played"
        table.step([0])
        again = processes(bot)
        table.reset()
        assert processes(bot) != again, "who was left in the middle of a match leaves"
        del table
        assert await_none(bot) == []


@pytest.mark.parametrize(("bad", "verdict"), [("crash", "crashed"), ("hang", "late"), ("nonsense", "illegal")])
def test_bad_opponents_do_not_raise(bad, verdict):
    with folder() as place:
        bot = plain(place, bad, bad)
        table = seated("pyrat", seed=5, seats=["python"], opponents=bot, terms={"clock": "50ms"}, preset="tiny")
        begun = time.monotonic()
        drive(table, 30)
        assert time.monotonic() - begun < 10, "five strikes and it is out"
        assert verdict in table.faults[0] and table.steps == 30 or table.terminated
        table.reset()
        assert table.faults == []
        table.step([0])
        del table
        assert await_none(bot) == []


def test_an_object_that_raises_is_raised_and_the_environment_goes_on():
    class Once(Choosy):
        raised = False

        def choose(self, view, legal):
            if view["turn"] == 3 and not Once.raised:
                Once.raised = True
                raise KeyError("idea")
            return super().choose(view, legal)

    table = Table("pyrat", seed=5, seats=["python"], opponents=Once, preset="tiny")
    for step in range(3):
        table.step([step % 5])
    before = table.hash
    with pytest.raises(KeyError) as raised:
        table.step([3])
    assert "seat 1" in raised.value.__notes__[0]
    assert (table.hash, table.steps) == (before, 3), "nothing was played"
    hashes = [table.hash]
    for step in range(3, 400):
        table.step([step % 5])
        hashes.append(table.hash)
        if table.terminated:
            break
    whole = drive(Table("pyrat", seed=5, seats=["python"], opponents=Choosy, preset="tiny"))
    assert hashes == whole[3:]


def test_opponents_that_cannot_begin_again_leave_the_environment_as_it_is():
    class Seldom(Choosy):
        starts = 0

        def start(self, start):
            Seldom.starts += 1
            if Seldom.starts == 2:
                raise OSError("no file")

        def choose(self, view, legal):
            if view["turn"] == 2 and Seldom.starts == 1:
                raise KeyError("idea")
            return super().choose(view, legal)

    table = Table("pyrat", seed=5, seats=["python"], opponents=Seldom, preset="tiny")
    table.step([0])
    table.step([1])
    before = (table.hash, table.steps, table.rewards, table.game.state)
    for error in (KeyError, OSError):
        with pytest.raises(error):
            table.step([2])
        assert (table.hash, table.steps, table.rewards, table.game.state) == before
    table.step([2])
    other = Table("pyrat", seed=5, seats=["python"], opponents=Choosy, preset="tiny")
    for action in range(3):
        other.step([action])
    assert (table.hash, table.rewards) == (other.hash, other.rewards)


def test_an_object_cannot_use_its_own_environment():
    tables = []

    class Cheating(Choosy):
        def choose(self, view, legal):
            if tables:
                tables[0].observe(0)
            return legal[0]

    tables.append(Table("pyrat", seed=5, seats=["python"], opponents=Cheating, preset="tiny"))
    with pytest.raises(RuntimeError, match="cannot use the environment that it plays in"):
        tables[0].step([0])
    tables.pop()


def test_copies_and_pickles_have_programs_of_their_own():
    with folder() as place:
        bot = program(place, "good", GOOD)
        table = seated("pyrat", seed=5, seats=["python"], opponents={bot: 1, Choosy: 1}, preset="tiny")
        for step in range(4):
            table.step([step % 5])
        copies = [table.fork(), copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
        for other in copies:
            assert other.hash == table.hash
        for step in range(4, 9):
            for one in (table, *copies):
                one.step([step % 5])
            assert {one.hash for one in copies} == {table.hash}
        del table, copies, one, other
        assert await_none(bot) == []


def test_a_mixture_draws_names_programs_and_objects():
    seen = set()
    table = Table("pyrat", seed=5, seats=["python"], opponents=["greedy", Choosy, "random"], preset="tiny")
    for _ in range(20):
        seen.add(table.game.render().count("Choosy") > 0)
        table.reset()
    assert seen == {True, False}


def python(text, *arguments, **options):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(PYTHON), str(Path(__file__).parent)])}
    command = [sys.executable, "-c", textwrap.dedent(text), *map(str, arguments)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def heard(host):
    """What a process wrote, once it has ended; it does not outlive the test."""
    try:
        return host.communicate(timeout=20)
    finally:
        host.kill()


HELD = """
    import json, sys, time
    from gridhaunt.table import Table
    table = Table("pyrat", seed=5, seats=["python"], opponents=sys.argv[1], terms=json.loads(sys.argv[2]), preset="tiny")
    table.step([0])
    print("there", flush=True)
"""


@pytest.mark.parametrize("end", ["kill", "exit", "exception", "os._exit"])
def test_no_process_outlives_its_host(end):
    with folder() as place:
        bot = plain(place, "good")
        last = {"kill": "time.sleep(60)", "exit": "", "exception": "raise ValueError", "os._exit": "import os; os._exit(0)"}
        host = python(HELD + "    " + last[end], bot, json.dumps(TERMS))
        assert host.stdout is not None and host.stdout.readline() == "there\n", host.stderr and host.stderr.read()
        if end == "kill":
            assert len(processes(bot)) == 1
            host.kill()
        heard(host)
        assert await_none(bot, 2) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_has_programs_of_its_own():
    text = (
        HELD
        + """
    import os
    from programs import processes
    from pathlib import Path
    bot = Path(sys.argv[1])
    ours = processes(bot)
    child = os.fork()
    if child == 0:
        table.step([1])
        os._exit(0 if table.steps == 2 and len(processes(bot)) == 2 else 1)
    _, status = os.waitpid(child, 0)
    assert status == 0
    until = time.monotonic() + 2
    while processes(bot) != ours and time.monotonic() < until:
        time.sleep(0.01)
    assert processes(bot) == ours
    table.step([1])
    assert table.steps == 2 and table.faults == [], table.faults
    print("done")
"""
    )
    with folder() as place:
        bot = plain(place, "good")
        host = python(text, bot, json.dumps(TERMS))
        output, errors = heard(host)
        assert output == "there\ndone\n", errors
        assert await_none(bot) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_does_not_keep_the_programs_of_a_host_that_was_killed():
    text = HELD + """
    import os
    if os.fork() == 0:
        os.close(1), os.close(2)
        time.sleep(4)
        os._exit(0)
    time.sleep(60)
"""
    with folder() as place:
        bot = plain(place, "good")
        host = python(text, bot, json.dumps(TERMS))
        assert host.stdout is not None and host.stdout.readline() == "there\n", host.stderr and host.stderr.read()
        time.sleep(0.3)
        host.kill()
        host.wait(10)
        assert await_none(bot, 2) == []


@pytest.mark.parametrize(
    "work",
    [
        "gridhaunt.play('pyrat', [sys.argv[1], 'greedy'], terms=terms, preset='tiny')",
        "gridhaunt.play('pyrat', [sys.argv[1], Bot], terms=terms, preset='tiny')",
        "gridhaunt.play('pyrat', [Sleeping, 'greedy'], preset='tiny')",
        "drive(Table('pyrat', seats=[0], opponents=sys.argv[1], terms=terms, preset='tiny'))",
    ],
)
def test_ctrl_c(work):
    """Ctrl-C ends a match in which a program or a bot hangs."""
    text = f"""
        import json, sys, time, gridhaunt
        from gridhaunt.table import Table
        class Bot(gridhaunt.Bot):
            def choose(self, view, legal):
                return legal[0]
        class Sleeping(gridhaunt.Bot):
            def choose(self, view, legal):
                time.sleep(60)
        def drive(table):
            while True:
                table.step([0])
        terms = {{"clock": "none", **json.loads(sys.argv[2])}}
        print("there", flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print("interrupted")
    """
    with folder() as place:
        bot = plain(place, "hang", "hang")
        host = python(text, bot, json.dumps(TERMS))
        assert host.stdout is not None and host.stdout.readline() == "there\n"
        time.sleep(1.5)
        begun = time.monotonic()
        host.send_signal(signal.SIGINT)
        output, errors = heard(host)
        assert output == "interrupted\n", errors
        assert time.monotonic() - begun < 5
        assert await_none(bot) == []


def test_threads_play_side_by_side():
    with folder() as place:
        bot = plain(place, "good")
        results = []

        def work(seed):
            results.append(drive(seated("pyrat", seed=5, seats=["python"], opponents=[bot, Choosy][seed % 2], preset="tiny")))

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert len(results) == 4
        assert await_none(bot) == []
