"""A match as a search goes through it: copies that cost little, and what every seat remembers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._checks import invalid
from ._gridhaunt import Match, Table
from ._words import Words
from .table import Encoding

TRIALS, LONG_ENOUGH, LONGEST_TRIAL = 17, 5_000, 20_000
"""Trials tell how long a game is and whether seats choose at once: so many, or so many steps, each at most so long."""

SMALL = 65_536
"""How many numbers the memory of a seat may have as a tensor."""


NOTHING: NDArray[np.float32] = np.zeros(0, np.float32)


class Told(NamedTuple):
    """What a seat remembers."""

    steps: int
    """Up to which step."""
    past: bytes
    """A digest of what it was told before now, and of what it chose."""
    actions: tuple[int, ...]
    """Its own actions."""
    rows: tuple[tuple[NDArray[np.float32], int], ...]
    """The arrays it saw before now with the action it took then, -1 for none."""
    now: str
    """What it is told now."""
    arrays: NDArray[np.float32]
    """The arrays it sees now; empty where nobody asks for them later."""
    acts: bool
    """Whether it acts now."""

    def after(self, action: int, now: str, arrays: NDArray[np.float32], acts: bool) -> Told:
        """What it remembers a step later. What it is told again word for word is not remembered twice, unless it acted."""
        steps, past, actions, rows = self.steps + 1, self.past, self.actions, self.rows
        if self.acts:
            actions += (action,)
        if self.acts or now != self.now:
            chosen = action if self.acts else -1
            past = digest(past + f"{self.now}{chosen}".encode())
            rows += ((self.arrays, chosen),)
        return Told(steps, past, actions, rows, now, arrays, acts)


def digest(told: bytes) -> bytes:
    """A short text for a long one."""
    return blake2b(told, digest_size=16).digest()


class Rules:
    """What never changes in a game: how it begins, how long it is, and whether seats choose at once."""

    def __init__(self, key: str) -> None:
        given: dict[str, Any] = json.loads(key)
        self.key: str = key
        self.name: str = given["game"]
        self.seed: int = given["seed"]
        self.seeds: int | None = given["seeds"]
        self.pays_rewards: bool = given["returns"] == "rewards"
        settings, options = json.dumps(given["settings"]), json.dumps(given["options"])
        self._table = Table(
            self.name, settings, self.seed, None, "null", "null", given["observations"], options, False, None, [], "null"
        )
        self.seats: int = self._table.seats
        self.num_actions: int = self._table.num_actions
        self.encodings: list[Encoding] = self._table.encodings
        self.size: int = sum(int(np.prod(shape)) for _, _, shape, _ in self.encodings)
        trials = [_trial(self._table.fork(), None)]
        while len(trials) < TRIALS and sum(steps for steps, _ in trials) < LONG_ENOUGH:
            trials.append(_trial(self._table.fork(), random.Random(len(trials))))
        self.at_once: bool = max(asked for _, asked in trials) > 1
        """Whether several seats choose at once."""
        self.length: int = given["max_steps"] or 2 * max(steps for steps, _ in trials)
        """After so many decisions a game is cut off."""
        self.rows: int = self.length + 1 if (self.length + 1) * (self.size + self.num_actions) <= SMALL else 0
        """How many rows the memory of a seat has as a tensor; 0 where it would not be small."""
        self.words: Words = Words()
        self.start: Callable[[int], Table] = lru_cache(maxsize=256)(self._start)
        self.first_told: Callable[[int, int], Told] = lru_cache(maxsize=1024)(self._first_told)

    def _start(self, world: int) -> Table:
        table = self._table.fork()
        if world:
            table.reset(self.seed + world)
        return table

    def _first_told(self, world: int, seat: int) -> Told:
        match = self.start(world).game()
        return Told(0, digest(match.start(seat).encode()), (), (), *self.tells(self.start(world), match, seat))

    def arrays(self, table: Table, seat: int) -> NDArray[np.float32]:
        """The arrays of a seat, one after another."""
        shown = table.observe(seat)
        return np.concatenate([shown[name].ravel() for name, *_ in self.encodings], dtype=np.float32, casting="unsafe")

    def tells(self, table: Table, match: Match, seat: int) -> tuple[str, NDArray[np.float32], bool]:
        """What a seat is told now, the arrays that it sees, and whether it acts."""
        acts = not table.terminated and (self.at_once or table.asked(seat))
        told = f"{match.view(seat)} {np.flatnonzero(table.mask(seat)).tolist()}" if acts else match.view(seat)
        return told, self.arrays(table, seat) if self.rows else NOTHING, acts


def _trial(table: Table, draw: random.Random | None) -> tuple[int, int]:
    """Plays a game in which nobody chooses, or in which choices are drawn; returns its steps and how many were asked at once."""
    most = 0
    while not table.terminated and table.steps < LONGEST_TRIAL:
        asked = [seat for seat in range(table.seats) if table.asked(seat)]
        most = max(most, len(asked))
        table.step({seat: int(draw.choice(np.flatnonzero(table.mask(seat)))) for seat in asked} if draw else {})
    return table.steps, most


@lru_cache(maxsize=64)
def rules(key: str) -> Rules:
    """The rules that a JSON text of arguments stands for."""
    return Rules(key)


class Line:
    """One line of play: where a match stands, and how it came there."""

    _table: Table
    _shared = True

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules
        self.world: int | None = None
        """Which of the seeds is played; none until it is drawn."""
        self.asked: tuple[int, ...] = ()
        """The seats that choose now."""
        self.pending: tuple[int, ...] = ()
        """What the first of them have chosen already, where they choose one after another."""
        self.over: bool = False
        self.moves: int = 0
        self.sums: list[float] = [0.0] * rules.seats
        self._path: list[list[int]] = []
        self._told: dict[int, Told] = {}
        self._match: Match | None = None
        if rules.seeds is None:
            self.begin(0)

    def begin(self, world: int) -> None:
        """Begins the match of one of the seeds."""
        if not 0 <= world < (self.rules.seeds or 1):
            raise invalid("action", world, f"one of {self.rules.seeds} seeds")
        self.world = world
        self._table, self._shared = self.rules.start(world), True
        self._look()

    def choose(self, action: int) -> None:
        """The next of the seats that are asked chooses; with the last of them a step is played."""
        chosen = (*self.pending, action)
        if len(chosen) < len(self.asked):
            self.pending = chosen
            self.moves += 1
            self.over = self.moves >= self.rules.length
            return
        actions = [0] * self.rules.seats
        for seat, number in zip(self.asked, chosen, strict=True):
            actions[seat] = number
        self.step(actions)

    def step(self, actions: Sequence[int]) -> None:
        """Plays a step with an action for every seat."""
        if self._shared:
            self._table, self._shared = self._table.fork(), False
        self._table.step(actions)
        self._path.append(list(actions))
        self.moves += 1
        self.pending = ()
        if self.rules.pays_rewards:
            self.sums = [total + reward for total, reward in zip(self.sums, self._table.rewards, strict=True)]
        self._look()

    def _look(self) -> None:
        table = self._table
        self._match = None
        self.over = table.terminated or self.moves >= self.rules.length
        self.asked = tuple(filter(table.asked, range(self.rules.seats)))

    @property
    def match(self) -> Match:
        """The match as it stands."""
        if self._match is None:
            self._match = self._table.game()
        return self._match

    @property
    def rewards(self) -> list[float]:
        """What the last decision was worth."""
        return [0.0] * self.rules.seats if self.pending or not self._path else self._table.rewards

    def returns(self) -> list[float]:
        """The rewards so far; or at the end the share of the other seats that are worse less the share that are better."""
        if self.rules.pays_rewards:
            return self.sums
        if self.world is None or not self._table.terminated:
            return [0.0] * self.rules.seats
        ranks = [seat["rank"] for seat in json.loads(self.match.outcome())["seats"]]
        others = max(len(ranks) - 1, 1)
        return [sum((rank > own) - (rank < own) for rank in ranks) / others for own in ranks]

    def legal(self, seat: int) -> list[int]:
        """The numbers of the actions of a seat: 0 alone if it is not asked."""
        numbers: list[int] = np.flatnonzero(self._table.mask(seat)).tolist()
        return numbers

    def words(self, seat: int, action: int) -> str:
        """An action in the words of the game."""
        return str(action) if self.world is None else self.rules.words.of(self._table, seat, action)

    def arrays(self, seat: int) -> NDArray[np.float32]:
        """The arrays of a seat, one after another; zeros before the world is drawn."""
        return np.zeros(self.rules.size, np.float32) if self.world is None else self.rules.arrays(self._table, seat)

    def memory(self, seat: int) -> str:
        """What a seat remembers, as a text: own actions, a digest of the past, and the present."""
        told = self.told(seat)
        chosen = dict(zip(self.asked, self.pending, strict=False))
        actions = [*told.actions, chosen[seat]] if seat in chosen else list(told.actions)
        return f"{actions} {told.past.hex()} {told.now}"

    def told(self, seat: int) -> Told:
        """What a seat remembers, found when it is first needed: from the step before, or by playing the match again."""
        world = self.world or 0
        told = self._told.get(seat) or self.rules.first_told(world, seat)
        done, last = told.steps, len(self._path) - 1
        if done < last:
            table = self.rules.start(world).fork()
            for step, actions in enumerate(self._path[:last]):
                table.step(actions)
                if step >= done:
                    told = told.after(actions[seat], *self.rules.tells(table, table.game(), seat))
        if done <= last:
            told = told.after(self._path[last][seat], *self.rules.tells(self._table, self.match, seat))
        self._told[seat] = told
        return told

    def __str__(self) -> str:
        if self.world is None:
            return f"{self.rules.name}, no seed drawn"
        seed, name = self.rules.seed + self.world, self.rules.name
        chosen = f", chosen {list(self.pending)}" if self.pending else ""
        return f"{name}, seed {seed}, step {len(self._path)}, {self._table.hash}{chosen}\n{self.match.drawing()}"

    def fork(self) -> Line:
        """An independent copy. Both have the same match until one of them plays on."""
        copy = Line.__new__(Line)
        copy.__dict__.update(self.__dict__)
        self._shared = copy._shared = True
        copy._path, copy._told = self._path.copy(), self._told.copy()
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Line:
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.rules.key, self.world, self._path, self.pending, self.moves)


def restored(key: str, world: int | None, path: list[list[int]], pending: tuple[int, ...], moves: int) -> Line:
    """A line that was pickled, played again."""
    line = Line(rules(key))
    if world is not None:
        line.begin(world)
    for actions in path:
        line.step(actions)
    line.pending, line.moves = pending, moves
    line.over = line.over or moves >= line.rules.length
    return line
