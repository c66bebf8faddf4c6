"""Rollouts: episodes of a policy, each by its own seed, in shards that are equal whoever plays them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._checks import check_flag, check_game, check_names, check_seed, document, invalid
from ._gridhaunt import Series
from .scale import MOST, check_count, merged
from .table import Table

Policy = Callable[[dict[str, NDArray[Any]], NDArray[np.int8], np.random.Generator], int]
"""Chooses a numbered action from the arrays of a seat, its mask and a generator of the episode."""


@dataclass(frozen=True)
class Trajectory:
    """One episode step by step; seats are the learned ones, ascending. A seat that is not asked has action 0."""

    observations: dict[str, NDArray[Any]]
    """By name: what each seat saw before each step, and at the end: `[steps + 1, seats, …]`."""
    masks: NDArray[np.int8]
    """Which actions each seat had: `[steps + 1, seats, actions]`."""
    actions: NDArray[np.int32]
    """What each seat did: `[steps, seats]`."""
    rewards: NDArray[np.float32]
    """What it was worth: `[steps, seats]`."""


@dataclass(frozen=True)
class Shard:
    """Some episodes in order."""

    first: int
    """The number of the first episode, from 0."""
    seeds: NDArray[np.uint64]
    """The seeds of the matches."""
    returns: NDArray[np.float64]
    """The sum of the rewards: `[episodes, seats]`."""
    lengths: NDArray[np.int64]
    """How many steps each took."""
    terminated: NDArray[np.bool_]
    """Which ended by their rules; the others reached `max_steps`."""
    hashes: list[str]
    """The state hash at the end of each."""
    trajectories: list[Trajectory] | None
    """Every step, if it was asked for."""

    def __len__(self) -> int:
        return len(self.seeds)

    def cut(self, episodes: int) -> Shard:
        """The first episodes of it."""
        return replace(
            self,
            seeds=self.seeds[:episodes],
            returns=self.returns[:episodes],
            lengths=self.lengths[:episodes],
            terminated=self.terminated[:episodes],
            hashes=self.hashes[:episodes],
            trajectories=None if self.trajectories is None else self.trajectories[:episodes],
        )


@dataclass(frozen=True)
class Asked:
    """What rollouts were asked for, checked: it can be sent to any machine."""

    game: str
    settings: dict[str, Any]
    policy: str | tuple[str, ...] | Policy
    seed: int
    episodes: int
    steps: int | None
    table: dict[str, Any]
    trajectories: bool
    shard: int

    def make(self, seed: int) -> Table:
        """A table for these episodes; bots as the policy need all seats."""
        mine = dict(self.table, seats=None) if isinstance(self.policy, tuple) else self.table
        return Table(self.game, seed=seed, **mine, **self.settings)


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
    settings: Mapping[str, Any] | None = None,
    **more: Any,
) -> Generator[Shard, None, None]:
    """Plays episodes of a policy, one after another in this process, and yields them in shards of `shard` episodes.

    Episode `i` has the seed `seed + i`. It ends after `episodes` episodes, or with the episode that reaches `steps` steps.
    `policy` is `"random"` (evenly among the actions of the mask), other words for built-in bots on all seats in order or
    by role, as in `matches`, or a function of arrays, mask and generator that returns a number. `seats`, `opponents`,
    `observations`, `options` and `max_steps` are those of an environment. Bots that bid or do what else has no number
    have no `trajectories`.

    >>> [shard] = rollouts("pyrat", episodes=3, policy=["greedy", "random"], preset="tiny")
    >>> shard.returns.shape, shard.terminated.tolist()
    ((3, 2), [True, True, True])
    """
    asked = ask(
        game, episodes, steps, policy, seed, seats, opponents, observations, options, max_steps, trajectories, shard, merged(settings, more)
    )
    return until_enough(asked, (play_shard(asked, first) for first in starts(asked)))


def ask(
    game: str,
    episodes: int | None,
    steps: int | None,
    policy: str | Sequence[str] | Policy,
    seed: int,
    seats: int | str | Sequence[int | str] | None,
    opponents: str | Sequence[str] | Mapping[str, Any] | None,
    observations: str | Sequence[str] | None,
    options: Mapping[str, Any] | None,
    max_steps: int | None,
    trajectories: bool,
    shard: int,
    settings: Mapping[str, Any],
) -> Asked:
    """Checks what rollouts are to be played, before any is."""
    if (episodes is None) == (steps is None):
        raise invalid("episodes", episodes, "a number, and steps None, or the other way round")
    chosen: str | tuple[str, ...] | Policy
    if callable(policy):
        chosen = policy
    elif isinstance(policy, str) and policy == "random":
        chosen = policy
    else:
        chosen = tuple(check_names("policy", policy))
        if opponents is not None:
            raise invalid("opponents", opponents, "None where bots are the policy, which play all seats")
    asked = Asked(
        check_game(game),
        dict(settings),
        chosen,
        check_seed(seed),
        MOST if episodes is None else check_count("episodes", episodes),
        None if steps is None else check_count("steps", steps),
        {"seats": seats, "opponents": opponents, "observations": observations, "options": options, "max_steps": max_steps},
        check_flag("trajectories", trajectories),
        check_count("shard", shard),
    )
    asked.make(asked.seed)
    if isinstance(chosen, tuple):
        _series(asked)
    return asked


def starts(asked: Asked) -> range:
    """The first episode of each shard."""
    return range(0, asked.episodes, asked.shard)


def until_enough(asked: Asked, shards: Generator[Shard, None, None]) -> Generator[Shard, None, None]:
    """Passes shards on, and ends with the episode that reaches the steps that were asked for."""
    taken = 0
    with closing(shards):
        for shard in shards:
            reached = np.flatnonzero(taken + np.cumsum(shard.lengths) >= (asked.steps or np.inf))
            if len(reached):
                yield shard.cut(int(reached[0]) + 1)
                return
            taken += int(shard.lengths.sum())
            yield shard


def play_shard(asked: Asked, first: int) -> Shard:
    """Plays the shard that begins with this episode."""
    numbers = range(first, min(first + asked.shard, asked.episodes))
    return _played_by_bots(asked, numbers) if isinstance(asked.policy, tuple) else _played(asked, numbers)


def _played(asked: Asked, numbers: range) -> Shard:
    policy = _random if isinstance(asked.policy, str) else asked.policy
    assert not isinstance(policy, tuple)
    table = asked.make(asked.seed)
    episodes = []
    for number in numbers:
        seed = (asked.seed + number) % 2**64
        generator = np.random.default_rng(seed)
        table.reset(seed)
        record = _Record(table, table.learned) if asked.trajectories else None
        total = np.zeros(len(table.learned))
        while not (table.terminated or table.truncated):
            actions = [_choice(policy, table, seat, generator) if table.asked(seat) else 0 for seat in table.learned]
            table.step(actions)
            total += table.rewards
            if record is not None:
                record.add(actions, table.rewards)
        episodes.append((table.seed, total, table.steps, table.terminated, table.hash, record))
    return _shard(numbers[0], episodes)


def _choice(policy: Policy, table: Table, seat: int, generator: np.random.Generator) -> int:
    chosen = policy(table.observe(seat) if policy is not _random else {}, table.mask(seat), generator)
    try:
        number = int(chosen)
    except (TypeError, ValueError):
        number = -1
    if not 0 <= number < table.num_actions:
        raise invalid("policy", chosen, f"a function that returns a number in 0..={table.num_actions - 1}")
    return number


def _random(observations: dict[str, NDArray[Any]], mask: NDArray[np.int8], generator: np.random.Generator) -> int:
    allowed = np.flatnonzero(mask)
    return int(allowed[generator.integers(len(allowed))])


def _series(asked: Asked) -> Series:
    assert isinstance(asked.policy, tuple)
    return Series(asked.game, document(asked.settings), list(asked.policy), asked.seed, False, asked.episodes)


def _played_by_bots(asked: Asked, numbers: range) -> Shard:
    """Bots play natively; where every step is wanted, a table plays their actions again."""
    options = document(asked.table["options"] or {}, "options")
    most = asked.table["max_steps"]
    natively = _series(asked).episodes(numbers[0], numbers[-1] + 1, options, most, asked.trajectories)
    learned = Table(asked.game, **asked.table, **asked.settings).learned
    table = asked.make(asked.seed)
    episodes = []
    for number, (seed, returns, steps, over, hash, actions) in zip(numbers, natively, strict=True):
        record = None
        if asked.trajectories:
            table.reset((asked.seed + number) % 2**64)
            record = _Record(table, learned)
            for row in actions:
                table.step({seat: action for seat, action in enumerate(row) if action >= 0})
                record.add([max(row[seat], 0) for seat in learned], [table.rewards[seat] for seat in learned])
            if table.hash != hash:
                raise invalid("trajectories", True, "False for these bots, who make choices that have no number")
        episodes.append((seed, np.array([returns[seat] for seat in learned]), steps, over, hash, record))
    return _shard(numbers[0], episodes)


class _Record:
    """The steps of an episode while it is played."""

    def __init__(self, table: Table, seats: list[int]) -> None:
        self.table = table
        self.seats = seats
        self.seen: list[list[dict[str, NDArray[Any]]]] = []
        self.masks: list[list[NDArray[np.int8]]] = []
        self.actions: list[list[int]] = []
        self.rewards: list[list[float]] = []
        self._look()

    def _look(self) -> None:
        self.seen.append([self.table.observe(seat) for seat in self.seats])
        self.masks.append([self.table.mask(seat) for seat in self.seats])

    def add(self, actions: list[int], rewards: list[float]) -> None:
        self.actions.append(actions)
        self.rewards.append(rewards)
        self._look()

    def trajectory(self) -> Trajectory:
        shape = (len(self.actions), len(self.seats))
        names = list(self.seen[0][0]) if self.seats else []
        return Trajectory(
            {name: np.array([[seen[name] for seen in step] for step in self.seen]) for name in names},
            np.array(self.masks),
            np.array(self.actions, dtype=np.int32).reshape(shape),
            np.array(self.rewards, dtype=np.float32).reshape(shape),
        )


Episode = tuple[int, NDArray[np.float64], int, bool, str, _Record | None]


def _shard(first: int, episodes: list[Episode]) -> Shard:
    seeds, returns, lengths, terminated, hashes, records = zip(*episodes, strict=True)
    return Shard(
        first,
        np.array(seeds, dtype=np.uint64),
        np.array(returns),
        np.array(lengths, dtype=np.int64),
        np.array(terminated, dtype=np.bool_),
        list(hashes),
        [record.trajectory() for record in records] if records[0] is not None else None,
    )
