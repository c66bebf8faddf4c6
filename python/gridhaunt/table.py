"""One environment: a match as a learner plays it, with opponents on the seats that are not learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import signature
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._checks import arguments_too, check_flag, check_game, check_names, check_seat, check_seed, document, optional_natural
from ._gridhaunt import Table as Native
from ._seated import Guest, words_of
from .bot import AnyBot
from .game import Game

Encoding = tuple[str, str, list[int], str]
"""Name, type (`uint8`, `int16` or `float32`), shape and meaning of an array."""

AnyOpponents: TypeAlias = AnyBot | Sequence[AnyBot] | Mapping[Any, Any] | None
"""A bot, a mixture of bots, or a mapping by role or side."""


class Table:
    """A match in numbers: numbered actions in, arrays, masks and rewards out.

    `seats` are the learned seats (all by default): numbers, names, roles or sides. `opponents` play the others: the
    default bot of each role, a bot for all, a mixture that is drawn each episode, or a mapping of these by role or side.
    A bot is a name of the registry, the path of a program, or a `gridhaunt.Bot`; `terms` are those of programs, as in
    `gridhaunt.play`. `observations` are the names of the arrays (by default the first of the game), `options` their options. With
    `until_asked` a step goes on until a learned seat is asked. `max_steps` truncates. Settings of the game are keywords.

    Equal arguments, seeds and actions give equal games. A step after the end changes nothing.

    >>> table = Table("pyrat", seed=3, seats=["python"], opponents="greedy", preset="tiny")
    >>> table.agents, table.num_actions
    (['python_1'], 5)
    >>> table.step([1])
    >>> table.steps, table.rewards, table.terminated
    (1, [0.0], False)
    """

    def __init__(
        self,
        game: str,
        *,
        seed: int = 0,
        worlds: int | None = None,
        seats: int | str | Sequence[int | str] | None = None,
        opponents: AnyOpponents = None,
        observations: str | Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        until_asked: bool = False,
        max_steps: int | None = None,
        terms: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        guests: list[Guest] = []
        self._arguments = (
            check_game(game),
            document(settings),
            check_seed(seed),
            optional_natural("worlds", worlds),
            document(seats, "seats"),
            document(words_of(opponents, guests), "opponents"),
            None if observations is None else check_names("observations", observations),
            document({} if options is None else options, "options"),
            check_flag("until_asked", until_asked),
            optional_natural("max_steps", max_steps),
            guests,
            document(terms, "terms"),
        )
        with arguments_too(settings, signature(Table).parameters):
            self._take(Native(*self._arguments))

    def _take(self, native: Native) -> None:
        self._native = native
        self.name: str = self._arguments[0]
        self.learned: list[int] = native.learned
        """The learned seats, ascending."""
        self.agents: list[str] = native.agents
        """The names of their agents: role and number."""
        self.seats: int = native.seats
        """How many seats the game has."""
        self.num_actions: int = native.num_actions
        """How many numbered actions a seat has."""
        self.encodings: list[Encoding] = native.encodings
        """The arrays that are observed: name, type, shape and meaning."""
        self.sides: dict[str, str] = dict(zip(native.agents, native.sides, strict=True))
        """The side of each agent."""

    def reset(self, seed: int | None = None) -> None:
        """Starts the next episode; with a `seed`, the first episode of that seed."""
        self._native.reset(None if seed is None else check_seed(seed))

    def step(self, actions: Sequence[int] | NDArray[Any] | Mapping[int, int]) -> None:
        """Plays a step with a numbered action for each learned seat, or with a mapping of some of them by seat.

        The number of an action that is not allowed now is what the game makes of it, never an error.
        """
        self._native.step(actions)

    @property
    def terminated(self) -> bool:
        """Whether the game is over by its rules."""
        return self._native.terminated

    @property
    def truncated(self) -> bool:
        """Whether the episode was ended by `max_steps`."""
        return self._native.truncated

    @property
    def steps(self) -> int:
        """How many times `step` was called in this episode."""
        return self._native.steps

    @property
    def rewards(self) -> list[float]:
        """The rewards of the last step, by learned seat."""
        return self._native.rewards

    @property
    def faults(self) -> list[str]:
        """What programs and bots of this process did wrong in this episode, a line each: their seats played the game's
        default action."""
        return self._native.faults

    @property
    def hash(self) -> str:
        """The state hash of the game."""
        return self._native.hash

    @property
    def seed(self) -> int:
        """The seed of the match that is played: `gridhaunt.make` with it gives the same first state."""
        return self._native.seed

    def observe(self, seat: int) -> dict[str, NDArray[Any]]:
        """The arrays of a seat, as new arrays by name."""
        return self._native.observe(check_seat(seat))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for every action that the seat should consider, never all 0: a seat that is not asked has only action 0,
        which does nothing."""
        return self._native.mask(check_seat(seat))

    def asked(self, seat: int) -> bool:
        """Whether the seat chooses now."""
        return self._native.asked(check_seat(seat))

    def lasts(self, seat: int) -> bool:
        """Whether the seat's own episode goes on."""
        return self._native.lasts(check_seat(seat))

    def took_part(self, seat: int) -> bool:
        """Whether the seat has been in play so far."""
        return self._native.took_part(check_seat(seat))

    @property
    def game(self) -> Game:
        """The match as it stands, as a copy: for pictures, views and states."""
        return Game(self._native.game(), self.name, self._native.seed)

    def state_array(self) -> NDArray[np.float32]:
        """The observed arrays of all seats, also of those that opponents play, one after another."""
        return self._native.state_array()

    def fork(self) -> Table:
        """An independent copy. Opponents are made anew and see the episode again, so it takes its time with long ones."""
        copy = Table.__new__(Table)
        copy._arguments = self._arguments
        copy._take(self._native.fork())
        return copy

    def __copy__(self) -> Table:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.fork()

    def __getstate__(self) -> tuple[Any, ...]:
        return self._arguments, self._native.save()

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._arguments, saved = state
        native = Native(*self._arguments)
        native.load(saved)
        self._take(native)

    def __repr__(self) -> str:
        return f"<gridhaunt.Table {self.name}, {', '.join(self.agents)}, step {self.steps}>"
