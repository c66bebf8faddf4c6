"""What a program with types sees: checked by mypy, and run."""

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import gridhaunt


def test_one_match() -> None:
    game = gridhaunt.make("pyrat", seed=7, preset="tiny")
    assert_type(game, gridhaunt.Game)
    assert_type(game.phase, list[int])
    assert_type(game.view(0), dict[str, Any])
    assert_type(game.outcome, dict[str, Any] | None)
    assert_type(game.svg(), str)
    assert_type(game.fork(), gridhaunt.Game)
    game.step({0: "up"})
    game.step([(1, 2)])


def test_very_many() -> None:
    env = gridhaunt.vector("pyrat", num_envs=2, observations=["planes", "mask"])
    assert_type(env, gridhaunt.Vector)
    assert_type(env.rewards, NDArray[np.float32])
    observations, rewards, dones = env.step([[0, 0], [4, 4]])
    assert_type(observations, dict[str, NDArray[Any]])
    assert_type(rewards, NDArray[np.float32])
    assert_type(dones, NDArray[np.bool_])


class First(gridhaunt.Bot):
    """Plays the first legal action."""

    def choose(self, view: dict[str, Any], legal: list[Any]) -> Any:
        assert_type(self.seat, int)
        return legal[0]


def test_whole_matches() -> None:
    played = gridhaunt.play("pyrat", [First, First()], seed=1, preset="tiny")
    assert_type(played, gridhaunt.Played)
    assert_type(played.replay, gridhaunt.Replay)
    assert_type(played.winner, int | None)
    assert_type(played.ranks, list[int])
    gridhaunt.play("pyrat", {"rat": First}, preset="tiny")
    gridhaunt.play("pyrat", {0: "greedy", "rat": First()}, preset="tiny")
    report = gridhaunt.matches("pyrat", {1: First}, n=2, preset="tiny")
    assert_type(report, gridhaunt.Report)
    assert_type(report.rows, list[dict[str, Any]])


def test_what_is_wrong() -> None:
    try:
        gridhaunt.make("pyrat", width=1)
    except gridhaunt.Invalid as wrong:
        assert_type(wrong.field, str)
        assert_type(wrong.got, str)
        assert_type(wrong.expected, str)
    assert_type(gridhaunt.games(), list[str])
    assert_type(gridhaunt.schema("pyrat"), dict[str, Any])
