"""One match, stepped by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ._checks import check_flag, check_game, check_seat, check_seed, document, invalid, is_small
from ._gridhaunt import Invalid, Match


class Game:
    """One match, stepped by hand.

    `phase` lists the seats that choose now, `legal(seat)` their legal actions, and `step(choices)` plays a step. A seat
    may know only its `view(seat)`; `state` contains everything.
    """

    def __init__(self, match: Match, name: str, seed: int) -> None:
        self._match = match
        self.name = name
        self.seed = seed

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._match.seats

    @property
    def phase(self) -> list[int]:
        """The seats that choose now; empty when the game is over."""
        return list(self._match.phase)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._match.over

    @property
    def steps(self) -> int:
        """How many steps have been played."""
        return self._match.steps

    @property
    def hash(self) -> str:
        """The state hash, equal on every machine for equal states."""
        return self._match.hash

    @property
    def state(self) -> dict[str, Any]:
        """The whole state, everything hidden included."""
        state: dict[str, Any] = json.loads(self._match.state())
        return state

    @property
    def events(self) -> list[dict[str, Any]]:
        """What happened in the last step."""
        events: list[dict[str, Any]] = json.loads(self._match.events())
        return events

    @property
    def outcome(self) -> dict[str, Any] | None:
        """Reason, winner, and score and rank of every seat; None while the game goes on."""
        outcome: dict[str, Any] | None = json.loads(self._match.outcome())
        return outcome

    @property
    def winner_side(self) -> str | None:
        """The side that won, even if no single seat did; None in a draw and while the game goes on."""
        return self._match.winner_side

    @property
    def results(self) -> list[float] | None:
        """What the result is worth to each seat: 1.0 if it won, 0.0 if others did, 0.5 in a draw; None while the game
        goes on."""
        return self._match.results()

    @property
    def why(self) -> str | None:
        """Who won and why, in a sentence; None while the game goes on."""
        return self._match.why

    @property
    def pace(self) -> float:
        """How many pictures a second a film of the game has by default."""
        return self._match.pace

    def seat_name(self, seat: int) -> str:
        """The name of the seat in events, pictures and results."""
        return self._match.seat_name(check_seat(seat))

    def legal(self, seat: int) -> list[Any]:
        """The actions the seat may choose now."""
        actions: list[Any] = json.loads(self._match.legal(check_seat(seat)))
        return actions

    def start(self, seat: int) -> dict[str, Any]:
        """The information that the seat gets once, before its first choice."""
        told: dict[str, Any] = json.loads(self._match.start(check_seat(seat)))
        return told

    def view(self, seat: int) -> dict[str, Any]:
        """Everything that the seat may know now."""
        view: dict[str, Any] = json.loads(self._match.view(check_seat(seat)))
        return view

    def step(self, choices: Mapping[int, Any] | Iterable[tuple[int, Any]] = ()) -> None:
        """Plays one step. `choices` is `{seat: action}`, or pairs in order of arrival if the order matters."""
        pairs = choices.items() if isinstance(choices, Mapping) else choices
        try:
            played = [(check_seat(seat), action if is_small(action) else document(action, "action")) for seat, action in pairs]
        except Invalid:
            raise
        except (TypeError, ValueError):
            raise invalid("choices", choices, "{seat: action}, or pairs of a seat and an action") from None
        self._match.step(played)

    def render(self, color: bool = False, seat: int | None = None) -> str:
        """The board as text; with a `seat`, what it sees is marked."""
        return self._match.render(check_flag("color", color), None if seat is None else check_seat(seat))

    def drawing(self, seat: int | None = None) -> str:
        """The board in the game's own plain notation; with a `seat`, as that seat knows it."""
        return self._match.drawing(None if seat is None else check_seat(seat))

    def svg(self, cell: int = 32, dark: bool = False, seat: int | None = None) -> str:
        """The board as an SVG picture, `cell` pixels a cell; with a `seat`, what it sees is marked."""
        if not is_small(cell) or not 8 <= cell <= 256:
            raise invalid("cell", cell, "in 8..=256")
        return self._match.svg(cell, check_flag("dark", dark), None if seat is None else check_seat(seat))

    def _repr_svg_(self) -> str:
        return self.svg(cell=20)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"image/svg+xml": self._repr_svg_(), "text/plain": self.render()}

    def fork(self) -> Game:
        """An independent copy of the game."""
        return Game(self._match.fork(), self.name, self.seed)

    def __copy__(self) -> Game:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        # A match is pickled as what it was made from and all choices since, so that it goes on exactly as it would have.
        return _restore, (self.name, self.seed, self._match.save())

    def __repr__(self) -> str:
        return f"<gridhaunt.Game {self.name} seed {self.seed}, step {self.steps}{', over' if self.over else ''}>"


def _restore(name: str, seed: int, saved: tuple[str, str, int, str | None, bytes]) -> Game:
    return Game(Match.restore(*saved), name, seed)


def make(game: str, *, seed: int = 0, state: Mapping[str, Any] | None = None, **settings: Any) -> Game:
    """Starts one match of a game, from its first state or from a given one. Settings are keywords.

    >>> make("pyrat", preset="tiny", max_turns=50).phase
    [0, 1]
    """
    game = check_game(game)
    seed = check_seed(seed)
    given = None if state is None else document(state, "state")
    return Game(Match(game, document(settings), seed, given), game, seed)
