"""Whole matches between bots of all kinds, very many of them, duels, tournaments and ratings.

    >>> import gridhaunt
    >>> gridhaunt.play("pyrat", ["greedy", "random"], seed=7, preset="tiny").why
    'python · greedy wins: 7 of 13 points are more than half.'
    >>> report = gridhaunt.matches("pyrat", ["greedy", "random"], n=20, preset="tiny")
    >>> report["games"], report.rows[0]["bot"], report.rows[0]["win_rate"]["value"] > 0.5
    (20, 'greedy', True)

A bot is a name of the registry (`greedy`, `greedy:ties=first`), the path of a program, or a `gridhaunt.Bot`.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from ._checks import (
    check_flag,
    check_game,
    check_names,
    check_natural,
    check_path,
    check_seed,
    document,
    integer,
    invalid,
    sound,
)
from ._gridhaunt import Record, hold_event
from ._gridhaunt import matches as _matches
from ._gridhaunt import play as _play
from ._gridhaunt import rate as _rate
from ._seated import Guest, words_of
from .bot import AnyBot
from .replays import Replay

if TYPE_CHECKING:
    import pandas

__all__ = ["AnyBot", "LineUp", "Played", "Report", "duel", "matches", "play", "rate", "tournament"]

LineUp: TypeAlias = Sequence[AnyBot] | Mapping[Any, AnyBot] | None
"""Bots in the order of seats, or by role, side or number of seat; seats without one have the default bot of their role."""


@dataclass(frozen=True)
class Played:
    """What came of one match."""

    game: str
    seed: int
    players: list[str]
    """Who played, by seat."""
    steps: int
    outcome: dict[str, Any] | None
    """Reason, winner, and score and rank of every seat; None if the match does not count."""
    winner_side: str | None
    """The side that won, even if no single seat did."""
    why: str | None
    """Who won and why, in a sentence."""
    faults: list[int]
    """How often each seat made no choice that could be played."""
    told: list[str]
    """The faults, a line each."""
    replay: Replay
    """The record: `replay.text` is its text, and a notebook shows it as a page."""
    transcripts: dict[int, str] = field(repr=False)
    """What went both ways between the host and each program, by seat."""

    @property
    def winner(self) -> int | None:
        """The seat that won, if one alone did."""
        return None if self.outcome is None else self.outcome["winner"]

    @property
    def ranks(self) -> list[int]:
        """The rank of every seat, from 1."""
        return [] if self.outcome is None else [seat["rank"] for seat in self.outcome["seats"]]

    @property
    def scores(self) -> list[float]:
        """The score of every seat."""
        return [] if self.outcome is None else [seat["score"] for seat in self.outcome["seats"]]


class Report(dict[str, Any]):
    """A report as a plain record: a dictionary as JSON has it, whose most important list is `rows`."""

    def __init__(self, report: Mapping[str, Any], rows: str | None) -> None:
        super().__init__(report)
        self._rows = rows

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A record for every seat, entrant or duel."""
        return [dict(self)] if self._rows is None else list(self[self._rows])

    def frame(self) -> pandas.DataFrame:
        """The rows as a frame of pandas, with `score.value`, `score.low` and so on as columns of their own."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("Report.frame needs pandas: pip install gridhaunt[pandas]") from error
        return pandas.json_normalize(self.rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return Report, (dict(self), self._rows)


def play(
    game: str,
    line_up: LineUp = None,
    *,
    seed: int | None = None,
    out: str | os.PathLike[str] | None = None,
    terms: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    **more: Any,
) -> Played:
    """Plays one match.

    `line_up` is a bot for each seat, in order, or a mapping by role, side or number of seat. Without a `seed` one is
    drawn. `out` is a path for the replay (`.jsonl` or `.jsonl.zst`). `terms` are those of programs: `clock`, `faults`,
    `strikes`, `sandbox`, `serial`, `ponder`, `arrival`, `build_network`, `as_root`. Settings of the game are keywords, or
    a mapping `settings` where a keyword has another meaning.

    An exception in a `Bot` ends the match and is raised, with a note that names the seat. A choice that is not allowed
    is a fault: the game's default action is played, and `faults` counts it.
    """
    words, guests = _line_up(line_up)
    name, chosen = check_game(game), secrets.randbelow(1_000_000_000) if seed is None else check_seed(seed)
    path = None if out is None else check_path(out, "out", "a path that ends in .jsonl or .jsonl.zst")
    if path is not None and not path.endswith((".jsonl", ".jsonl.zst")):
        raise invalid("out", path, "a path that ends in .jsonl or .jsonl.zst")
    report, record, told, transcripts = _play(name, _settings(settings, more), chosen, words, guests, document(terms, "terms"), path)
    came = json.loads(report)
    return Played(
        game=name,
        seed=chosen,
        players=came["seats"],
        steps=came["steps"],
        outcome=came["outcome"],
        winner_side=came["winner_side"],
        why=came["why"],
        faults=came["faults"],
        told=told,
        replay=Replay(Record(None, record, 1)),
        transcripts=dict(transcripts),
    )


def matches(
    game: str,
    line_up: LineUp = None,
    *,
    n: int = 100,
    seed: int = 1,
    rotate: bool = False,
    terms: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    **more: Any,
) -> Report:
    """Plays `n` matches with the seeds `seed`, `seed` + 1 and so on, on all cores; what `gridhaunt play -n` does.

    With `rotate` the bots move by one seat from match to match, and results are by bot. The report has a row for each
    seat, with its mean score, win rate and 95 % intervals. Matches of a `Bot` are played one after the other, and a
    class makes a new bot for each. Ghost Grid's setting `n` is given as `settings={"n": 20}`.
    """
    words, guests = _line_up(line_up)
    count = check_natural("n", n)
    if count < 1:
        raise invalid("n", n, "at least 1")
    report = _matches(
        check_game(game),
        _settings(settings, more),
        check_seed(seed),
        count,
        check_flag("rotate", rotate),
        words,
        guests,
        document(terms, "terms"),
    )
    return Report(json.loads(report), "seats")


def _pair(field: str, value: Any) -> list[float]:
    """Checks that a value is two numbers; the engine checks which."""
    if not isinstance(value, Sequence) or len(value) != 2 or not all(isinstance(each, (int, float)) for each in value):
        raise invalid(field, value, "two numbers")
    return list(value)


def duel(
    game: str,
    a: str | os.PathLike[str],
    b: str | os.PathLike[str],
    *,
    store: str | os.PathLike[str] | None = None,
    sprt: tuple[float, float] | None = None,
    fixed: int | None = None,
    games: int | None = None,
    with_: Sequence[str | os.PathLike[str]] = (),
    as_root: bool = False,
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    **more: Any,
) -> Report:
    """Whether `a` is better than `b`, by a sequential test; what `gridhaunt duel` does.

    `sprt` are the Elo of both hypotheses (0 and 40), `fixed` plays exactly so many blocks instead, `games` is the most
    matches, `with_` are others at the table. `options` are the other keys of an event, such as `alpha`, `beta`, `model`,
    `side`, `clock`, `sandbox`, `concurrency` and `seed`. `store` is a file or an address where all is kept; by default
    nothing is. The report has `verdict` (`better`, `not better`, `undecided`, `measured`), `says`, `elo`, `los`, `llr`,
    `wins`, `draws` and `losses`.
    """
    spec: dict[str, Any] = {"kind": "duel", "entrants": _programs("a", [a]) + _programs("b", [b])}
    if fixed is None:
        spec |= {"sprt": [0, 40] if sprt is None else _pair("sprt", sprt), "alpha": 0.05, "beta": 0.05, "model": "normalized"}
    elif sprt is not None:
        raise invalid("fixed", fixed, "None where there is a test")
    else:
        spec["fixed"] = fixed
    if games is not None:
        spec["games"] = games
    if with_:
        spec["with"] = _programs("with_", with_)
    return Report(_event(game, spec, options, _merged(settings, more), store, as_root), None)


def tournament(
    game: str,
    entrants: Sequence[str | os.PathLike[str]],
    *,
    kind: str = "round-robin",
    blocks: int | None = None,
    rounds: int | None = None,
    store: str | os.PathLike[str] | None = None,
    as_root: bool = False,
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    **more: Any,
) -> Report:
    """Ranks many bots; what `gridhaunt tournament run` does.

    `kind` is `round-robin`, `gauntlet` (the first against all others), `swiss` or `bracket`; `blocks` are those of a
    pairing. `options` are the other keys of an event file, such as `maps`, `clock`, `sandbox`, `best_of` and `seed`.
    `store` is a file or an address where all is kept; by default nothing is. The report is the document of
    `gridhaunt tournament results --format json`, and its rows are the standings.
    """
    if kind in ("duel", "ladder"):
        raise invalid("kind", kind, "one of round-robin, gauntlet, swiss, bracket")
    spec: dict[str, Any] = {"kind": kind, "entrants": _programs("entrants", entrants)}
    spec |= {key: value for key, value in {"blocks": blocks, "rounds": rounds}.items() if value is not None}
    return Report(_event(game, spec, options, _merged(settings, more), store, as_root), "standings")


def rate(
    store: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    game: str | None = None,
    model: str = "bt",
    anchor: tuple[str, float] | None = None,
    map: str | None = None,
    role: str | None = None,
    since: str | None = None,
    entrants: Sequence[str] = (),
    where: Sequence[str] = (),
    bootstrap: int = 0,
    seed: int = 0,
) -> Report:
    """Rates everybody who played in a store; what `gridhaunt rate` does.

    `store` is the file or the address of a store, or a list of files that `gridhaunt store export` wrote. `model` is
    `bt`, `weng-lin` or `nash`; `anchor` holds a bot at a rating, such as `("greedy", 1500)`; the rest chooses which
    matches count. The report has a row for each entrant, the best first.
    """
    expected = "a store, or a list of files"
    if isinstance(store, (str, os.PathLike)) or not isinstance(store, Sequence):
        place, files = check_path(store, "store", expected), []
    else:
        place, files = None, [check_path(path, "store", expected) for path in store]
    if anchor is not None and (len(anchor) != 2 or not isinstance(anchor[0], str) or not _is_number(anchor[1])):
        raise invalid("anchor", anchor, 'a bot and its rating, such as ("greedy", 1500)')
    rating = _rate(
        place,
        files,
        None if game is None else check_game(game),
        _text("map", map),
        _text("role", role),
        _text("since", since),
        check_names("entrants", entrants),
        check_names("where", where),
        _text("model", model) or "",
        None if anchor is None else (sound(anchor[0]), float(anchor[1])),
        check_natural("bootstrap", bootstrap),
        check_seed(seed),
    )
    return Report(json.loads(rating), "rows")


def _merged(settings: Any, more: Mapping[str, Any]) -> dict[str, Any]:
    if settings is not None and not isinstance(settings, Mapping):
        raise invalid("settings", settings, "a mapping of settings")
    return {**(settings or {}), **more}


def _settings(settings: Any, more: Mapping[str, Any]) -> str:
    return document(_merged(settings, more))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _text(name: str, value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise invalid(name, value, "a text")
    return None if value is None else sound(value)


def _line_up(line_up: Any) -> tuple[list[str], list[Guest]]:
    """The words of a line-up, and the bots that they number."""
    guests: list[Guest] = []
    if line_up is None:
        return [], guests
    if isinstance(line_up, Mapping):
        named = [(f"line_up[{key!r}]", f"{_seat(key)}=", bot) for key, bot in line_up.items()]
    elif isinstance(line_up, (list, tuple)):
        named = [(f"line_up[{i}]", "", bot) for i, bot in enumerate(line_up)]
    else:
        raise invalid("line_up", line_up, "a list of bots, or a mapping by role, side or seat")
    words = []
    for place, name, bot in named:
        word = words_of(bot, guests)
        if not isinstance(word, str):
            raise invalid(place, bot, "a name, a path, a gridhaunt.Bot or a class of them")
        words.append(name + word)
    return words, guests


def _seat(key: Any) -> str:
    number = integer(key)
    if number is None and not isinstance(key, str):
        raise invalid("line_up", key, "a role, a side or the number of a seat")
    return sound(key) if number is None else str(number)


def _programs(place: str, bots: Any) -> list[str]:
    """The words of entrants, who are kept and started by others: bots of this process cannot be among them."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise invalid(place, bots, "a list of names and paths")
    guests: list[Guest] = []
    words = []
    for i, bot in enumerate(bots):
        word = words_of(bot, guests)
        if guests or not isinstance(word, str):
            where = place if place in ("a", "b") else f"{place}[{i}]"
            raise invalid(where, bot, "a name or the path of a program, which `gridhaunt.bot.run` makes of a class")
        words.append(word)
    return words


def _event(
    game: str,
    spec: dict[str, Any],
    options: Mapping[str, Any] | None,
    settings: Mapping[str, Any],
    store: Any,
    as_root: bool,
) -> dict[str, Any]:
    if options is not None and not isinstance(options, Mapping):
        raise invalid("options", options, "a mapping of the keys of an event")
    whole = {"game": check_game(game), "settings": settings, **spec, **(options or {})}
    path = None if store is None else check_path(store, "store", "a file or an address")
    held: dict[str, Any] = json.loads(hold_event(document(whole), path, check_flag("as_root", as_root)))
    return held
