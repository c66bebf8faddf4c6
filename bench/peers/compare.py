"""Side-by-side speed of Gridhaunt and of what people use today for grid games.

Every contender is a function that runs for a time budget and returns
(units, seconds). Rounds go round-robin over the contenders, each round starting
one contender further on, and ratios are taken within a round, so a slow spell
of the machine meets both sides of a ratio. Random actions are drawn before the
clock starts and replayed from a ring; no random number is drawn while timing,
except the ones a contender draws itself.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.metadata
import io
import json
import os
import platform
import random
import re
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from itertools import count, cycle
from time import perf_counter
from types import ModuleType
from typing import Any

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np  # noqa: E402  (after the thread settings it reads)

# The maze that both PyRat engines play on; Gridhaunt's "pyrat" has it by default.
WIDTH, HEIGHT, CHEESES = 21, 15, 41
WALL_PERCENT, MUD_PERCENT, MUD_RANGE = 70.0, 10.0, (2, 3)

EXAMPLE = """\
example:
  python bench/peers/compare.py --rounds 5 --seconds 1.0
  python bench/peers/compare.py --only gridhaunt-packed --only pyrat-play --json

"""

EPILOG = """\
agent-steps/s counts one for each agent that acts: two per PyRat turn, four per
phase of Ghost Tag (five killers, then three survivors), eight per pursuit step, those who
choose in Ghost Grid. Only pyrat-game plays Gridhaunt's game; the other peers play games
of their own, so their ratios compare throughput, not equal work.
Nothing here fails when a contender is missing: it is reported with the reason.
"""


@dataclass(frozen=True)
class Ready:
    """A contender that is set up: what to run, and how many agents act in a unit."""

    run: Callable[[float], tuple[int, float]]
    agents: float = 1


@dataclass(frozen=True)
class Contender:
    name: str
    metric: str  # "agent-steps" or "games"; ratios are taken within a metric
    unit: str
    returns: str  # what a unit hands back to the caller
    setup: Callable[[], Ready]
    dists: tuple[str, ...]  # distributions whose versions matter

    @property
    def ours(self) -> bool:
        return self.name.startswith("gridhaunt")


@dataclass
class Result:
    contender: Contender
    ready: Ready | None = None
    problem: str = ""
    rates: dict[int, float] = field(default_factory=dict)  # round -> units per second

    def scored(self) -> dict[int, float]:
        """Rates in the metric's unit, by round."""
        agents = self.ready.agents if self.ready else 1
        return {lap: rate * agents for lap, rate in self.rates.items()}


# ---------------------------------------------------------------- Gridhaunt


def gridhaunt_vector(observations: Sequence[str], envs: int, dtype: str = "uint8") -> Ready:
    """Many games in one batch, on one thread; games that end are reset inside the step."""
    gridhaunt = importlib.import_module("gridhaunt")
    env = gridhaunt.vector(
        "pyrat", num_envs=envs, seed=0, observations=list(observations), threads=1
    )
    env.reset()
    # Longer than a game, so that no game replays its own moves.
    ring = np.random.default_rng(0).integers(0, 5, (1024, envs, 2), dtype=dtype)
    actions = cycle(list(ring))
    return Ready(stepped(env, actions, envs), agents=2)


def gridhaunt_learner(
    through: str, opponent: str, envs: int, dtype: str = "uint8", observations: Sequence[str] = ("planes",)
) -> Ready:
    """One learned rat against a bot inside the engine, on one thread: by `vector`, or by Gymnasium's `make_vec`."""
    arguments = {"num_envs": envs, "seed": 0, "opponents": opponent, "observations": list(observations), "threads": 1}
    if through == "gymnasium":
        make_vec = importlib.import_module("gymnasium").make_vec
        env = make_vec("gridhaunt.gymnasium:gridhaunt/PyRat-v1", seat="rat", **arguments)
    else:
        env = importlib.import_module("gridhaunt").vector("pyrat", seats=["rat"], until_asked=True, **arguments)
    env.reset(seed=0)
    ring = np.random.default_rng(0).integers(0, 5, (1024, envs), dtype=dtype)
    return Ready(stepped(env, cycle(list(ring)), envs))


def gridhaunt_pufferlib(envs: int) -> Ready:
    """PyRat as PufferLib has it: both seats learned, in PufferLib's buffers, with its int32 actions."""
    env = importlib.import_module("gridhaunt.pufferlib").Env("pyrat", num_envs=envs, observation="planes")
    env.reset(seed=0)
    ring = np.random.default_rng(0).integers(0, 5, (1024, 2 * envs), dtype=np.int32)
    return Ready(stepped(env, cycle(list(ring)), envs), agents=2)


def stepped(env: Any, actions: Iterator[Any], envs: int) -> Callable[[float], tuple[int, float]]:
    def run(budget: float) -> tuple[int, float]:
        steps = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < budget:
            for _ in range(8):
                env.step(next(actions))
            steps += 8
        return steps * envs, spent

    return run


def gridhaunt_tag(observations: Sequence[str], window: int | None, envs: int) -> Ready:
    """Ghost Tag, 3 survivors and 5 killers, many games in one batch, on one thread.

    A step is a phase: five choose, then three, four on average.
    """
    gridhaunt = importlib.import_module("gridhaunt")
    options = {} if window is None else {"window": window}
    env = gridhaunt.vector(
        "tag", num_envs=envs, seed=0, observations=list(observations), options=options, threads=1,
        survivors=3, killers=5, killer_sight=3,
    )  # fmt: skip
    env.reset()
    ring = np.random.default_rng(0).integers(0, 9, (512, envs, 8), dtype=np.uint8)
    actions = cycle(list(ring))
    return Ready(stepped(env, actions, envs), agents=4)


def gridhaunt_ghost_grid(observations: Sequence[str], envs: int) -> Ready:
    """Ghost Grid at its default size, many games in one batch, on one thread.

    A step is a phase. Seats come and go, so those who choose are counted first.
    """
    gridhaunt = importlib.import_module("gridhaunt")
    ring = np.random.default_rng(0).integers(0, 18, (512, envs, 18), dtype=np.uint8)
    counted = gridhaunt.vector("ghost-grid", num_envs=envs, seed=0, observations=["asked"], threads=1)
    counted.reset()
    asked = 0.0
    for actions in ring:
        asked += float(counted.observations["asked"].sum()) / envs
        counted.step(actions)
    env = gridhaunt.vector(
        "ghost-grid", num_envs=envs, seed=0, observations=list(observations), threads=1
    )
    env.reset()
    return Ready(stepped(env, cycle(list(ring)), envs), agents=asked / len(ring))


def gridhaunt_single() -> Ready:
    """One game stepped from Python; creating the next game is off the clock."""
    gridhaunt = importlib.import_module("gridhaunt")
    pick = random.Random(0)
    actions = cycle([{0: pick.randrange(5), 1: pick.randrange(5)} for _ in range(65536)])
    seeds = count()
    game = gridhaunt.make("pyrat", seed=next(seeds))

    def run(budget: float) -> tuple[int, float]:
        nonlocal game
        turns, spent = 0, 0.0
        while spent < budget:
            if game.over:
                game = gridhaunt.make("pyrat", seed=next(seeds))
            start = perf_counter()
            for _ in range(64):
                game.step(next(actions))
                turns += 1
                if game.over:
                    break
            spent += perf_counter() - start
        return turns, spent

    return Ready(run, agents=2)


def gridhaunt_pettingzoo(**arguments: Any) -> Ready:
    """One game through PettingZoo's parallel API, driven as its own environments are."""
    module = importlib.import_module("gridhaunt.pettingzoo")
    return parallel(module.parallel_env("pyrat", **arguments))


def gridhaunt_create() -> Ready:
    gridhaunt = importlib.import_module("gridhaunt")
    return Ready(created(lambda seed: gridhaunt.make("pyrat", seed=seed)))


# ---------------------------------------------------------------- pyrat-game


def pyrat_game(pyrat: ModuleType, seed: int | None) -> Any:
    """A game with no holes in the maze and its walls, mud and cheese as near as it allows."""
    return pyrat.Game(
        random_seed=seed,
        maze_width=WIDTH,
        maze_height=HEIGHT,
        cell_percentage=100.0,
        wall_percentage=WALL_PERCENT,
        mud_percentage=MUD_PERCENT,
        mud_range=MUD_RANGE,
        nb_cheese=CHEESES,
        random_maze_algorithm=pyrat.RandomMazeAlgorithm.UNIFORM_HOLES,
        game_mode=pyrat.GameMode.SIMULATION,  # implies RenderMode.NO_RENDERING
    )


def seat_players(pyrat: ModuleType, game: Any, players: Sequence[Any]) -> None:
    corners = (pyrat.StartingLocation.BOTTOM_LEFT, pyrat.StartingLocation.TOP_RIGHT)
    for player, corner in zip(players, corners, strict=True):
        game.add_player(player, team=player.get_name(), location=corner)


def ring_player(pyrat: ModuleType) -> type:
    """A class of players that replay random actions until a deadline."""
    actions = list(pyrat.Action)
    # Long, because a short ring can trap both players in a loop that never ends.
    ring = cycle(random.Random(0).choices(actions, k=1 << 18))

    class RingPlayer(pyrat.Player):  # type: ignore[misc, name-defined]
        deadline = float("inf")
        turns = 0

        def turn(self, maze: Any, game_state: Any) -> Any:
            if perf_counter() > self.deadline:
                raise TimeoutError
            self.turns = game_state.turn
            return next(ring)

    return RingPlayer


def pyrat_play() -> Ready:
    """Whole games of two random players; creating a game is off the clock.

    Its games have no turn limit and no call to stop one, so at the end of the
    budget a player raises, which ends the game. The turns so far count.
    """
    pyrat = importlib.import_module("pyrat")
    player_type = ring_player(pyrat)
    seeds = count()

    def run(budget: float) -> tuple[int, float]:
        turns, spent = 0, 0.0
        while spent < budget:
            players = [player_type("rat"), player_type("python")]
            game = pyrat_game(pyrat, next(seeds))
            seat_players(pyrat, game, players)
            log = io.StringIO()  # it prints the player's exception
            start = perf_counter()
            for player in players:
                player.deadline = start + budget - spent
            with redirect_stderr(log):
                stats = game.start()
            spent += perf_counter() - start
            if not stats and "TimeoutError" not in log.getvalue():
                raise RuntimeError(log.getvalue().strip().splitlines()[-1])
            turns += stats["turns"] if stats else max(player.turns for player in players)
        return turns, spent

    return Ready(run, agents=2)


def pyrat_create() -> Ready:
    """The constructor, which resets and so builds the maze, and seating two players."""
    pyrat = importlib.import_module("pyrat")
    player_type = ring_player(pyrat)

    def create(seed: int) -> None:
        seat_players(pyrat, pyrat_game(pyrat, seed), [player_type("rat"), player_type("python")])

    return Ready(created(create))


def pyrat_reset() -> Ready:
    """A new random maze for the same game object and players."""
    pyrat = importlib.import_module("pyrat")
    player_type = ring_player(pyrat)
    game = pyrat_game(pyrat, None)
    seat_players(pyrat, game, [player_type("rat"), player_type("python")])
    return Ready(created(lambda _seed: game.reset(same=False)))


def created(create: Callable[[int], Any]) -> Callable[[float], tuple[int, float]]:
    seeds = count()

    def run(budget: float) -> tuple[int, float]:
        games = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < budget:
            create(next(seeds))
            games += 1
        return games, spent

    return run


# ---------------------------------------------------------------- PettingZoo, MPE


def parallel_env(*modules: str) -> Ready:
    """The first of the modules that is there, through the parallel API, default settings."""
    return parallel(first_module(modules).parallel_env())


def parallel(env: Any) -> Ready:
    """An environment through the parallel API; its resets are on the clock."""
    env.reset(seed=0)
    pick = random.Random(0)
    spaces = {agent: int(env.action_space(agent).n) for agent in env.possible_agents}
    actions = cycle([{a: pick.randrange(n) for a, n in spaces.items()} for _ in range(4096)])
    agents = len(env.agents)

    def run(budget: float) -> tuple[int, float]:
        steps = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < budget:
            if not env.agents:
                env.reset()
            env.step(next(actions))
            steps += 1
        return steps, spent

    return Ready(run, agents)


def first_module(names: Sequence[str]) -> ModuleType:
    problem: ImportError | None = None
    for name in names:
        try:
            return importlib.import_module(name)
        except ImportError as error:
            problem = problem or error
    raise problem or ImportError("no module named")


# ---------------------------------------------------------------- OpenSpiel


def open_spiel(name: str, observe: bool) -> Ready:
    """Joint actions on a state; the chance nodes between them are on the clock, not counted."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    players = range(game.num_players())
    pick = random.Random(0)
    choices = range(game.num_distinct_actions())  # all of them are legal in these games
    actions = cycle([[pick.choice(choices) for _ in players] for _ in range(65536)])
    chances = cycle([pick.randrange(1 << 16) for _ in range(65521)])
    state = game.new_initial_state()

    def step() -> None:
        nonlocal state
        while not state.is_simultaneous_node():
            if state.is_terminal():
                state = game.new_initial_state()
            else:
                outcomes = state.chance_outcomes()  # equally likely in these games
                state.apply_action(outcomes[next(chances) % len(outcomes)][0])
        state.apply_actions(next(actions))
        if observe:
            for player in players:
                state.observation_tensor(player)

    def run(budget: float) -> tuple[int, float]:
        steps = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < budget:
            for _ in range(16):
                step()
            steps += 16
        return steps, spent

    return Ready(run, agents=game.num_players())


# ---------------------------------------------------------------- Measuring


def contenders(envs: int) -> list[Contender]:
    ours, rat = ("gridhaunt",), ("pyrat-game",)
    zoo, gym, puffer = ("gridhaunt", "pettingzoo"), ("gridhaunt", "gymnasium"), ("gridhaunt", "pufferlib")
    sisl, mpe, spiel = ("pettingzoo",), ("mpe2", "pettingzoo"), ("open_spiel",)
    pursuit = ("pettingzoo.sisl.pursuit_v5", "pettingzoo.sisl.pursuit_v4")
    tag = ("mpe2.simple_tag_v3", "pettingzoo.mpe.simple_tag_v3")

    def vector(*observations: str) -> Callable[[], Ready]:
        return lambda: gridhaunt_vector(observations, envs)

    def tagged(*observations: str, window: int | None = None) -> Callable[[], Ready]:
        return lambda: gridhaunt_tag(observations, window, envs)

    def smuggled(*observations: str) -> Callable[[], Ready]:
        return lambda: gridhaunt_ghost_grid(observations, envs)

    steps, games = "agent-steps", "games"
    return [
        Contender("gridhaunt-rules", steps, "turn", "rewards", vector(), ours),
        Contender("gridhaunt-packed", steps, "turn", "packed state", vector("packed"), ours),
        Contender("gridhaunt-planes", steps, "turn", "planes", vector("planes"), ours),
        Contender(
            "gridhaunt-int64", steps, "turn", "rewards", lambda: gridhaunt_vector((), envs, "int64"), ours
        ),
        Contender(
            "gridhaunt-learner", steps, "turn", "planes",
            lambda: gridhaunt_learner("vector", "random", envs), ours,
        ),
        Contender(
            "gridhaunt-gymnasium", steps, "turn", "planes, masks",
            lambda: gridhaunt_learner("gymnasium", "random", envs), gym,
        ),
        Contender(
            "gridhaunt-greedy", steps, "turn", "planes",
            lambda: gridhaunt_learner("vector", "greedy", envs), ours,
        ),
        Contender(
            "gridhaunt-pufferlib", steps, "turn", "planes", lambda: gridhaunt_pufferlib(envs), puffer
        ),
        Contender("gridhaunt-tag", steps, "phase", "rewards", tagged(), ours),
        Contender("gridhaunt-tag-7x7", steps, "phase", "7x7x6 planes", tagged("planes", window=3), ours),
        Contender("gridhaunt-tag-planes", steps, "phase", "50x50x5 planes", tagged("planes"), ours),
        Contender("gridhaunt-ghost-grid", steps, "phase", "rewards", smuggled(), ours),
        Contender("gridhaunt-ghost-grid-nodes", steps, "phase", "35x14 nodes", smuggled("nodes"), ours),
        Contender("gridhaunt-single", steps, "turn", "one game", gridhaunt_single, ours),
        Contender(
            "gridhaunt-pettingzoo", steps, "turn", "packed state, masks", gridhaunt_pettingzoo, zoo
        ),
        Contender(
            "gridhaunt-pettingzoo-planes", steps, "turn", "planes",
            lambda: gridhaunt_pettingzoo(observations="planes", mask=None), zoo,
        ),
        Contender("pyrat-play", steps, "turn", "state copies", pyrat_play, rat),
        Contender(
            "pursuit", steps, "step", "7x7x3 planes", lambda: parallel_env(*pursuit), sisl
        ),
        Contender("simple-tag", steps, "step", "vectors", lambda: parallel_env(*tag), mpe),
        Contender(
            "laser-tag", steps, "step", "nothing", lambda: open_spiel("laser_tag", False), spiel
        ),
        Contender(
            "laser-tag-obs", steps, "step", "4x7x7 planes",
            lambda: open_spiel("laser_tag", True), spiel,
        ),
        Contender(
            "markov-soccer", steps, "step", "nothing",
            lambda: open_spiel("markov_soccer", False), spiel,
        ),
        Contender("gridhaunt-create", games, "game", "one game", gridhaunt_create, ours),
        Contender("pyrat-create", games, "game", "one game", pyrat_create, rat),
        Contender("pyrat-reset", games, "game", "same game anew", pyrat_reset, rat),
    ]  # fmt: skip


def guarded(result: Result, action: Callable[[], None]) -> None:
    """Runs the action; a contender that is missing or breaks is set aside with the reason."""
    try:
        action()
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of a native extension is no Exception
        lines = str(error).strip().splitlines() or [""]
        reason = re.sub(r"(?:[A-Za-z]:)?(?:[\\/][^\\/\s'\"():]+)+[\\/]", "", lines[0])
        if isinstance(error, ImportError):
            result.problem = f"not installed: {reason}"
        else:
            result.problem = f"failed: {type(error).__name__}: {reason}"


def measure(
    chosen: Sequence[Contender], rounds: int, seconds: float, say: Callable[[str], None]
) -> list[Result]:
    results = [Result(contender) for contender in chosen]
    for result in results:
        say(f"setting up {result.contender.name}")

        def prepare(result: Result = result) -> None:
            result.ready = result.contender.setup()
            result.ready.run(min(seconds, 0.2))  # warm-up, not counted

        guarded(result, prepare)

    for lap in range(rounds):
        shift = lap % len(results)
        for result in results[shift:] + results[:shift]:
            if result.problem:
                continue
            say(f"round {lap + 1}/{rounds} {result.contender.name}")
            gc.collect()  # so that nobody pays for another's garbage

            def one_round(result: Result = result, lap: int = lap) -> None:
                assert result.ready is not None
                units, spent = result.ready.run(seconds)
                result.rates[lap] = units / spent

            guarded(result, one_round)
    say("")
    return results


@dataclass(frozen=True)
class Spread:
    median: float
    low: float
    high: float

    @staticmethod
    def of(values: Sequence[float]) -> Spread:
        return Spread(statistics.median(values), min(values), max(values))

    def rounded(self) -> dict[str, float]:
        return {
            name: float(f"{value:.4g}")
            for name, value in (("median", self.median), ("min", self.low), ("max", self.high))
        }

    def __str__(self) -> str:
        return f"{short(self.median)} ({short(self.low)}..{short(self.high)})"


def short(value: float) -> str:
    for size, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= 0.9995 * size:
            return f"{value / size:.3g}{suffix}"
    return f"{value:.3g}"


def ratios(results: Sequence[Result]) -> Iterator[tuple[Result, Result, Spread]]:
    """Gridhaunt over peer in the metric's unit, within each round that both finished."""
    live = [result for result in results if result.rates and not result.problem]
    for peer in live:
        for ours in live:
            if peer.contender.ours or not ours.contender.ours:
                continue
            if ours.contender.metric != peer.contender.metric:
                continue
            top, bottom = ours.scored(), peer.scored()
            shared = sorted(top.keys() & bottom.keys())
            if shared:
                yield ours, peer, Spread.of([top[lap] / bottom[lap] for lap in shared])


# ---------------------------------------------------------------- Reporting


def versions(dists: Sequence[str]) -> dict[str, str]:
    found = {}
    for name in dists:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            pass
    return found


def report_json(results: Sequence[Result], facts: dict[str, Any]) -> None:
    def line(kind: str, **values: Any) -> None:
        print(json.dumps({"kind": kind, **values}))

    line("run", **facts)
    for result in results:
        who = result.contender
        values: dict[str, Any] = {"name": who.name, "versions": versions(who.dists)}
        if result.problem:
            line("skipped", **values, reason=result.problem)
            continue
        rates = list(result.rates.values())
        values |= {"unit": who.unit, "returns": who.returns}
        values["per_second"] = Spread.of(rates).rounded()
        if result.ready and who.metric == "agent-steps":
            values["agents"] = result.ready.agents
            values["agent_steps_per_second"] = Spread.of([*result.scored().values()]).rounded()
        line("rate", **values, rounds=[float(f"{rate:.4g}") for rate in rates])
    for ours, peer, spread in ratios(results):
        line(
            "ratio", gridhaunt=ours.contender.name, peer=peer.contender.name,
            metric=ours.contender.metric, **spread.rounded(),
        )  # fmt: skip


def report_table(results: Sequence[Result], facts: dict[str, Any]) -> None:
    print(", ".join(f"{name} {value}" for name, value in facts.items()))
    print("median (min..max) over the rounds\n")
    rows = [("contender", "unit", "units/s", "agent-steps/s", "a unit returns", "version")]
    for result in results:
        who = result.contender
        if result.problem:
            continue
        steps = "-"
        if who.metric == "agent-steps":
            steps = str(Spread.of([*result.scored().values()]))
        version = " ".join(f"{name} {number}" for name, number in versions(who.dists).items())
        rates = str(Spread.of([*result.rates.values()]))
        rows.append((who.name, who.unit, rates, steps, who.returns, version))
    print_columns(rows)
    for result in results:
        if result.problem:
            print(f"{result.contender.name}: {result.problem}")

    pairs = [(o.contender, p.contender, spread) for o, p, spread in ratios(results)]
    for metric in ("agent-steps", "games"):
        found = {(p.name, o.name): str(s) for o, p, s in pairs if o.metric == metric}
        if not found:
            continue
        peers = list(dict.fromkeys(peer for peer, _ in found))
        ours = list(dict.fromkeys(our for _, our in found))
        print(f"\n{metric}/s, gridhaunt / peer, within each round\n")
        table = [[peer, *(found.get((peer, our), "-") for our in ours)] for peer in peers]
        print_columns([["peer", *ours], *table])
    if any(who.metric == "agent-steps" for who, _, _ in pairs):
        print("\nOnly pyrat-play is the same game; the other games differ in work per step.")


def print_columns(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


# ---------------------------------------------------------------- Command line


def one_core() -> str:
    """Keeps this process on one core, where the system lets it."""
    try:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    except (AttributeError, OSError):
        return "not pinned"
    return "pinned to one"


def positive(kind: type[int] | type[float]) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        value = kind(text)
        if not 0 < value < float("inf"):
            raise ValueError(text)
        return value

    parse.__name__ = f"positive {kind.__name__}"
    return parse


class Parser(argparse.ArgumentParser):
    def format_help(self) -> str:
        return EXAMPLE + super().format_help()


def parse_args(names: Sequence[str]) -> argparse.Namespace:
    parser = Parser(
        prog="compare.py",
        description="Measures Gridhaunt and its peers in interleaved rounds and prints the ratios.",
        epilog=f"contenders: {', '.join(names)}\n\n{EPILOG}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=positive(int), default=5, help="rounds (5)")
    parser.add_argument(
        "--seconds", type=positive(float), default=1.0, help="seconds per contender and round (1.0)"
    )
    parser.add_argument(
        "--envs", type=positive(int), default=1024, help="games in a Gridhaunt batch (1024)"
    )
    parser.add_argument(
        "--only", action="append", choices=names, metavar="NAME", help="a contender; may repeat"
    )
    parser.add_argument(
        "--json", action="store_true", help="JSON lines; the default when stdout is no terminal"
    )
    return parser.parse_args()


def main() -> int:
    known = contenders(envs=1)
    args = parse_args([contender.name for contender in known])
    chosen = [c for c in contenders(args.envs) if not args.only or c.name in args.only]
    facts = {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": f"{os.cpu_count()} ({one_core()})",
        "asserts": "on" if __debug__ else "off",
        "rounds": args.rounds,
        "seconds": args.seconds,
        "envs": args.envs,
    }

    def say(text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    results = measure(chosen, args.rounds, args.seconds, say)
    report = report_json if args.json or not sys.stdout.isatty() else report_table
    report(results, facts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
