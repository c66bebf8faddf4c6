"""Very many games on a GPU: `gridhaunt.vector(..., device="cuda")`, with arrays that stay there."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._checks import check_flag, check_natural, check_seed, document, integer, invalid
from ._gridhaunt import DeviceArray, Fleet, capsule
from ._ranks import check_flags, check_seeds
from ._seated import words_of
from .vector import MOST_STEPS, Rollout, policy_of

DeviceObservations = dict[str, DeviceArray]

_WIDTHS = {f"{sign}int{bits}": bits // 8 for sign in ("", "u") for bits in (8, 16, 32, 64)}
"""The types of actions that a device takes as they are, with their bytes."""


class DeviceVector:
    """Many games of one kind on a GPU, stepped together.

    The arrays lie on the device and stay where they are: each step overwrites them, in the order of the stream it is on.
    torch (`torch.from_dlpack(env.rewards)`), CuPy (`cupy.asarray`), JAX (`jax.dlpack.from_dlpack`) and whoever knows DLPack or
    `__cuda_array_interface__` takes them without a copy; `numpy()` copies one to the host. Nobody may write into them. They
    hold what the same vector on the processor has, bit for bit.
    """

    def __init__(self, fleet: Fleet, name: str, arguments: Mapping[str, Any]) -> None:
        self._fleet = fleet
        self._arguments = dict(arguments)
        self._plays = 0
        self._held: tuple[Any, ...] = ()
        self.name: str = name
        self.num_envs: int = fleet.num_envs
        self.seats: int = fleet.seats
        """How many seats a game has."""
        self.learned: list[int] = list(range(fleet.learned))
        """The learned seats: all, or all but those that the game moves by itself."""
        self.agents: list[str] = fleet.agents
        """The names of their agents: role and number."""
        self.num_actions: int = fleet.actions
        self.table: tuple[int, ...] = tuple(fleet.room)
        """The shape of a table that is a policy of `play`: worlds, learned seats, places and actions."""
        self.autoreset: str = "same_step"
        """A game that ends starts again in the same step."""
        self.device: str = f"cuda:{fleet.device}"
        self.rewards: DeviceArray = fleet.rewards()
        """The rewards of the last step, by game and learned seat."""
        self.dones: DeviceArray = fleet.dones()
        """Which games ended with the last step."""
        self.terminated: DeviceArray = self.dones
        self.truncated: DeviceArray = fleet.truncated()
        """All false: nothing is cut off on a device."""
        self.observations: DeviceObservations = dict(fleet.observations())
        """Arrays by name; the first two axes are game and learned seat."""
        self.results: DeviceArray | None = fleet.results()
        """With `results`: 1 for each learned seat that won a game which ended with the last step, 0 if others did, a half in a draw;
        NaN where `dones` is false."""

    def reset(
        self,
        seed: int | Sequence[int | None] | None = None,
        mask: ArrayLike | None = None,
    ) -> DeviceObservations:
        """Starts a new episode of every game, or of those for which `mask` is true, as on the processor. Waits for the device."""
        self._fleet.reset(check_seeds(seed, self.num_envs), check_flags(mask, self.num_envs))
        return self.observations

    def step(self, actions: Any, stream: Any = None) -> tuple[DeviceObservations, DeviceArray, DeviceArray]:
        """Steps every game once with an action for every learned seat: an integer array on the device in C order, of
        shape `[num_envs, len(learned)]` or flat.

        The work is put on `stream`: a number, or a stream of torch, CuPy or whoever has `__cuda_stream__`. Without one it is
        the current stream of torch or CuPy for their arrays; others hand over by DLPack. It is one launch, and one for each
        array; nothing waits, and nothing is copied. A number that stands for no action is no choice.
        """
        if stream is None:
            stream = _current(actions)
        if stream is not None:
            self._fleet.follow(_address(stream), stream)
        address, width, kept = self._numbers(actions, stream is not None)
        self._fleet.step(address, width)
        # Whoever handed over memory without a stream must not reuse it before the step has read it.
        self._held = (kept, *self._held[:1])
        return self.observations, self.rewards, self.dones

    def play(self, steps: int, policy: str | ArrayLike = "uniform", *, seed: int | None = None) -> Rollout:
        """Plays so many steps of every game on the device in one launch, as on the processor: `policy` is `uniform`, `masked`
        or a table of weights. Afterwards the arrays are as if it had been stepped that often."""
        count = check_natural("steps", steps)
        if not 0 <= count <= MOST_STEPS:
            raise invalid("steps", steps, f"in 0..={MOST_STEPS}")
        _, weights = policy_of(policy)
        if weights is None and policy not in ("uniform", "masked"):
            raise invalid("policy", policy, "uniform, masked or a table of weights, which a device draws by itself")
        if seed is None:
            self._plays += 1
        chosen = self._plays if seed is None else check_seed(seed)
        returns, episodes = self._fleet.play(count, str(policy) if weights is None else "table", weights, chosen)
        return Rollout(count, returns.reshape(self.num_envs, len(self.learned)), episodes, None, None)

    def follow(self, stream: Any) -> None:
        """Puts all further work on this stream, after what is under way. A graph is captured on a stream that is followed
        already."""
        self._fleet.follow(_address(stream), stream)

    def wait(self) -> None:
        """Waits until the device has done all that was asked."""
        self._fleet.wait()

    def hash(self, env: int) -> str:
        """The state hash of one game."""
        return self._fleet.hash(check_natural("env", env))

    def hashes(self) -> Any:
        """The state hashes of all games, as numbers of NumPy."""
        return self._fleet.hashes()

    def _numbers(self, actions: Any, ordered: bool) -> tuple[int, int, Any]:
        """Address and width of actions, and what keeps them there. They are `ordered` if they are made on our stream."""
        kept: Any
        if ordered and hasattr(actions, "__cuda_array_interface__"):
            facts = actions.__cuda_array_interface__
            kept, (address, _), dtype = actions, facts["data"], np.dtype(facts["typestr"])
            shape, number = list(facts["shape"]), _number(actions)
            in_order = facts.get("strides") is None or tuple(facts["strides"]) == _strides(shape, dtype.itemsize)
            name = dtype.name
        else:
            if not hasattr(actions, "__dlpack__") or actions.__dlpack_device__()[0] != 2:
                raise invalid("actions", type(actions).__name__, f"an array on {self.device}")
            # 1 is how DLPack writes the default stream.
            kept = actions.__dlpack__(stream=self._fleet.stream or 1)
            told = capsule(kept)
            if told is None:
                raise invalid("actions", type(actions).__name__, f"an array on {self.device}")
            address, name, shape, number, in_order = told
        if number is not None and number != self._fleet.device:
            raise invalid("actions", f"an array on cuda:{number}", f"an array on {self.device}")
        if name not in _WIDTHS:
            raise invalid("actions", name, "an array of integers")
        learned = len(self.learned)
        if shape not in ([self.num_envs, learned], [self.num_envs * learned]):
            raise invalid("actions", shape, f"an array of shape [{self.num_envs}, {learned}]")
        if not in_order:
            raise invalid("actions", "an array that is not in C order", "an array in C order")
        return address, _WIDTHS[name], kept

    def __reduce__(self) -> tuple[Any, ...]:
        from .vector import _made

        return _made, (self._arguments,)

    def __repr__(self) -> str:
        return f"<gridhaunt.DeviceVector {self.num_envs} games of {self.name} on {self.device}, {self._fleet.name}>"


def _address(stream: Any) -> int:
    """The address of a stream, whoever made it."""
    number = integer(stream)
    for name in ("cuda_stream", "ptr"):
        number = integer(getattr(stream, name, None)) if number is None else number
    if number is None and hasattr(stream, "__cuda_stream__"):
        number = integer(stream.__cuda_stream__()[1])
    if number is None or not 0 <= number < 2**64:
        raise invalid("stream", stream, "a stream of CUDA, or its address")
    return number


def _current(array: Any) -> Any:
    """The stream on which the owner of an array works now; None where that is not known."""
    module = type(array).__module__.partition(".")[0]
    owner = sys.modules.get(module)
    if module == "torch" and owner is not None and getattr(array, "is_cuda", False):
        return owner.cuda.current_stream(array.device)
    if module == "cupy" and owner is not None:
        return owner.cuda.get_current_stream()
    return None


def _number(array: Any) -> int | None:
    """The number of the device an array is on, if it says so."""
    device = getattr(array, "device", None)
    return next((number for name in ("index", "id") if (number := integer(getattr(device, name, None))) is not None), None)


def _strides(shape: Sequence[int], width: int) -> tuple[int, ...]:
    """The strides of an array in C order."""
    strides = [width]
    for length in reversed(shape[1:]):
        strides.append(strides[-1] * length)
    return tuple(reversed(strides))


_REFUSED = {
    "threads": (0, "0 on a device, where each game has a thread"),
    "max_steps": (None, "None on a device"),
    "autoreset": ("same_step", "same_step on a device"),
    "final_observations": (False, "False on a device"),
    "buffers": (None, "None on a device, which has its own memory"),
    "writable": (False, "False on a device"),
    "terms": (None, "None on a device"),
}
"""What a vector on a device cannot do: arguments that must have this value."""


def make(
    number: int,
    game: str,
    count: int,
    seed: int,
    names: list[str] | None,
    drawn: int,
    results: bool,
    settings: Mapping[str, Any],
    arguments: Mapping[str, Any],
) -> DeviceVector:
    """Starts games on a device."""
    for field, (value, expected) in _REFUSED.items():
        given = arguments[field]
        if given != value:
            raise invalid(field, given, expected)
    options = arguments["options"]
    lens = document({} if options is None else options, "options")
    if arguments["seats"] is None and arguments["opponents"] is not None:
        raise invalid("opponents", arguments["opponents"], "None on a device where all seats are learned")
    seats, opponents = document(arguments["seats"], "seats"), document(words_of(arguments["opponents"], []), "opponents")
    until_asked = check_flag("until_asked", arguments["until_asked"])
    fleet = Fleet(game, document(settings), count, seed, names, lens, drawn, results, number, seats, opponents, until_asked)
    return DeviceVector(fleet, game, arguments)
