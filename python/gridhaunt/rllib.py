"""Every game as a multi-agent environment of RLlib.

    >>> from gridhaunt.rllib import MultiAgentEnv
    >>> env = MultiAgentEnv({"game": "tag", "seats": ["survivors"], "opponents": {"killers": "random"}})
    >>> observations, infos = env.reset(seed=1)
    >>> list(observations) == env.possible_agents
    True
    >>> observations, rewards, terminateds, truncateds, infos = env.step(dict.fromkeys(observations, 0))

`PPOConfig().environment(MultiAgentEnv, env_config={"game": "tag", …})` makes it with the same arguments. Agents come and
go as the game has it: an agent has its first observation when it is asked for the first time, and its last one when its
own episode ends.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from ray.rllib.env import multi_agent_env
except ImportError as _error:
    raise ImportError("gridhaunt.rllib needs RLlib: pip install gridhaunt[rllib]") from _error

from ._checks import check_flag, check_seed, invalid
from ._spaces import observation_space
from .render import MODES, Renderer
from .table import Table

__all__ = ["MultiAgentEnv"]

# Ray is often not there when types are checked.
if TYPE_CHECKING:
    _MultiAgentEnv = object
else:
    _MultiAgentEnv = multi_agent_env.MultiAgentEnv


class MultiAgentEnv(_MultiAgentEnv):
    """The learned seats of a match as agents of RLlib.

    Arguments are keywords, or the `env_config` of RLlib: `game` and everything that `gridhaunt.table.Table` takes
    (`seats`, `opponents`, `observations`, `options`, `worlds`, `max_steps`, `until_asked`, `seed` and the settings of the
    game), with `until_asked` on by default, and

    - `mask`: `"observation"` for observations `{"observations": …, "action_mask": …}`, as RLlib's own example of a module
      with masks has them, `"info"`, the default, for masks in the infos, or `None`.
    - `flatten`: on by default, makes one vector of `float32` of all arrays: RLlib's default networks take nothing else.
    - `render_mode`: that of `gridhaunt.render`.

    With `until_asked` a step tells only the agents that choose next, and those whose episode ends; without it, all. What
    an agent earns in between is added to its next reward by RLlib.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES)}

    def __init__(self, config: Mapping[str, Any] | None = None, **arguments: Any) -> None:
        if config is not None and not isinstance(config, Mapping):
            raise invalid("config", config, "a mapping of arguments: {'game': 'pyrat'}")
        given = {**(config or {}), **arguments}
        self._mask: str | None = given.pop("mask", "info")
        if self._mask not in ("observation", "info", None):
            raise invalid("mask", self._mask, "one of observation, info, None")
        self._flatten = check_flag("flatten", given.pop("flatten", True))
        self.render_mode: str | None = given.pop("render_mode", None)
        self._renderer = Renderer(self.render_mode)
        self._until_asked = given["until_asked"] = check_flag("until_asked", given.get("until_asked", True))
        self._seed = None if given.get("seed") is None else check_seed(given["seed"])
        self._started = False
        self._met: set[str] = set()
        if "game" not in given:
            raise invalid("game", None, "the name of a game: {'game': 'pyrat'}")
        self.table: Table = Table(**(given | {"seed": self._seed or 0}))
        self.possible_agents: list[str] = list(self.table.agents)
        self.agents: list[str] = []
        self._seats = dict(zip(self.table.agents, self.table.learned, strict=True))
        self.observation_spaces: dict[str, spaces.Space[Any]] = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.table.num_actions) for agent in self.possible_agents
        }
        super().__init__()
        self.metadata = self.metadata | {"render_fps": self.table.game.pace}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Starts the next episode; with a `seed`, the first episode of that seed. No `options` are known, so any are ignored."""
        number = None if seed is None else check_seed(seed)
        if number is None and not self._started:
            number = secrets.randbits(64) if self._seed is None else self._seed
        self._started = True
        self._met = set()
        observations, infos, self.agents = self.table._native.parallel_reset(number, self._mask)
        self._show()
        told = [agent for agent in observations if self._is_told(agent)]
        self._met.update(told)
        return {agent: self._observation(observations[agent]) for agent in told}, {agent: infos[agent] for agent in told}

    def step(
        self, action_dict: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays a step with the actions of some agents; an agent without one makes no choice."""
        if not isinstance(action_dict, Mapping):
            raise invalid("action_dict", action_dict, "a mapping of agents to numbers")
        observations, rewards, terminations, truncations, infos, self.agents = self.table._native.parallel_step(
            dict(action_dict), self._mask
        )
        self._show()
        ended = {agent for agent in observations if terminations[agent] or truncations[agent]}
        told = [agent for agent in observations if (agent in self._met if agent in ended else self._is_told(agent))]
        self._met.update(told)
        terminateds = {agent: terminations[agent] for agent in told}
        truncateds = {agent: truncations[agent] for agent in told}
        truncateds["__all__"] = self.table.truncated
        terminateds["__all__"] = not self.agents and not self.table.truncated
        return (
            {agent: self._observation(observations[agent]) for agent in told},
            {agent: rewards[agent] for agent in observations if agent in self._met},
            terminateds,
            truncateds,
            {agent: infos[agent] for agent in told},
        )

    def render(self) -> Any:
        """The match as it stands, in the `render_mode`."""
        return self._renderer.draw(self.table.game)

    def close(self) -> None:
        """Ends what `render_mode="human"` shows."""
        self._renderer.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _is_told(self, agent: str) -> bool:
        return not self._until_asked or self.table.asked(self._seats[agent])

    def _space(self) -> spaces.Space[Any]:
        space = observation_space(self.table.encodings)
        if self._flatten:
            most = float(np.finfo(np.float32).max)
            size = sum(int(np.prod(shape)) for _, _, shape, _ in self.table.encodings)
            space = spaces.Box(-most, most, shape=(size,), dtype=np.float32)
        if self._mask != "observation":
            return space
        mask = spaces.Box(0, 1, shape=(self.table.num_actions,), dtype=np.int8)
        return spaces.Dict({"observations": space, "action_mask": mask})

    def _observation(self, told: Any) -> Any:
        if self._mask != "observation":
            return self._arrays(told)
        return {"observations": self._arrays(told["observation"]), "action_mask": told["action_mask"]}

    def _arrays(self, told: Any) -> Any:
        return _flat(told) if self._flatten else told


def _flat(told: NDArray[Any] | dict[str, NDArray[Any]]) -> NDArray[np.float32]:
    arrays = told.values() if isinstance(told, dict) else [told]
    return np.concatenate([array.ravel() for array in arrays], dtype=np.float32)
