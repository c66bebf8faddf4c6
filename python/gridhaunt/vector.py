"""Very many games that are stepped together, with arrays that use the engine's own memory."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._checks import (
    arguments_too,
    check_flag,
    check_game,
    check_names,
    check_natural,
    check_seed,
    document,
    invalid,
    optional_natural,
)
from ._gridhaunt import Many
from ._ranks import check_flags, check_seeds, number_of
from ._seated import Guest, words_of
from ._tables import Tables, has_outsiders
from .table import AnyOpponents

if TYPE_CHECKING:
    from .device import DeviceVector

Observations = dict[str, NDArray[Any]]

_NATIVE = frozenset(np.dtype(name) for name in ("uint8", "int8", "int32", "int64"))
"""The types of actions that the engine takes as they are."""

MOST_STEPS = 2**20
"""The most steps of one rollout: more are several calls."""


@dataclass(frozen=True)
class Trajectory:
    """Every step of a rollout; the first two axes are game and step."""

    observations: Observations
    """The arrays that choices were made from, by name; the third axis is the learned seat."""
    actions: NDArray[np.uint8]
    """What was chosen, by learned seat; 255 where a bot chose, whose actions need not have numbers."""
    rewards: NDArray[np.float32]
    """By learned seat."""
    dones: NDArray[np.bool_]
    """Which episodes ended with the step."""


@dataclass(frozen=True)
class Rollout:
    """What came of `Vector.play`."""

    steps: int
    """How many steps every game was played."""
    returns: NDArray[np.float64]
    """The sum of the rewards, by game and learned seat."""
    episodes: NDArray[np.uint32]
    """How many episodes ended, by game."""
    results: NDArray[np.float64] | None
    """With `results`: the sum of what the results of these episodes are worth, by game and learned seat."""
    trajectory: Trajectory | None
    """Every step, if asked for."""


class Vector:
    """Many games of one kind, stepped together on all cores.

    `observations`, `rewards` and `dones` are arrays that use the engine's memory: each step overwrites them, so copy
    what you need after the next step. They are read-only unless `writable` was said. Unless `autoreset` says otherwise, a
    game that ends starts again in the same step: its reward and its `done` belong to the game that ended, its observation
    to the new one.
    """

    def __init__(self, many: Many | Tables, name: str, arguments: Mapping[str, Any]) -> None:
        self._many = many
        self._arguments = dict(arguments)
        self._plays = 0
        self.name = name
        self.num_envs: int = many.num_envs
        self.seats: int = many.seats
        """How many seats a game has, learned or not."""
        self.learned: list[int] = many.learned
        """The learned seats, ascending: the second axis of all arrays."""
        self.agents: list[str] = many.agents
        """The names of their agents: role and number."""
        self.num_actions: int = many.actions
        self.table: tuple[int, ...] = () if isinstance(many, Tables) else tuple(many.room)
        """The shape of a table that is a policy of `play`: worlds, learned seats, places and actions."""
        self.threads: int = many.threads
        self.autoreset: str = self._arguments["autoreset"]
        """What becomes of a game that has ended: `same_step`, `next_step` or `disabled`."""
        self.rewards: NDArray[np.float32] = many.rewards()
        """The rewards of the last step, by game and learned seat."""
        self.dones: NDArray[np.bool_] = many.dones().view(np.bool_)
        """Which episodes ended with the last step: `terminated` or `truncated`."""
        self.terminated: NDArray[np.bool_] = many.terminated().view(np.bool_)
        """Which games ended by their rules with the last step."""
        self.truncated: NDArray[np.bool_] = many.truncated().view(np.bool_)
        """Which episodes were cut off by `max_steps` with the last step."""
        self.observations: Observations = dict(many.observations())
        """Arrays by name; the first two axes are game and learned seat."""
        self.final_observations: Observations = dict(many.finals())
        """With `final_observations`: the last arrays of the games that ended with the last step; other rows are old."""

        self.results: NDArray[np.float32] | None = many.results()
        """With `results`: 1 for each learned seat that won a game which ended by its rules with the last step, 0 if others
        did, a half in a draw; NaN where `terminated` is false."""

    def reset(
        self,
        seed: int | Sequence[int | None] | None = None,
        mask: ArrayLike | None = None,
    ) -> Observations:
        """Starts a new episode of every game, or of those for which `mask` is true.

        With a `seed` game `i` draws its episodes by `seed + i`; a sequence has the seed of each game, or None for a game
        that draws on.
        """
        self._many.reset(check_seeds(seed, self.num_envs), check_flags(mask, self.num_envs))
        return self.observations

    def step(self, actions: ArrayLike) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_]]:
        """Steps every game once with an action for every learned seat: an integer array of shape
        `[num_envs, len(learned)]`, or flat."""
        self._many.step(self._numbers(actions))
        return self.observations, self.rewards, self.dones

    def play(
        self,
        steps: int,
        policy: str | Mapping[str, str] | ArrayLike = "uniform",
        *,
        seed: int | None = None,
        trajectory: bool | Mapping[str, NDArray[Any]] = False,
    ) -> Rollout:
        """Plays so many steps of every game inside the engine, each game on one thread from the first step to the last.

        `policy` chooses for the learned seats: `uniform`, `masked` (uniform among what the mask allows), the name of a bot
        of the engine, bots by role, side or seat, or a table: an array of weights with the axes of `table`, of which those in
        front may be missing and each but the last may have length 1. A place is where the seat stands, as the page about the vector says. The games are the same for the same `seed`, whatever the number of
        threads; without one each call draws on. Afterwards the vector is as if it had been stepped that often. With
        `trajectory` every step is kept, in arrays of yours if you give any, by the name of an array or `actions`,
        `rewards`, `dones`: `[num_envs, steps, ...]`.

        >>> env = vector("pyrat", num_envs=4, preset="tiny")
        >>> played = env.play(1000, "greedy", trajectory=True)
        >>> played.returns.shape, played.trajectory.rewards.shape
        ((4, 2), (4, 1000, 2))
        """
        if isinstance(self._many, Tables):
            raise invalid("policy", policy, "None where programs or objects are opponents: step those games yourself")
        count = check_natural("steps", steps)
        if not 0 <= count <= MOST_STEPS:
            raise invalid("steps", steps, f"in 0..={MOST_STEPS}")
        if seed is None:
            self._plays += 1
        chosen = self._plays if seed is None else check_seed(seed)
        kept = self._kept(count, trajectory)
        named, weights = policy_of(policy)
        returns, episodes, results = self._many.play(count, named, weights, chosen, kept)
        shape = (self.num_envs, len(self.learned))
        told = None if self.results is None else results.reshape(shape)
        if kept is None:
            return Rollout(count, returns.reshape(shape), episodes, told, None)
        arrays = {name: array for name, array in kept.items() if name in self.observations}
        path = Trajectory(arrays, kept["actions"], kept["rewards"], kept["dones"].view(np.bool_))
        return Rollout(count, returns.reshape(shape), episodes, told, path)

    def _kept(self, steps: int, trajectory: bool | Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]] | None:
        """The arrays of a trajectory: those given, and new ones for the others."""
        if trajectory is False:
            return None
        given = {} if trajectory is True else trajectory
        if not isinstance(given, Mapping):
            raise invalid("trajectory", trajectory, "True, False or a mapping of arrays by name")
        by_seat = (self.num_envs, steps, len(self.learned))
        needed: dict[str, tuple[tuple[int, ...], Any]] = {
            name: ((*by_seat, *array.shape[2:]), array.dtype) for name, array in self.observations.items()
        }
        needed |= {"actions": (by_seat, np.uint8), "rewards": (by_seat, np.float32), "dones": (by_seat[:2], np.uint8)}
        for name, array in given.items():
            if name not in needed:
                raise invalid("trajectory", name, f"one of {', '.join(needed)}")
            if not isinstance(array, np.ndarray) or array.shape != needed[name][0]:
                got = f"shape {list(array.shape)}" if isinstance(array, np.ndarray) else type(array).__name__
                raise invalid(f"trajectory.{name}", got, f"an array of shape {list(needed[name][0])}")
        try:
            return {name: given[name] if name in given else np.zeros(*needed[name]) for name in needed}
        except MemoryError:
            raise invalid("steps", steps, "as many as fit into memory") from None

    @property
    def faults(self) -> list[list[str]]:
        """What programs and objects among the opponents did wrong in their episode, by game; none where all are bots of
        the engine."""
        return self._many.faults() if isinstance(self._many, Tables) else []

    def hash(self, env: int) -> str:
        """The state hash of one game."""
        return self._many.hash(check_natural("env", env))

    def hashes(self) -> NDArray[np.uint64]:
        """The state hashes of all games, as numbers."""
        if isinstance(self._many, Tables):
            return np.array([int(self.hash(env), 16) for env in range(self.num_envs)], dtype=np.uint64)
        return self._many.hashes()

    def _numbers(self, actions: ArrayLike) -> NDArray[Any]:
        if isinstance(actions, np.ndarray) and actions.dtype in _NATIVE and actions.flags.c_contiguous:
            return actions
        try:
            numbers = np.asarray(actions)
        except (TypeError, ValueError, OverflowError):
            raise invalid("actions", type(actions).__name__, "an array of integers") from None
        if not np.issubdtype(numbers.dtype, np.integer):
            raise invalid("actions", str(numbers.dtype), "an array of integers")
        outside = np.argwhere((numbers < 0) | (numbers >= self.num_actions))
        if len(outside):
            at = tuple(int(i) for i in outside[0])
            raise invalid(f"actions{list(at)}", int(numbers[at]), f"in 0..={self.num_actions - 1}")
        return np.ascontiguousarray(numbers, dtype=np.uint8)

    def __reduce__(self) -> tuple[Any, ...]:
        # A vector is pickled as its arguments: the copy stands at the start of its first episodes.
        return _made, (self._arguments,)

    def __repr__(self) -> str:
        return f"<gridhaunt.Vector {self.num_envs} games of {self.name}, {self.threads} threads>"


def policy_of(policy: Any) -> tuple[str, NDArray[np.float64] | None]:
    """A policy by its words, as JSON; or the weights of a table."""
    if not (isinstance(policy, (list, tuple)) or hasattr(policy, "__array__")):
        return document(policy, "policy"), None
    try:
        return "null", np.asarray(policy, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise invalid("policy", type(policy).__name__, "words, or an array of weights") from None


def _made(arguments: Mapping[str, Any]) -> Vector | DeviceVector:
    made: Vector | DeviceVector = vector(**arguments)
    return made


@overload
def vector(
    game: str,
    *,
    num_envs: int,
    seed: int = 0,
    seats: int | str | Sequence[int | str] | None = None,
    opponents: AnyOpponents = None,
    observations: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    worlds: int | None = None,
    threads: int = 0,
    until_asked: bool = False,
    max_steps: int | None = None,
    autoreset: str = "same_step",
    final_observations: bool = False,
    results: bool = False,
    buffers: Mapping[str, NDArray[Any]] | None = None,
    writable: bool = False,
    terms: Mapping[str, Any] | None = None,
    device: Literal["cpu"] = "cpu",
    **settings: Any,
) -> Vector: ...


@overload
def vector(game: str, *, num_envs: int, device: str, **more: Any) -> DeviceVector: ...


def vector(
    game: str,
    *,
    num_envs: int,
    seed: int = 0,
    seats: int | str | Sequence[int | str] | None = None,
    opponents: AnyOpponents = None,
    observations: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    worlds: int | None = None,
    threads: int = 0,
    until_asked: bool = False,
    max_steps: int | None = None,
    autoreset: str = "same_step",
    final_observations: bool = False,
    results: bool = False,
    buffers: Mapping[str, NDArray[Any]] | None = None,
    writable: bool = False,
    terms: Mapping[str, Any] | None = None,
    device: str = "cpu",
    **settings: Any,
) -> Vector | DeviceVector:
    """Starts very many games of one kind.

    `seats` are the learned seats (all by default): numbers, names, roles or sides; whatever the order, arrays and actions
    have them in the order of `agents`. `opponents` play the others inside the engine: the default bot of each role, a bot for all, a mixture that is drawn each episode, or a mapping of these by
    role or side. Paths of programs and `gridhaunt.Bot`s are opponents too, with `terms` as in `gridhaunt.play`; their games
    are stepped one after another, which is far slower. With `until_asked` a step goes on until a learned seat is asked. `max_steps` truncates.

    `observations` are the names of the arrays for each learned seat (`gridhaunt games show GAME` lists them; every game
    has `mask`); by default the first array of the game. `options` are the options of the arrays
    (`{"orientation": "own"}`). Episodes are drawn from `worlds` different worlds (256, or as many as there are games if
    that is more, up to 4096). `threads=0` is one for each core, or fewer for few games.

    `autoreset` is `same_step`, `next_step` or `disabled`, as Gymnasium means them; `final_observations` keeps the last
    arrays of episodes in the first mode, and `results` says who won. `buffers` are arrays of yours to write into, by the name of an array or `rewards`,
    `dones`, `truncated`. `writable` arrays go to JAX without a copy. With `device="cuda"` (or `"cuda:1"`) the games are on a
    GPU and the result is a `gridhaunt.DeviceVector`, whose arrays and actions are on the device. Settings of the game are
    keywords.

    >>> env = vector("pyrat", num_envs=4, observations=["planes", "mask"], preset="tiny")
    >>> env.observations["planes"].shape
    (4, 2, 9, 9, 11)
    >>> alone = vector("pyrat", num_envs=4, seats=["python"], opponents="greedy", preset="tiny")
    >>> alone.agents, alone.rewards.shape
    (['python_1'], (4, 1))
    """
    arguments = {name: value for name, value in locals().items() if name != "settings"} | settings
    count, workers = check_natural("num_envs", num_envs), check_natural("threads", threads)
    names = None if observations is None else check_names("observations", observations)
    drawn = min(max(256, count), 4096) if worlds is None else check_natural("worlds", worlds)
    # A mode of Gymnasium has the name in capitals.
    autoreset = getattr(autoreset, "name", autoreset)
    if not isinstance(autoreset, str):
        raise invalid("autoreset", autoreset, "one of same_step, next_step, disabled")
    autoreset = arguments["autoreset"] = autoreset.lower()
    number = number_of(device)
    if number is not None:
        from .device import make

        told = check_flag("results", results)
        with arguments_too(settings, arguments.keys() - settings.keys()):
            return make(number, check_game(game), count, check_seed(seed), names, drawn, told, settings, arguments)
    if buffers is not None and not isinstance(buffers, Mapping):
        raise invalid("buffers", buffers, "a mapping of arrays by name")
    guests: list[Guest] = []
    words = words_of(opponents, guests)
    if has_outsiders(words):
        if count > 1 and any(guest.single for guest in guests):
            raise invalid("opponents", opponents, "a class, which makes a bot for each game: one bot cannot play several games")
        warnings.warn(
            "opponents: programs and objects are asked one game after another, far slower than built-in bots are", stacklevel=2
        )
        of_tables = {"seats": seats, "opponents": opponents, "observations": names, "options": options, "worlds": drawn}
        of_tables |= {"until_asked": until_asked, "max_steps": max_steps, "terms": terms} | settings
        tables = Tables(
            check_game(game),
            count,
            check_seed(seed),
            autoreset,
            check_flag("final_observations", final_observations),
            check_flag("results", results),
            buffers,
            check_flag("writable", writable),
            of_tables,
        )
        return Vector(tables, game, arguments)
    if terms is not None:
        raise invalid("terms", terms, "None where no program is an opponent")
    with arguments_too(settings, arguments.keys() - settings.keys()):
        many = Many(
            check_game(game),
            document(settings),
            count,
            check_seed(seed),
            names,
            document({} if options is None else options, "options"),
            drawn,
            workers,
            document(seats, "seats"),
            document(words, "opponents"),
            check_flag("until_asked", until_asked),
            optional_natural("max_steps", max_steps),
            autoreset,
            check_flag("final_observations", final_observations),
            check_flag("results", results),
            None if buffers is None else dict(buffers),
            check_flag("writable", writable),
        )
    return Vector(many, game, arguments)
