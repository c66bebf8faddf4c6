"""`pyrat.Game` with our engine below it: what a script of that package sees is the same, and a turn takes no longer than its
players think."""

from __future__ import annotations

import copy
import itertools
import os
import re
import sys
import traceback
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pyrat
from pyrat import Action, GameMode, GameState

from ..._checks import invalid
from ...bot import Bot
from ...game import make
from ._asking import Answer, Inside, Outside
from ._mazes import settings_of, told_of
from ._states import MOVES, Follower, deed, new_stats

MOST_TURNS = 65_535
"""That package has no limit of turns: ours is the longest there is."""
MOST_PLAYERS = 2

# What of that package's `Game` is ours to do besides what it offers, all of it in one place. What a game is made of
# (seeds, generators, cheese, first cells) is left to it, so that the same script has the same game.
NEEDED = ("distribute_cheese", "end")
if not all(hasattr(pyrat.Game, f"_Game__{name}") for name in NEEDED):
    raise ImportError("this is not pyrat-game 6.2: pip install gridhaunt[pyrat-game]")


# The package has no types of its own, and is often not there when types are checked.
if TYPE_CHECKING:

    class _Game:
        def add_player(self, player: pyrat.Player, *args: Any, **kwargs: Any) -> None: ...
        def reset(self, *args: Any, **kwargs: Any) -> None: ...

else:
    _Game = pyrat.Game


class Game(_Game):
    """A game of that package: `add_player`, `reset` and `start` as there, played by our engine.

    Three or more players and mazes that our game does not have raise `Invalid`. One player, or two of one team, play to the
    last cheese; two of two teams until one has more than half. A game ends after 65,535 turns at the latest.
    """

    draws = True
    """Whether games are drawn as their scripts say; if not, none is."""
    replays: str | None = None
    """A folder in which the record of every game is written, if any."""
    _played: tuple[dict[str, Any], list[str], list[list[int]]] | None = None

    def add_player(self, player: pyrat.Player, *args: Any, **kwargs: Any) -> None:
        """Adds a player, as that package does; at most two."""
        if len(self._inside("players")) == MOST_PLAYERS:
            raise invalid("players", MOST_PLAYERS + 1, f"at most {MOST_PLAYERS}: PyRat has two seats here")
        super().add_player(player, *args, **kwargs)

    def reset(self, *args: Any, **kwargs: Any) -> None:
        """Begins again, as that package does; a maze that our game does not have raises `Invalid`."""
        super().reset(*args, **kwargs)
        settings_of(self._inside("maze"))
        if not self.draws:
            self._Game__rendering_engine = pyrat.RenderingEngine()

    def start(self) -> dict[str, Any]:
        """Plays the game, and returns that package's statistics; they are empty if a player crashed."""
        players = self._inside("players")
        assert players, "No player was added to the game"
        assert self._inside("reset_called"), "The game was not reset before starting"
        self._Game__reset_called = False
        try:
            stats = self._play(players)
        except Crashed as crashed:
            print(crashed, file=sys.stderr)
            stats = {}
        except Exception:  # As that package does: whatever goes wrong is told, and there are no statistics.
            traceback.print_exc()
            stats = {}
        self._inside("end")(stats == {})
        if stats and self.replays is not None:
            self._write(self.replays)
        return stats

    @property
    def replay(self) -> Any:
        """The game that was played last, as a record of ours that proves itself; None before the first."""
        if self._played is None:
            return None
        from ...arena import play

        settings, names, moves = self._played
        # A bot's name has letters, digits and little else.
        plain = [re.sub(r"[^\w.-]", "_", name)[:64] or "player" for name in names]
        seats = [type("Player", (_Again,), {"name": name, "moves": [turn[seat] for turn in moves]}) for seat, name in enumerate(plain)]
        return play("pyrat", seats + ["idle"] * (MOST_PLAYERS - len(seats)), seed=0, settings=settings).replay

    def _write(self, folder: str) -> None:
        """Writes the record of the game under a name that is free."""
        os.makedirs(folder, exist_ok=True)
        for number in itertools.count(1):
            try:
                with open(os.path.join(folder, f"game-{number}.jsonl"), "x", encoding="utf-8") as file:
                    file.write(self.replay.text)
                return
            except FileExistsError:
                continue

    def _inside(self, name: str) -> Any:
        return getattr(self, f"_Game__{name}")

    def _play(self, players: list[pyrat.Player]) -> dict[str, Any]:
        first: GameState = self._inside("initial_game_state")
        maze, engine = self._inside("maze"), self._inside("rendering_engine")
        mode = self._inside("game_mode")
        if mode is None:
            mode = pyrat.Game.DEFAULT_GAME_MODE_SINGLE_TEAM if len(first.teams) == 1 else pyrat.Game.DEFAULT_GAME_MODE_MULTI_TEAM
            self._Game__game_mode = mode
        names = [player.get_name() for player in players]
        taken = list(first.player_locations.values())
        first.cheese.extend(self._inside("distribute_cheese")([cell for cell in maze.get_vertices() if cell not in taken]))

        # The second seat of a game for one is idle where the first begins: no cheese lies there.
        starts = [first.player_locations[name] for name in names] + taken[: MOST_PLAYERS - len(names)]
        placed = settings_of(maze, first.cheese, starts)
        settings = {**placed, "max_turns": MOST_TURNS, "end_on_majority": len(first.teams) > 1}
        match = make("pyrat", **settings)
        follower = Follower(told_of(match), names, first.teams)
        follower.cheese = list(first.cheese)
        stats = new_stats(names, first.teams)
        seats = Outside if mode in (GameMode.MATCH, GameMode.SYNCHRONOUS) else Inside
        times = (self._inside("preprocessing_time"), self._inside("turn_time")) if mode == GameMode.MATCH else (None, None)
        moves: list[list[int]] = []
        with seats(players, [copy.deepcopy(maze) for _ in players]) as asked:
            engine.render(players, maze, follower.first())
            answers = asked.ask(follower.first, times[0])
            self._check(answers)
            self._count(stats, answers, None, None)
            follower.look(match.view(0))
            while not match.over:
                engine.render(players, maze, follower.state())
                before = follower.view
                assert before is not None, "the first view was looked at"
                wading = [name for name, player in zip(names, before["players"], strict=False) if player["delay"]]
                answers = asked.ask(follower.state, times[1], wading)
                self._check(answers)
                chosen = {seat: MOVES[answers[name].played] for seat, name in enumerate(names)}
                match.step(chosen)
                moves.append([chosen[seat] for seat in range(len(names))])
                follower.look(match.view(0))
                self._count(stats, answers, before, follower.view)
            engine.render(players, maze, follower.state())
            self._check(asked.close(follower.state, stats))
        self._played = (settings, names, moves)
        return stats

    def _check(self, answers: Mapping[str, Answer]) -> None:
        crashed = [name for name, answer in answers.items() if answer.word == "error"]
        if crashed and not self._inside("continue_on_error"):
            raise Crashed(f"{', '.join(crashed)} crashed, and the game ends: continue_on_error=True goes on")

    def _count(
        self, stats: dict[str, Any], answers: Mapping[str, Answer], before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
    ) -> None:
        """Counts a turn, or the preparation before the first (R48)."""
        history = self._inside("actions_history")
        for seat, (name, answer) in enumerate(answers.items()):
            of_player = stats["players"][name]
            if answer.word == "miss":
                of_player["actions"]["miss"] += 1
                history[name].append(Action.NOTHING)
            elif answer.phase == "turn" and before is not None and after is not None:
                one, other = before["players"][seat], after["players"][seat]
                of_player["actions"][answer.word if answer.word in ("error", "mud") else deed(one, other, MOVES[answer.played])] += 1
                if answer.word != "mud":
                    history[name].append(answer.played)
            if answer.duration is not None and answer.phase == "preprocessing":
                of_player["preprocessing_duration"] = answer.duration
            elif answer.duration is not None:
                of_player["turn_durations"].append(answer.duration)
            if after is not None:
                half = after["players"][seat]["half"]
                of_player["score"] = half / 2 if half else 0
        stats["turns"] = 0 if after is None else after["turn"]


class Crashed(Exception):
    """A player crashed, and the game does not go on."""


class _Again(Bot):
    """Plays what was played."""

    moves: list[int] = []

    def choose(self, view: dict[str, Any], legal: list[Any]) -> Any:
        return self.moves[view["turn"]]
