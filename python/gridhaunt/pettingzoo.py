"""The games as environments of PettingZoo.

`parallel_env(game, …)` has all agents act together, `env(game, …)` one after another (AEC). The import registers every
game, so that `pettingzoo.make("parallel", "gridhaunt/PyRat-v1")` makes one too.

    >>> from gridhaunt.pettingzoo import parallel_env
    >>> env = parallel_env("pyrat", preset="tiny")
    >>> observations, infos = env.reset(seed=7)
    >>> observations, rewards, terminations, truncations, infos = env.step(dict.fromkeys(env.agents, 1))
    >>> list(rewards.values())
    [0.0, 0.0]
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from ._checks import check_flag, check_seed, integer, invalid
from ._gridhaunt import games, title
from .render import MODES, Renderer
from .table import AnyOpponents, Table

try:
    import pettingzoo as zoo
    from gymnasium import spaces

    from ._spaces import box, observation_space
except ImportError as _missing:
    raise ImportError("gridhaunt.pettingzoo needs PettingZoo: pip install gridhaunt[pettingzoo]") from _missing

__all__ = ["AECEnv", "ParallelEnv", "env", "parallel_env"]

_MASKS = ("observation", "info")

if TYPE_CHECKING:
    # PettingZoo does not say that it is typed, so type checkers read here what its classes bring.
    class _Parallel:
        @property
        def num_agents(self) -> int: ...
        @property
        def max_num_agents(self) -> int: ...
        @property
        def unwrapped(self) -> Self: ...

    class _Turns(_Parallel):
        def agent_iter(self, max_iter: int = ...) -> Iterable[str]: ...
        def last(self, observe: bool = ...) -> tuple[Any, float, bool, bool, dict[str, Any]]: ...
        def _accumulate_rewards(self) -> None: ...

else:
    _Parallel, _Turns = zoo.ParallelEnv, zoo.AECEnv


class _Env:
    """What both kinds of environments have: arguments, spaces, pictures and the state."""

    def __init__(
        self,
        game: str,
        *,
        seats: int | str | Sequence[int | str] | None = None,
        opponents: AnyOpponents = None,
        observations: str | Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        mask: str | None = "info",
        render_mode: str | None = None,
        until_asked: bool = False,
        steady: bool = False,
        max_steps: int | None = None,
        max_cycles: int | None = None,
        worlds: int | None = None,
        seed: int | None = None,
        **settings: Any,
    ) -> None:
        if mask is not None and (not isinstance(mask, str) or mask not in _MASKS):
            raise invalid("mask", mask, f"one of {', '.join(_MASKS)}, None")
        if max_cycles is not None and max_steps is not None:
            raise invalid("max_cycles", max_cycles, "needed beside max_steps, which means the same")
        self._renderer = Renderer(render_mode)
        self.table: Table = Table(
            game,
            seed=0 if seed is None else seed,
            worlds=worlds,
            seats=seats,
            opponents=opponents,
            observations=observations,
            options=options,
            until_asked=until_asked,
            max_steps=max_cycles if max_steps is None else max_steps,
            **settings,
        )
        """The match in numbers: its game, state hash and steps."""
        self._mask = mask
        self._is_steady = check_flag("steady", steady)
        self._seed = seed
        self._is_begun = False
        self.render_mode: str | None = render_mode
        self.possible_agents: list[str] = list(self.table.agents)
        """The learned seats, by name."""
        self.agents: list[str] = []
        """Those of them who are in play: none before the first `reset`."""
        self._seats = dict(zip(self.table.agents, self.table.learned, strict=True))
        self.observation_spaces: dict[str, spaces.Space[Any]] = {agent: self._observed() for agent in self._seats}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.table.num_actions) for agent in self._seats
        }
        self.metadata: dict[str, Any] = {
            "name": f"{self.table.name.replace('-', '_')}_v1",
            "render_modes": list(MODES),
            "render_fps": self.table.game.pace,
            "is_parallelizable": self._is_parallelizable(),
        }

    def _is_parallelizable(self) -> bool:
        return True

    def _observed(self) -> spaces.Space[Any]:
        space = observation_space(self.table.encodings)
        if self._mask != "observation":
            return space
        allowed = spaces.Box(0, 1, shape=(self.table.num_actions,), dtype=np.int8)
        return spaces.Dict({"observation": space, "action_mask": allowed})

    @cached_property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        boxes = [box(encoding) for encoding in self.table.encodings]
        low, high = (
            np.tile(np.concatenate([bound.astype(np.float32).ravel() for bound in bounds]), self.table.seats)
            for bounds in ([part.low for part in boxes], [part.high for part in boxes])
        )
        return spaces.Box(low, high, dtype=np.float32)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes; the same object each time."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbered actions of an agent; the same object each time."""
        self._seat(agent)
        return self.action_spaces[agent]

    def state(self) -> NDArray[np.float32]:
        """The observed arrays of all seats, also of those that opponents play, one after another."""
        return self.table.state_array()

    def render(self) -> NDArray[np.uint8] | str | None:
        """The picture of the match in the `render_mode`; in the mode `human` it is shown."""
        return self._renderer.draw(self.table.game)

    def close(self) -> None:
        """Ends what is shown on the screen."""
        self._renderer.close()

    def _seat(self, agent: str) -> int:
        seat = self._seats.get(agent) if isinstance(agent, str) else None
        if seat is None:
            raise invalid("agent", agent, f"one of {', '.join(self._seats)}")
        return seat

    def _info(self, agent: str) -> dict[str, Any]:
        return {"action_mask": self.table._native.mask(self._seats[agent])} if self._mask == "info" else {}

    def _live(self) -> list[str]:
        """The agents whose episode goes on."""
        native = self.table._native
        if not self._is_steady:
            return native.live
        return [] if native.terminated or native.truncated else list(self.possible_agents)

    def _draw_seed(self, seed: int | None) -> int | None:
        """The seed of an episode, none for the next one. Who names no seed at all gets another game in each run."""
        if seed is None and not self._is_begun:
            seed = secrets.randbits(64) if self._seed is None else self._seed
        checked = None if seed is None else check_seed(seed)
        self._is_begun = True
        return checked


class ParallelEnv(_Env, _Parallel):
    """A game whose agents act together.

    Arguments are those of `Table`, and `mask`, which says where the action masks are: `info` (the default),
    `observation` or None. With `steady` every learned seat is an agent from the first step to the last. `max_cycles` is
    PettingZoo's word for `max_steps`. Settings of the game are keywords.

    >>> env = ParallelEnv("tag", seats="survivors", opponents="random", mask="observation")
    >>> observations, infos = env.reset(seed=1)
    >>> observations[env.agents[0]]["action_mask"]    # the killers choose first: action 0 does nothing
    array([1, 0, 0, 0, 0, 0, 0, 0, 0], dtype=int8)
    """

    agents: list[str]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Starts the next episode, or the first one of a `seed`; `options` are ignored."""
        observations, infos, self.agents = self.table._native.parallel_reset(self._draw_seed(seed), self._mask)
        if self._is_steady:
            self.agents = self._live()
            self._add_absent(observations, infos)
        if self.render_mode == "human":
            self.render()
        return observations, infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays a step with a numbered action for each agent; an agent without one makes no choice.

        After the last agent has left nothing happens any more, and before the first `reset` neither.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        try:
            observations, rewards, terminations, truncations, infos, agents = self.table._native.parallel_step(
                actions, self._mask
            )
        except TypeError:
            raise invalid("actions", actions, "a dictionary with a number for each agent") from None
        if not agents:
            # Who comes into play with the step that ends everything never was an agent.
            for told in (observations, rewards, terminations, truncations, infos):
                for agent in told.keys() - self.agents:
                    del told[agent]
        if self._is_steady and self.agents:
            agents = self._live()
            self._add_absent(observations, infos)
            rewards = dict(zip(self.possible_agents, self.table.rewards, strict=True))
            terminations = dict.fromkeys(self.possible_agents, self.table.terminated)
            truncations = dict.fromkeys(self.possible_agents, self.table.truncated)
        self.agents = agents
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def _add_absent(self, observations: dict[str, Any], infos: dict[str, dict[str, Any]]) -> None:
        for agent, seat in self._seats.items():
            if agent not in observations:
                observations[agent] = self.table._native.observation(seat, self._mask)
                infos[agent] = self._info(agent)


class AECEnv(_Env, _Turns):
    """A game whose agents act one after another.

    Only agents who are asked are selected, by seat. Where several choose at once, the step is played when the last of
    them has chosen; steps at which none of them is asked are played at once. Arguments are those of `ParallelEnv`.

    >>> env = AECEnv("tag", seats="survivors", opponents="random")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter(6):
    ...     observation, reward, termination, truncation, info = env.last()
    ...     env.step(env.action_space(agent).sample(info["action_mask"]))
    >>> env.table.game.steps    # killers, survivors, killers, survivors, killers
    5
    """

    agents: list[str]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Starts the next episode, or the first one of a `seed`; `options` are ignored."""
        self.table._native.reset(self._draw_seed(seed))
        self.agents = self._live()
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = {}
        self.infos: dict[str, dict[str, Any]] = {agent: self._info(agent) for agent in self.agents}
        self._choices: dict[int, int] = {}
        self._owed: dict[str, float] = {}
        self._queue = self._asked(self.agents)
        if self.render_mode == "human":
            self.render()
        self._go_on()
        # What is earned before the first choice is paid by the first step: nobody has a reward after a reset.
        self._owed = self.rewards
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)

    def step(self, action: int | None) -> None:
        """Chooses an action for the selected agent; None if its episode has ended."""
        if not self.agents:
            raise invalid("action", action, "that of an agent: none is in play until `reset` starts an episode")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
        else:
            self._choose(agent, action)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Any:
        """What an agent observes now."""
        return self.table._native.observation(self._seat(agent), self._mask)

    def _is_parallelizable(self) -> bool:
        # PettingZoo's conversion to parallel wants every agent to be selected in every cycle.
        return all(map(self.table.asked, range(self.table.seats)))

    def _choose(self, agent: str, action: Any) -> None:
        number = integer(action)
        if number is None or not 0 <= number < self.table.num_actions:
            raise invalid("action", action, f"a number 0..={self.table.num_actions - 1}")
        self._choices[self._seats[agent]] = number
        self._cumulative_rewards[agent] = 0.0

    def _leave(self, agent: str, action: Any) -> None:
        if action is not None:
            raise invalid("action", action, f"None: the episode of {agent} has ended")
        self.agents.remove(agent)
        for by_agent in (self.terminations, self.truncations, self._cumulative_rewards, self.infos):
            del by_agent[agent]

    def _go_on(self) -> None:
        """Selects the next agent, and plays until there is one."""
        while self.agents and not self._queue:
            self._play()
        if self._queue:
            self.agent_selection: str = self._queue.pop(0)

    def _play(self) -> None:
        native = self.table._native
        native.step(self._choices)
        self._choices = {}
        live, is_truncated = self._live(), native.truncated
        present = self.possible_agents if self._is_steady else native.present
        # Who comes into play with the step that ends everything never was an agent.
        self.agents = [agent for agent in present if agent in live or agent in self.agents]
        earned = dict(zip(self.possible_agents, native.rewards, strict=True))
        for agent in self.agents:
            is_over = agent not in live
            self.terminations[agent] = is_over and not is_truncated
            self.truncations[agent] = is_over and is_truncated
            self.rewards[agent] = self.rewards.get(agent, 0.0) + earned[agent] + self._owed.pop(agent, 0.0)
            self._cumulative_rewards.setdefault(agent, 0.0)
            self.infos[agent] = self._info(agent)
        # Those whose episode has ended come first, as PettingZoo wants it.
        self._queue = [agent for agent in self.agents if agent not in live] + self._asked(live)
        if self.render_mode == "human":
            self.render()

    def _asked(self, agents: list[str]) -> list[str]:
        asked = self.table._native.asked
        return [agent for agent in agents if asked(self._seats[agent])]


parallel_env = ParallelEnv
env = AECEnv


def _register(registry: Any) -> None:
    """Tells PettingZoo of every game."""
    for game in games():
        name = f"gridhaunt/{title(game).replace(' ', '')}-v1"
        if name not in registry.parallel_registry:
            registry.register("parallel", name, f"{__name__}:parallel_env", kwargs={"game": game})
            registry.register("aec", name, f"{__name__}:env", kwargs={"game": game})


# Versions before 1.27 have no registry.
if hasattr(zoo, "register"):
    _register(zoo)
