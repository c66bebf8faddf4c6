"""Experiments and very many matches on all cores of one machine; `gridhaunt.ray` spreads the same over a cluster."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ._checks import check_flag, check_game, check_names, check_path, check_seed, document, integer, invalid, sound
from ._gridhaunt import Plan, Run, Series
from ._progress import Progress
from ._ranges import ranges_here

Recipe = str | os.PathLike[str] | Mapping[str, Any]
"""An experiment that a game ships, a game, a file that ends in `.toml`, or what would be in such a file."""

Bots = str | Sequence[str] | Mapping[str, str] | None
"""Bots in seat order, or by role or side; seats without one have the default bot of their role."""

Spread = Callable[[int, int], Generator[bytes, None, None]]
"""Plays a range of matches somewhere, and gives their lines piece by piece in order."""


@dataclass(frozen=True)
class Experiment:
    """The result of an experiment."""

    record: dict[str, Any]
    """The document that `gridhaunt experiment --json` writes."""
    csv: str
    """The table that `gridhaunt experiment --csv` writes."""
    shown: list[str]
    """The measures that were asked for, or else those the game finds telling."""
    ledger: Path | None
    """The file with a line for every match."""

    @property
    def complete(self) -> bool:
        """Whether all seeds were played."""
        return bool(self.record["complete"])

    def rows(self) -> list[dict[str, Any]]:
        """One plain record for every number: those of the arms, then the differences."""
        rows = []
        for arm in self.record["arms"]:
            rows += [{"kind": "arm", "arm": arm["arm"], "minus": None, **arm["varied"], **_number(value)} for value in arm["values"]]
        for pair in self.record["differences"]:
            rows += [{"kind": "difference", "arm": pair["arm"], "minus": pair["minus"], **_number(value)} for value in pair["values"]]
        return rows

    def frame(self) -> Any:
        """The rows as a pandas data frame."""
        return _pandas().DataFrame(self.rows())

    def __repr__(self) -> str:
        return f"<gridhaunt.Experiment {self.record['experiment']}, {len(self.record['arms'])} arms, {self.record['n']} seeds>"


class Matches(dict[str, Any]):
    """The result of very many matches of one line-up: a plain record as `gridhaunt play -n` prints it."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A record for each seat that took part, or for each bot if they rotate."""
        return list(self["seats"])

    def frame(self) -> Any:
        """The rows as a pandas data frame; bounds are columns such as `score.low`."""
        return _pandas().json_normalize(self.rows)


class Stopped(KeyboardInterrupt):
    """Ctrl-C in long work: `result` is what there was so far."""

    def __init__(self, words: str, result: Experiment | Matches) -> None:
        super().__init__(words)
        self.result = result


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
    settings: Mapping[str, Any] | None = None,
    **more: Any,
) -> Experiment:
    """Plays the same seeds under several rules or bots on all cores, as the command `gridhaunt experiment` does.

    `recipe` is an experiment that a game ships (`"tag-sight"`), a game, a file that ends in `.toml`, or a mapping with the
    same keys. The other arguments and settings go over it, like the flags of the command. `ledger` is the file of the
    matches, byte by byte that of the command: who stops and calls again goes on from it, unless `fresh`. `progress` shows
    a bar on standard error, by default where that is a terminal. Settings of the game are keywords, or a mapping
    `settings` where a keyword has another meaning.

    >>> result = experiment("pyrat", vary={"mud_density": [0, 0.5]}, games=20, preset="tiny")
    >>> [arm["arm"] for arm in result.record["arms"]]
    ['mud_density=0', 'mud_density=0.5']
    """
    plan = Plan(describe(recipe, games, seed, bots, vary, measures, merged(settings, more)))
    return join(plan, partial(ranges_here, plan), ledger, fresh, progress)


def matches(
    game: str,
    line_up: Bots = None,
    *,
    n: int = 100,
    seed: int = 1,
    rotate: bool = False,
    progress: bool | None = None,
    settings: Mapping[str, Any] | None = None,
    **more: Any,
) -> Matches:
    """Plays `n` matches of built-in bots on all cores, as the command `gridhaunt play -n` does: match `i` has seed `seed + i`.

    `line_up` are bots in seat order, or a mapping by role or side. With `rotate` they move by one seat from match to match.

    >>> matches("pyrat", ["greedy", "random"], n=20, preset="tiny")["games"]
    20
    """
    series = make_series(line_up_of(game, line_up, n, seed, rotate, merged(settings, more)))
    return total(series, n, partial(ranges_here, series), progress)


def describe(
    recipe: Recipe,
    games: int | None,
    seed: int | None,
    bots: str | Sequence[str] | None,
    vary: Mapping[str, Any] | None,
    measures: str | Sequence[str] | None,
    settings: Mapping[str, Any],
) -> str:
    """The whole description of an experiment as one text, which any machine can play by."""
    spec: dict[str, Any] = {"settings": settings}
    if isinstance(recipe, Mapping):
        name = recipe.get("name", recipe.get("game", ""))
        spec |= {"name": name if isinstance(name, str) else "", "document": recipe}
        if isinstance(recipe.get("vary"), Mapping):
            spec["order"] = [str(field) for field in recipe["vary"]]
    elif isinstance(recipe, os.PathLike) or isinstance(recipe, str) and recipe.lower().endswith(".toml"):
        path = Path(check_path(recipe, "recipe", "a path"))
        try:
            spec |= {"name": path.stem, "text": path.read_text(encoding="utf-8-sig")}
        except UnicodeDecodeError:
            raise invalid("recipe", str(path), "a file of text in UTF-8") from None
    elif isinstance(recipe, str):
        spec["name"] = sound(recipe)
    else:
        raise invalid("recipe", recipe, "the name of an experiment or a game, a path, or a mapping")
    if games is not None:
        number = integer(games)
        spec["games"] = repr(games) if number is None else number
    if seed is not None:
        spec["seed"] = check_seed(seed)
    if bots is not None:
        spec["bots"] = check_names("bots", bots)
    if measures is not None:
        spec["measures"] = check_names("measures", measures)
    if vary is not None:
        if not isinstance(vary, Mapping):
            raise invalid("vary", vary, "a mapping of fields to their values")
        spec["vary"] = [[str(field), list(values) if isinstance(values, range) else values] for field, values in vary.items()]
    return document(spec, "recipe")


def merged(settings: Any, more: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a mapping and of keywords together."""
    if settings is not None and not isinstance(settings, Mapping):
        raise invalid("settings", settings, "a mapping of settings")
    return {**(settings or {}), **more}


def join(
    plan: Plan,
    spread: Spread,
    ledger: str | os.PathLike[str] | None,
    fresh: bool,
    progress: bool | None,
) -> Experiment:
    """Plays what is missing of an experiment by `spread`, and joins it."""
    path = None if ledger is None else check_path(ledger, "ledger", "a path")
    run = plan.run(path, check_flag("fresh", fresh))
    try:
        if run.damaged:
            _warn(f"{path}: {len(run.damaged)} lines were damaged, the first is {run.damaged[0]}; their seeds are played again")
        bar = Progress(plan.matches, "games", shown=progress, done=run.done)
        try:
            with closing(spread(run.done, plan.matches)) as ranges:
                for lines in ranges:
                    run.take(lines)
                    bar(run.done)
        except KeyboardInterrupt:
            arms = len(plan.arms)
            words = f"stopped after {run.done // arms} of {plan.games} seeds"
            raise Stopped(words + ("; the same call goes on" if path else ""), _experiment(run, path)) from None
        finally:
            bar.close()
        if run.lost:
            _warn(f"{run.lost}; the matches are not on file")
        return _experiment(run, path)
    finally:
        run.close()


def _experiment(run: Run, path: str | None) -> Experiment:
    kept = Path(path) if path is not None and run.lost is None else None
    return Experiment(json.loads(run.document()), run.csv(), run.shown, kept)


LineUp = tuple[str, str, tuple[str, ...], int, bool, int]
"""Game, settings as JSON, bots, first seed, whether they rotate, and how many matches."""


def line_up_of(game: str, line_up: Bots, n: int, seed: int, rotate: bool, settings: Mapping[str, Any]) -> LineUp:
    """Checks what is to be played."""
    if isinstance(line_up, Mapping):
        line_up = [f"{role}={bot}" for role, bot in line_up.items()]
    bots = tuple(check_names("line_up", line_up or ()))
    return check_game(game), document(settings), bots, check_seed(seed), check_flag("rotate", rotate), check_count("n", n)


def make_series(arguments: LineUp) -> Series:
    """The matches of a line-up."""
    game, settings, bots, seed, rotate, n = arguments
    return Series(game, settings, list(bots), seed, rotate, n)


def total(series: Series, n: int, spread: Spread, progress: bool | None) -> Matches:
    """Plays all matches by `spread`, and adds them up in order."""
    bar = Progress(n, "games", shown=progress)
    try:
        with closing(spread(0, n)) as ranges:
            for lines in ranges:
                series.take(lines)
                bar(series.done)
    except KeyboardInterrupt:
        raise Stopped(f"stopped after {series.done} of {n} games", _matches(series)) from None
    finally:
        bar.close()
    return _matches(series)


def _matches(series: Series) -> Matches:
    *seats, whole = [json.loads(line) for line in series.lines()]
    return Matches(whole, seats=seats)


def check_count(field: str, value: Any) -> int:
    """Checks that a value is a number of at least 1 that a run of matches can have."""
    number = integer(value)
    if number is None or not 1 <= number <= MOST:
        raise invalid(field, value, f"a number in 1..={MOST}")
    return number


MOST = 1_000_000_000_000
"""The most matches of one call."""


def _number(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value.get(key) for key in ("measure", "n", "value", "low", "high", "verdict")}


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("a frame needs pandas: pip install gridhaunt[pandas]") from error
    return pandas


def _warn(words: str) -> None:
    warnings.warn(words, RuntimeWarning, stacklevel=4)
