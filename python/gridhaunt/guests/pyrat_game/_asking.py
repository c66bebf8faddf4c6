"""How players are asked: one after the other in this process, or each in a process of its own with a clock (R49)."""

from __future__ import annotations

import copy
import multiprocessing
import sys
import time
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, NamedTuple, Self

import pyrat
from pyrat import Action, GameState

LEAVE = 1.0
"""How many seconds a process has to leave after its last answer."""


class Answer(NamedTuple):
    """What came of asking a player."""

    word: str
    """`action`, `ignore` (it was no turn), `mud` (it was not asked), `miss` (it did not answer in time) or `error`."""
    phase: str = "turn"
    played: Action = Action.NOTHING
    duration: float | None = None
    """Seconds of processor time."""


WADES = Answer("mud")
MISSED = Answer("miss", "none")


def call(player: pyrat.Player, maze: pyrat.Maze, state: GameState, stats: Mapping[str, Any] | None) -> Answer:
    """Calls what the moment asks for: `preprocessing` with turn 0, `turn`, or `postprocessing` with the statistics (R44)."""
    phase = "postprocessing" if stats is not None else "turn" if state.turn else "preprocessing"
    begun = time.process_time()
    try:
        if stats is not None:
            player.postprocessing(maze, state, stats)
            return Answer("ignore", phase)
        if not state.turn:
            player.preprocessing(maze, state)
            return Answer("ignore", phase, duration=time.process_time() - begun)
        chosen = player.turn(maze, state)
        if not isinstance(chosen, Action):
            raise TypeError(f"{chosen!r} is no Action")
        return Answer("action", phase, chosen, time.process_time() - begun)
    except Exception:  # Whatever it is, it is told, and counts as an error (R50).
        print(f"{player.get_name()} crashed in {phase}:", file=sys.stderr)
        traceback.print_exc()
        return Answer("error", phase)


class Inside:
    """Asks players in this process, one after the other, without a clock."""

    def __init__(self, players: Sequence[pyrat.Player], mazes: Sequence[pyrat.Maze]) -> None:
        self._seats = list(zip(players, mazes, strict=True))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass

    def ask(self, state: Callable[[], GameState], seconds: float | None, wading: Collection[str] = ()) -> dict[str, Answer]:
        """What each player answers. Each gets a state of its own; those in mud are not asked."""
        seats = ((player.get_name(), player, maze) for player, maze in self._seats)
        return {name: WADES if name in wading else call(player, maze, state(), None) for name, player, maze in seats}

    def close(self, state: Callable[[], GameState], stats: Mapping[str, Any]) -> dict[str, Answer]:
        """Tells the players that the game is over."""
        return {player.get_name(): call(player, maze, state(), copy.deepcopy(stats)) for player, maze in self._seats}


class Outside:
    """Asks players in processes of their own, all at once. Who is late misses the turn, is asked nothing until it has
    answered, and has its answer played in the turn in which it comes (R49)."""

    def __init__(self, players: Sequence[pyrat.Player], mazes: Sequence[pyrat.Maze]) -> None:
        self._ends: dict[str, Connection] = {}
        self._processes = []
        self._busy: set[str] = set()
        for player, maze in zip(players, mazes, strict=True):
            end, its = multiprocessing.Pipe()
            process = multiprocessing.Process(target=_serve, args=(player, maze, its), daemon=True)
            process.start()
            its.close()
            self._ends[player.get_name()] = end
            self._processes.append(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for end in self._ends.values():
            end.close()
        for process in self._processes:
            process.join(LEAVE if kind is None and not self._busy else 0)
            if process.is_alive():
                process.kill()
                process.join()

    def ask(self, state: Callable[[], GameState], seconds: float | None, wading: Collection[str] = ()) -> dict[str, Answer]:
        """What each player answers within so many seconds."""
        for name, end in self._ends.items():
            if name not in wading and name not in self._busy:
                self._send(name, end, (state(), None))
        found = self._collect(seconds, {name for name in self._busy if name not in wading})
        return {name: WADES if name in wading and name not in found else found.get(name, MISSED) for name in self._ends}

    def close(self, state: Callable[[], GameState], stats: Mapping[str, Any]) -> dict[str, Answer]:
        """Tells the players that the game is over, as soon as each has answered what it was asked."""
        self._collect(None, set(self._busy))
        for name, end in self._ends.items():
            self._send(name, end, (state(), stats))
        return self._collect(None, set(self._busy))

    def _send(self, name: str, end: Connection, what: Any) -> None:
        self._busy.add(name)
        try:
            end.send(what)
        except OSError:
            pass  # It is gone, which its answer says.

    def _collect(self, seconds: float | None, names: set[str]) -> dict[str, Answer]:
        """The answers of these players that come in time."""
        until = None if seconds is None else time.monotonic() + seconds
        found: dict[str, Answer] = {}
        while waiting := {self._ends[name]: name for name in names - set(found)}:
            left = None if until is None else max(0.0, until - time.monotonic())
            ready = wait(list(waiting), left)
            if not ready:
                break
            for end, name in [(end, name) for end, name in waiting.items() if end in ready]:
                self._busy.discard(name)
                try:
                    found[name] = end.recv()
                except (EOFError, OSError):
                    print(f"the process of {name} ended", file=sys.stderr)
                    found[name] = Answer("error")
        return found


def _serve(player: pyrat.Player, maze: pyrat.Maze, end: Connection) -> None:
    """What the process of a player does until it is told that the game is over."""
    try:
        while True:
            state, stats = end.recv()
            end.send(call(player, maze, state, stats))
            if stats is not None:
                return
    except (EOFError, OSError, KeyboardInterrupt):
        return
