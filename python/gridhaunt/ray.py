"""Experiments, matches and rollouts on a Ray cluster, with results equal to those of one machine bit by bit.

Connect first (`ray.init(address=…)`); without a connection a cluster of this machine is started for the call. Every node
needs the same version of this package. A range of matches whose worker is lost is played again elsewhere.
"""

from __future__ import annotations

import os
import platform
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from itertools import islice
from typing import Any

try:
    import ray
except ImportError as _error:
    raise ImportError("gridhaunt.ray needs Ray: pip install gridhaunt[ray]") from _error

from ._checks import invalid, is_small
from ._gridhaunt import Invalid, Plan, Series, __version__, games, versions
from ._progress import Progress
from ._ranges import Pace
from .rollouts import Asked, Policy, Shard, ask, play_shard, starts, until_enough
from .scale import Bots, Experiment, LineUp, Matches, Recipe, describe, join, line_up_of, make_series, merged, total

__all__ = ["experiment", "matches", "rollouts"]

SECONDS = 2.0
"""How long a task should take: long beside what Ray needs for one, short beside what is lost with a worker."""
TASKS_A_SECOND = 100
"""How many tasks are begun a second at most: where there are very many workers, tasks take longer."""
TASKS_A_WORKER = 3
"""How many tasks are under way for each worker, so that none waits for the next and results do not pile up."""
LOOK = 5.0
"""Seconds after which the size of the cluster is looked up again."""

Versions = tuple[str, int, int]
"""Of the engine, and of the rules and the generator of a game."""
Refused = tuple[str, str, str, str]
"""Words, field, value and expectation of an `Invalid`, which is raised where the work was asked for."""


def experiment(
    recipe: Recipe,
    *,
    games: int | None = None,
    seed: int | None = None,
    bots: str | Sequence[str] | None = None,
    vary: Mapping[str, Any] | None = None,
    measures: str | Sequence[str] | None = None,
    ledger: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    progress: bool | None = None,
    cpus: int = 1,
    settings: Mapping[str, Any] | None = None,
    **more: Any,
) -> Experiment:
    """`gridhaunt.experiment` on a Ray cluster: the ledger and the result are the same, bit by bit.

    Tasks take `cpus` processors each. The ledger is written here, in order, and the first seed of every arm is played
    here.
    """
    spec = describe(recipe, games, seed, bots, vary, measures, merged(settings, more))
    plan, threads = Plan(spec), _cpus(cpus)

    def spread(first: int, last: int) -> Generator[bytes, None, None]:
        return _ranges(_play_experiment, (spec, plan.fingerprint), plan.game, first, last, threads)

    with _cluster():
        return join(plan, spread, ledger, fresh, progress)


def matches(
    game: str,
    line_up: Bots = None,
    *,
    n: int = 100,
    seed: int = 1,
    rotate: bool = False,
    progress: bool | None = None,
    cpus: int = 1,
    settings: Mapping[str, Any] | None = None,
    **more: Any,
) -> Matches:
    """`n` matches of built-in bots on a Ray cluster, as `gridhaunt play -n` plays them: the result is the same, bit by bit."""
    arguments, threads = line_up_of(game, line_up, n, seed, rotate, merged(settings, more)), _cpus(cpus)
    series = make_series(arguments)

    def spread(first: int, last: int) -> Generator[bytes, None, None]:
        return _ranges(_play_matches, arguments, arguments[0], first, last, threads)

    with _cluster():
        return total(series, n, spread, progress)


def rollouts(
    game: str,
    *,
    episodes: int | None = None,
    steps: int | None = None,
    policy: str | Sequence[str] | Policy = "random",
    seed: int = 0,
    seats: int | str | Sequence[int | str] | None = None,
    opponents: str | Sequence[str] | Mapping[str, Any] | None = None,
    observations: str | Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    max_steps: int | None = None,
    trajectories: bool = False,
    shard: int = 64,
    progress: bool | None = None,
    settings: Mapping[str, Any] | None = None,
    **more: Any,
) -> Generator[Shard, None, None]:
    """`gridhaunt.rollouts` on a Ray cluster: a task plays a shard, and shards come out in order, equal to those of one
    machine. Who stops iterating cancels what is under way."""
    asked = ask(
        game, episodes, steps, policy, seed, seats, opponents, observations, options, max_steps, trajectories, shard, merged(settings, more)
    )
    return until_enough(asked, _shards(asked, progress))


def _shards(asked: Asked, progress: bool | None) -> Generator[Shard, None, None]:
    total, of = (asked.episodes, "episodes") if asked.steps is None else (asked.steps, "steps")
    bar, done = Progress(total, of, shown=progress), 0
    try:
        with _cluster():
            held = ray.put(asked)
            tasks = (((held, first), 1) for first in starts(asked))
            with closing(_in_order(play_shard, asked.game, tasks, _Workers(1))) as shards:
                for shard, _, _ in shards:
                    done += len(shard) if asked.steps is None else int(shard.lengths.sum())
                    bar(min(done, total))
                    yield shard
    finally:
        bar.close()


def _play_experiment(job: tuple[str, str], first: int, last: int, threads: int) -> bytes:
    spec, fingerprint = job
    plan = _plan(spec)
    if plan.fingerprint != fingerprint:
        raise invalid("worker", plan.fingerprint, f"one that plans the same experiment, {fingerprint}")
    return plan.play(first, last, threads)


def _play_matches(job: LineUp, first: int, last: int, threads: int) -> bytes:
    return _series(job).play(first, last, threads)


@lru_cache(maxsize=2)
def _plan(spec: str) -> Plan:
    return Plan(spec)


@lru_cache(maxsize=2)
def _series(job: LineUp) -> Series:
    return make_series(job)


def _task(play: Callable[..., Any], game: str, expected: Versions, *arguments: Any) -> tuple[Any, float, Refused | None]:
    """What runs on a worker: the result, the seconds it took, and why it was refused."""
    began = time.monotonic()
    try:
        check_versions(game, expected)
        return play(*arguments), time.monotonic() - began, None
    except Invalid as wrong:
        return None, 0.0, (str(wrong), wrong.field, wrong.got, wrong.expected)


def check_versions(game: str, expected: Versions) -> None:
    """Checks that this process plays a game by the versions with which the work was asked for."""
    if game not in games():
        raise invalid("worker", f"gridhaunt {__version__} without {game} on {platform.node()}", f"{_words(game, expected)}, as here")
    here = versions(game)
    if here != expected:
        raise invalid("worker", f"{_words(game, here)} on {platform.node()}", f"{_words(game, expected)}, as here")


def _words(game: str, found: Versions) -> str:
    engine, rules, generator = found
    return f"gridhaunt {engine} with rules {rules} and generator {generator} of {game}"


def _ranges(play: Callable[..., bytes], job: Any, game: str, first: int, last: int, threads: int) -> Generator[bytes, None, None]:
    """Plays matches on the cluster in ranges; their lines come out in order."""
    pace, held, workers = Pace(seconds=SECONDS), ray.put(job), _Workers(threads)

    def tasks() -> Iterator[tuple[tuple[Any, ...], int]]:
        start = first
        while start < last:
            pace.seconds = max(SECONDS, workers() / TASKS_A_SECOND)
            size = pace.size(left=last - start, workers=max(2, workers()))
            yield (held, start, start + size, threads), size
            start += size

    with closing(_in_order(play, game, tasks(), workers)) as results:
        for lines, seconds, size in results:
            pace.learn(size, seconds)
            yield lines


class _Workers:
    """How many tasks the cluster can run at once, looked up now and then, since nodes come and go."""

    def __init__(self, cpus: int) -> None:
        self.cpus = cpus
        self._count = 0
        self._looked = -LOOK
        self._looked_before = False

    def __call__(self) -> int:
        if time.monotonic() - self._looked >= LOOK:
            cluster: Any = ray  # This function of Ray's has no types.
            self._count = max(1, int(cluster.cluster_resources().get("CPU", 1)) // self.cpus)
            if not self._looked_before and not any(node["Resources"].get("CPU", 0) >= self.cpus for node in cluster.nodes()):
                warnings.warn(f"no node has {self.cpus} processors: the work waits for one", RuntimeWarning, stacklevel=2)
            self._looked_before = True
            self._looked = time.monotonic()
        return self._count


def _in_order(
    play: Callable[..., Any], game: str, tasks: Iterator[tuple[tuple[Any, ...], int]], workers: _Workers
) -> Generator[tuple[Any, float, int], None, None]:
    """Runs tasks on the cluster, a bounded number at once; yields the result, the seconds and the size of each in order.

    A task whose worker or node is lost is run again elsewhere, as often as it takes.
    """
    remote = ray.remote(_task).options(num_cpus=workers.cpus, max_retries=-1, scheduling_strategy="SPREAD")
    expected, under_way = versions(game), deque[tuple[Any, int]]()
    try:
        while True:
            for arguments, size in islice(tasks, max(0, TASKS_A_WORKER * workers() - len(under_way))):
                under_way.append((remote.remote(play, game, expected, *arguments), size))
            if not under_way:
                return
            result, seconds, refused = _get(under_way[0][0])
            _, size = under_way.popleft()
            if refused is not None:
                error = Invalid(refused[0])
                _, error.field, error.got, error.expected = refused
                raise error
            yield result, seconds, size
    finally:
        for task, _ in under_way:
            ray.cancel(task)


def _get(task: Any) -> Any:
    try:
        return ray.get(task)
    except ray.exceptions.RayTaskError as error:
        # What a task needs could not be loaded, which is no doing of a policy.
        if isinstance(error, ray.exceptions.RaySystemError) or "failed to import on the worker" in str(error):
            why = str(error.cause).strip().splitlines()[-1]
            raise invalid("worker", why, f"one with gridhaunt {__version__}, which every node needs") from error
        raise


def _cpus(cpus: Any) -> int:
    if not is_small(cpus) or cpus < 1:
        raise invalid("cpus", cpus, "a number of at least 1")
    return cpus


@contextmanager
def _cluster() -> Iterator[None]:
    """Uses the cluster that the caller is connected to, or that of `RAY_ADDRESS`, or starts one of this machine."""
    if ray.is_initialized():
        yield
        return
    with tempfile.TemporaryDirectory(prefix="gridhaunt-", ignore_cleanup_errors=True) as folder:
        if "RAY_ADDRESS" in os.environ:
            ray.init()
        else:
            ray.init(address="local", include_dashboard=False, log_to_driver=False, _temp_dir=folder)
        try:
            yield
        finally:
            ray.shutdown()
