"""A vector on a device: what is refused before any device is needed, and what a machine without one says."""

import pickle

import gridhaunt
import pytest
from gridhaunt.device import _strides


def made(**arguments):
    return gridhaunt.vector("pyrat", num_envs=2, preset="tiny", **arguments)


@pytest.mark.parametrize("device", ["gpu", "cuda:", "cuda:-1", "cuda:x", "cuda:99999", "", None, 0, "CUDA"])
def test_devices_have_names(device):
    with pytest.raises(gridhaunt.Invalid, match="cpu, cuda or cuda:NUMBER") as wrong:
        made(device=device)
    assert wrong.value.field == "device"


@pytest.mark.parametrize(
    "refused",
    [
        {"seats": [0]},
        {"opponents": "greedy"},
        {"threads": 2},
        {"until_asked": True},
        {"max_steps": 5},
        {"autoreset": "next_step"},
        {"final_observations": True},
        {"buffers": {}},
        {"writable": True},
        {"terms": {}},
    ],
    ids=lambda refused: next(iter(refused)),
)
def test_what_a_device_cannot_do_is_refused(refused):
    with pytest.raises(gridhaunt.Invalid, match="on a device") as wrong:
        made(device="cuda", **refused)
    assert wrong.value.field == next(iter(refused))


@pytest.mark.parametrize(
    ("refused", "field"),
    [
        ({"seats": ["zombies"]}, "seats"),
        ({"seats": [0, 1]}, "seats"),
        ({"seats": "player", "opponents": {"ghost": "random"}}, "opponents.ghost_1"),
        ({"seats": "player", "opponents": {"zombie": "zombie:ties=random"}}, "opponents.zombie_1"),
        ({"seats": "player", "opponents": {"ghost": ["ghost", "random"]}}, "opponents"),
    ],
)
def test_other_seats_are_moved_as_their_usual_bots_or_not_at_all(refused, field):
    with pytest.raises(gridhaunt.Invalid, match="on a device") as wrong:
        gridhaunt.vector("snarl", num_envs=2, device="cuda", **refused)
    assert wrong.value.field == field


def test_without_a_device_one_line_says_so():
    try:
        env = made(device="cuda")
    except gridhaunt.Invalid as wrong:
        assert wrong.field == "device" and wrong.got == "cuda:0" and "\n" not in str(wrong)
    else:
        assert pickle.loads(pickle.dumps(env)).num_envs == 2


def test_settings_are_checked_first():
    with pytest.raises(gridhaunt.Invalid, match="width"):
        made(device="cuda", width=1)
    with pytest.raises(gridhaunt.Invalid, match="results"):
        made(device="cuda", results=1)


def test_the_processor_is_a_device_too():
    assert isinstance(made(device="cpu"), gridhaunt.Vector)


def test_strides_of_an_array_in_order():
    assert _strides([4, 3, 2], 8) == (48, 16, 8)
    assert _strides([5], 1) == (1,)
