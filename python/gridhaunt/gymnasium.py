"""Every game as an environment of Gymnasium: one learned seat against built-in bots.

    >>> import gymnasium
    >>> import gridhaunt.gymnasium
    >>> env = gymnasium.make("gridhaunt/PyRat-v1", opponents="greedy", observations=["planes"], preset="tiny")
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, info["action_mask"].tolist()
    ((9, 9, 11), [0, 1, 0, 0, 1])
    >>> observation, reward, terminated, truncated, info = env.step(0)

Importing this module registers `gridhaunt/TITLE-v1` for every game, its title without spaces. Gymnasium imports it by
itself in `gymnasium.make("gridhaunt.gymnasium:gridhaunt/PyRat-v1")`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsInt

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as _error:
    raise ImportError("gridhaunt.gymnasium needs Gymnasium: pip install gridhaunt[gymnasium]") from _error

from ._checks import check_game, check_seed, integer, invalid
from ._gridhaunt import games, title
from ._one_seat import with_one_seat
from ._spaces import observation_space
from .render import MODES, Renderer
from .table import AnyOpponents, Table

if TYPE_CHECKING:
    from .gymnasium_vector import VectorEnv

__all__ = ["Env", "Observation", "VectorEnv", "env_id"]

Observation = NDArray[Any] | dict[str, NDArray[Any]]
"""One array, or several by name."""


class Env(gymnasium.Env[Observation, SupportsInt]):
    """One learned seat of a match against opponents.

    `seat` is the learned seat: a number, a name, or a role or side that has one seat; by default the first seat.
    `opponents`, `observations`, `options`, `worlds`, `until_asked` and `terms` are those of `gridhaunt.table.Table`: opponents
    are by default the default bot of each role, and a step goes on until the learned seat is asked again. `max_steps`
    truncates. With a `seed` the first `reset()` starts the first episode of that seed. Settings of the game are keywords.

    A step terminates when the match is over by its rules, with the rewards of everything up to its end. `info` has the
    `action_mask` and, when the match is over, `result` (1.0 if the seat's side won, 0.5 in a draw, 0.0 if it lost),
    `is_success`, `score`, `rank` and `reason`.

    >>> env = Env("tag", seat="killer_1", opponents={"survivor": "random"})
    >>> env.agent, env.action_space
    ('killer_1', Discrete(9))
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        seat: int | str | None = None,
        opponents: AnyOpponents = None,
        observations: str | Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        worlds: int | None = None,
        max_steps: int | None = None,
        until_asked: bool = True,
        seed: int | None = None,
        render_mode: str | None = None,
        terms: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        if "seats" in settings:
            raise invalid("seats", settings["seats"], "one learned seat, as `seat`")
        self._seed = None if seed is None else check_seed(seed)
        self._started = False
        self._renderer = Renderer(render_mode)
        self.render_mode = render_mode
        self.table: Table = with_one_seat(
            seat,
            lambda seats: Table(
                game,
                seed=self._seed or 0,
                worlds=worlds,
                seats=seats,
                opponents=opponents,
                observations=observations,
                options=options,
                until_asked=until_asked,
                max_steps=max_steps,
                terms=terms,
                **settings,
            ),
        )
        self.seat: int = self.table.learned[0]
        """The number of the learned seat."""
        self.agent: str = self.table.agents[0]
        """The name of the learned seat: role and number."""
        self.action_space: spaces.Discrete[Any] = spaces.Discrete(self.table.num_actions)
        self.observation_space: spaces.Space[Any] = observation_space(self.table.encodings)
        self.metadata = self.metadata | {"render_fps": self.table.game.pace}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Starts the next episode; with a `seed`, the first episode of that seed. No `options` are known, so any are ignored.

        The first reset without any seed draws one, as Gymnasium's environments do.
        """
        number = None if seed is None else check_seed(seed)
        super().reset(seed=number)
        if number is None and not self._started:
            number = int(self.np_random.integers(2**63)) if self._seed is None else self._seed
        self.table.reset(number)
        self._started = True
        return self._observe(), self._info()

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays a step. The number of an action that is not allowed now is what the game makes of it, never an error."""
        table, number = self.table, integer(action)
        if number is None or not 0 <= number < table.num_actions:
            raise invalid("action", action, f"a number 0..={table.num_actions - 1}")
        table.step([number])
        terminated, info = table.terminated, self._info()
        if terminated:
            info |= self._result()
        return self._observe(), table.rewards[0], terminated, table.truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every action that is worth considering: sb3-contrib's `MaskablePPO` asks for it by this name."""
        return self.table.mask(self.seat).view(np.bool_)

    def render(self) -> Any:
        """The match as it stands, in the `render_mode`."""
        return self._renderer.draw(self.table.game)

    def close(self) -> None:
        """Ends what `render_mode="human"` shows."""
        self._renderer.close()
        super().close()

    def _observe(self) -> Observation:
        if self.render_mode == "human":
            self.render()
        observation: Observation = self.table._native.observation(self.seat, None)
        return observation

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat)}

    def _result(self) -> dict[str, Any]:
        game = self.table.game
        outcome, results = game.outcome, game.results
        if outcome is None or results is None:
            return {}
        own = outcome["seats"][self.seat]
        return {
            "result": results[self.seat],
            "is_success": results[self.seat] == 1.0,
            "score": float(own["score"]),
            "rank": int(own["rank"]),
            "reason": str(outcome["reason"]),
        }


def env_id(game: str) -> str:
    """The id of a game's environment.

    >>> env_id("tag")
    'gridhaunt/GhostTag-v1'
    """
    return f"gridhaunt/{title(check_game(game)).replace(' ', '')}-v1"


def __getattr__(name: str) -> Any:
    # Old versions of Gymnasium, which PufferLib wants, have single environments alone.
    if name == "VectorEnv":
        from .gymnasium_vector import VectorEnv

        return VectorEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _register() -> None:
    for game in games():
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="gridhaunt.gymnasium:Env",
                vector_entry_point="gridhaunt.gymnasium_vector:VectorEnv",
                kwargs={"game": game},
            )


_register()
