"""The games for OpenSpiel: `load` makes one, and `pyspiel.load_game("gridhaunt_pyrat")` finds them after this import.

    >>> from gridhaunt import openspiel
    >>> game = openspiel.load("pyrat", width=3, height=2, walls=[], cheese=[[1, 0]], max_turns=3)
    >>> state = game.new_initial_state()
    >>> [state.action_to_string(0, action) for action in state.legal_actions(0)]
    ['up', 'right', 'stay']
    >>> state.apply_actions([1, 4])
    >>> state.is_terminal(), state.returns()
    (True, [1.0, -1.0])
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

from ._checks import check_game, check_names, check_seed, document, integer, invalid
from ._gridhaunt import games, schema, title
from ._line import Line, Rules, rules

try:
    import pyspiel
except ImportError as _error:
    raise ImportError("gridhaunt.openspiel needs OpenSpiel: pip install gridhaunt[openspiel]") from _error

if TYPE_CHECKING:
    from ._pyspiel import Game as SpielGame
    from ._pyspiel import State as SpielState
else:
    SpielGame, SpielState = pyspiel.Game, pyspiel.State

__all__ = ["Game", "Observer", "State", "load"]

MOST_SEEDS = 2**20
MOST = 2**31 - 1
UNSET: dict[type, Any] = {int: -(2**31), float: math.nan, str: ""}
"""The default of a parameter that was not given, by its type: OpenSpiel has no value for nothing."""
DEFAULTS: dict[str, Any] = {
    "seed": 0,
    "seeds": None,
    "observations": None,
    "options": {},
    "returns": "outcome",
    "max_steps": None,
}
OWN: dict[str, Any] = {name: UNSET[int] for name in ("seed", "seeds", "max_steps")} | {"returns": "", "settings": ""}
"""The parameters that every game has."""


class State(SpielState):
    """Where a game stands. `clone` costs little: a copy has a match of its own only when it plays on."""

    def __init__(self, game: Game, line: Line) -> None:
        super().__init__(game)
        self._line = line

    def current_player(self) -> int:
        """The seat that acts; all of them where several choose at once."""
        line = self._line
        if line.over:
            player = pyspiel.PlayerId.TERMINAL
        elif line.world is None:
            player = pyspiel.PlayerId.CHANCE
        elif line.rules.at_once:
            player = pyspiel.PlayerId.SIMULTANEOUS
        else:
            return line.asked[len(line.pending)]
        return int(player)

    def _legal_actions(self, player: int) -> list[int]:
        return self._line.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The worlds that may be drawn at the start, all with the same chance."""
        seeds = self._line.rules.seeds or 1
        return [(world, 1 / seeds) for world in range(seeds)]

    def _check_running(self) -> None:
        if self._line.over:
            raise invalid("state", "a state that is over", "one that is not, as is_terminal() tells")

    def _apply_action(self, action: int) -> None:
        self._check_running()
        if self._line.world is None:
            self._line.begin(action)
        else:
            self._line.choose(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self._check_running()
        self._line.step(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"seed {self._line.rules.seed + action}"
        return self._line.words(player, action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was cut off."""
        return self._line.over

    def rewards(self) -> list[float]:
        """What the last step paid; with `returns="outcome"` the returns, at the end."""
        if self._line.rules.pays_rewards:
            return self._line.rewards
        return self.returns()

    def returns(self) -> list[float]:
        """What every seat has got: see `load`."""
        return self._line.returns()

    def __str__(self) -> str:
        return str(self._line)


class Game(SpielGame):
    """A game of Gridhaunt as OpenSpiel plays it; `load` makes it."""

    def __init__(self, rules: Rules, parameters: Mapping[str, Any]) -> None:
        kind, info = _facts(rules)
        super().__init__(kind, info, dict(parameters))
        self._rules = rules
        self._first = Line(rules)

    def new_initial_state(self) -> State:
        """The start of the game, before the world is drawn if there are several."""
        return State(self, self._first.fork())

    def max_chance_nodes_in_history(self) -> int:
        """Chance acts once, at the start, if there are several worlds."""
        return 0 if self._rules.seeds is None else 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer | None:
        """What reads the tensors and texts of a seat: what it sees, or with perfect recall what it remembers.

        None for what is public alone or private alone, since what a seat sees is not split into these.
        """
        if params:
            raise invalid("params", dict(params), "empty: observers have no parameters; `load` has `observations` and `options`")
        if iig_obs_type is None:
            return Observer(self._rules, False)
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self._rules, iig_obs_type.perfect_recall)


class Observer:
    """Tensors and texts of a seat: what it sees now, or what it remembers."""

    def __init__(self, rules: Rules, recall: bool) -> None:
        self._recall = recall
        shapes = {name: tuple(shape) for name, _, shape, _ in rules.encodings}
        if recall:
            shapes = {"seen": (rules.rows, rules.size), "chosen": (rules.rows, rules.num_actions)}
        sizes = [math.prod(shape) for shape in shapes.values()]
        self.tensor: NDArray[np.float32] | None = np.zeros(sum(sizes), np.float32)
        """All numbers in a row; None where the memory of a seat would be too large."""
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict: dict[str, NDArray[np.float32]] = {
            name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }
        """The same numbers by name."""
        if recall and not rules.rows:
            self.tensor, self.dict = None, {}

    def set_from(self, state: State, player: int) -> None:
        """Writes the numbers of a seat."""
        if self.tensor is None:
            return
        line = state._line
        if not self._recall:
            self.tensor[:] = line.arrays(player)
            return
        self.tensor.fill(0)
        if line.world is None:
            return
        told = line.told(player)
        for row, (arrays, action) in enumerate(told.rows):
            self.dict["seen"][row] = arrays
            if action >= 0:
                self.dict["chosen"][row, action] = 1
        self.dict["seen"][len(told.rows)] = told.arrays

    def string_from(self, state: State, player: int) -> str:
        """The text of a seat."""
        line = state._line
        if line.world is None:
            return ""
        return line.memory(player) if self._recall else line.told(player).now


def _facts(rules: Rules) -> tuple[Any, Any]:
    """The type and the numbers of a game, as OpenSpiel declares them."""
    kind = _kind(
        rules.name,
        at_once=rules.at_once,
        chance=rules.seeds is not None,
        rewards=rules.pays_rewards,
        seats=(rules.seats, rules.seats),
        recall=rules.rows > 0,
    )
    most = math.inf if rules.pays_rewards else 1.0
    info = pyspiel.GameInfo(
        num_distinct_actions=rules.num_actions,
        max_chance_outcomes=rules.seeds or 0,
        num_players=rules.seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=None if rules.pays_rewards else 0.0,
        max_game_length=rules.length,
    )
    return kind, info


def _kind(name: str, *, at_once: bool, chance: bool, rewards: bool, seats: tuple[int, int], recall: bool) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"gridhaunt_{name.replace('-', '_')}",
        long_name=f"Gridhaunt: {title(name)}",
        dynamics=kind.Dynamics.SIMULTANEOUS if at_once else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if rewards else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.REWARDS if rewards else kind.RewardModel.TERMINAL,
        min_num_players=seats[0],
        max_num_players=seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=recall,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_specification(name),
    )


def load(
    game: str,
    *,
    seed: int = 0,
    seeds: int | None = None,
    observations: str | Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    returns: str = "outcome",
    max_steps: int | None = None,
    **settings: Any,
) -> Game:
    """A game for OpenSpiel. Settings of the game are keywords.

    The world is that of the `seed`; with `seeds` it is drawn at the start among so many, from `seed` on. `observations`
    are the names of the arrays that make the tensors (by default the first of the game), `options` their options. With
    `returns="outcome"` a seat gets at the end the share of the other seats that are placed behind it less the share of
    those before it, so that all sum to 0; with `"rewards"` what the game pays step by step. After `max_steps` decisions
    a game is cut off; by default this is twice the longest of some trials.

    >>> load("snarl", players=2).get_type().dynamics.name
    'SEQUENTIAL'
    """
    if not isinstance(returns, str) or returns not in ("outcome", "rewards"):
        raise invalid("returns", returns, "one of outcome, rewards")
    first = check_seed(seed)
    worlds = _natural("seeds", seeds, MOST_SEEDS)
    if worlds is not None and first + worlds > 2**64:
        raise invalid("seeds", seeds, "so many that the last seed is less than 2^64")
    given = {
        "game": check_game(game),
        "seed": first,
        "seeds": worlds,
        "observations": None if observations is None else check_names("observations", observations),
        "options": {} if options is None else options,
        "returns": returns,
        "max_steps": _natural("max_steps", max_steps, MOST),
        "settings": dict(sorted(settings.items())),
    }
    found = rules(document(given))
    return Game(found, _parameters(json.loads(found.key)))


def _natural(field: str, value: Any, most: int) -> int | None:
    number = None if value is None else integer(value)
    if value is not None and (number is None or not 1 <= number <= most):
        raise invalid(field, value, f"in 1..={most}")
    return number


def _specification(name: str) -> dict[str, Any]:
    """The parameters of a game: of its settings those that a number or a word can express."""
    known: dict[str, Any] = {}
    for setting, about in json.loads(schema(name))["properties"].items():
        kinds = {kind for option in about.get("anyOf", [about]) for kind in _types(option)}
        known |= {setting: UNSET[kind] for kind in (str, float, int) if kind in kinds}
    return known | OWN


def _types(option: dict[str, Any]) -> list[type]:
    named: dict[str, type] = {"integer": int, "boolean": int, "number": float, "string": str}
    values = option.get("enum", [option["const"]] if "const" in option else [])
    return [type(value) for value in values] or [named[kind] for kind in [option.get("type")] if kind in named]


def _parameters(given: dict[str, Any]) -> dict[str, Any]:
    """Arguments of `load` as parameters of OpenSpiel, which it can write into a line and read again.

    What is neither a small number nor a word stands in `settings`, as JSON with its signs escaped.
    """
    name = given.pop("game")
    flat = given.pop("settings") | {key: value for key, value in given.items() if value != DEFAULTS[key]}
    known = _specification(name)
    fits = {key: value for key, value in flat.items() if key in known and _fits(value, known[key])}
    rest = {key: value for key, value in flat.items() if key not in fits}
    return fits | ({"settings": quote(json.dumps(rest, separators=(",", ":")), safe="")} if rest else {})


def _fits(value: Any, unset: Any) -> bool:
    if type(value) is int:
        return type(unset) is int and unset < value <= MOST
    words = type(value) is str and type(unset) is str
    return words and re.fullmatch(r"[A-Za-z_][\w.-]*", value) is not None and value.lower() not in ("true", "false")


class _Loader:
    """Makes a game from parameters that OpenSpiel has read."""

    def __init__(self, name: str) -> None:
        self._name = name
        # OpenSpiel lets go of it when the interpreter is gone, so it must not be the last one that holds it.
        self._self = self

    def __call__(self, parameters: dict[str, Any]) -> Game:
        known = json.loads(schema(self._name))["properties"]
        given: dict[str, Any] = {}
        for key, value in parameters.items():
            if value in (UNSET[int], "") or value != value:
                continue
            if key == "settings":
                given |= _read(value)
            elif known.get(key, {}).get("type") == "boolean" and value in (0, 1):
                given[key] = bool(value)
            else:
                given[key] = value
        return load(self._name, **given)


def _read(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text if text.startswith("{") else unquote(text))
    except ValueError:
        given = None
    if not isinstance(given, dict) or "game" in given:
        raise invalid("settings", text, "a JSON object of arguments of `gridhaunt.openspiel.load`")
    return given


for _name in games():
    pyspiel.register_game(
        _kind(_name, at_once=True, chance=True, rewards=True, seats=(1, 128), recall=True), _Loader(_name)
    )
