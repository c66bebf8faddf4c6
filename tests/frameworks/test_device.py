"""Games on a GPU hold the same arrays as games on the processor, and torch, JAX and CuPy use them where they are."""

import gridhaunt
import numpy as np
import pytest

GAMES = 96


def has_device():
    try:
        gridhaunt.vector("pyrat", num_envs=1, preset="tiny", device="cuda")
    except gridhaunt.Invalid as wrong:
        print(f"device: {wrong}")
        return False
    return True


pytestmark = pytest.mark.skipif(not has_device(), reason="there is no CUDA device here: nothing is compared")

KINDS = {
    "pyrat": {"preset": "tiny"},
    "pyrat-own": {"max_turns": 90, "options": {"orientation": "own", "routes": 20}},
    "pyrat-large": {"width": 41, "height": 31, "max_turns": 60},
    "tag": {},
    "tag-window": {"survivors": 2, "killers": 5, "options": {"window": 4, "own": True}},
    "snarl": {"max_rounds": 20},
    "ghost-grid": {},
    "sproutopia": {},
}


def torch_on_device():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("this torch has no CUDA")
    return torch


def twins(kind, **more):
    """The same games on the processor and on the device, with every array."""
    game, settings = kind.removesuffix("-own").removesuffix("-large").removesuffix("-window"), KINDS[kind]
    arrays = [name for name, *_ in gridhaunt._gridhaunt.encodings(game, "{}", "{}")]
    common = {"num_envs": GAMES, "seed": 7, "worlds": 40, "observations": arrays, **settings, **more}
    return gridhaunt.vector(game, **common), gridhaunt.vector(game, **common, device="cuda")


def same(here, there, told):
    for name, array in here.observations.items():
        other = there.observations[name].numpy()
        assert other.dtype == array.dtype and np.array_equal(array, other, equal_nan=True), f"{told}: {name}"
    for name in ("rewards", "dones", "terminated", "truncated", "results"):
        array, other = getattr(here, name), getattr(there, name)
        if array is not None:
            assert np.array_equal(array, other.numpy(), equal_nan=True), f"{told}: {name}"


@pytest.mark.parametrize("kind", KINDS)
def test_steps_write_what_the_processor_writes(kind):
    torch = torch_on_device()
    here, there = twins(kind)
    told, told_there = twins(kind, results=True)
    same(here, there, "at the start")
    random = np.random.default_rng(1)
    ended = 0
    for step in range(80 if kind == "ghost-grid" else 200):
        actions = random.integers(0, here.num_actions, (GAMES, here.seats))
        dtype = [torch.uint8, torch.int16, torch.int32, torch.int64][step % 4]
        on_device = torch.as_tensor(actions, device="cuda").to(dtype)
        here.step(actions)
        there.step(on_device)
        told.step(actions)
        told_there.step(on_device.flatten())
        if step % 10 == 9 or here.dones.any():
            same(here, there, f"step {step}")
            same(told, told_there, f"step {step} with results")
        ended += int(here.dones.sum())
    assert np.array_equal(here.hashes(), there.hashes())
    assert ended > 0 or kind in ("ghost-grid", "sproutopia", "snarl"), "some games must end"


@pytest.mark.parametrize("kind", ["pyrat", "tag", "snarl"])
def test_restarts_are_those_of_the_processor(kind):
    here, there = twins(kind)
    some = np.arange(GAMES) % 3 == 0
    for seed, mask in [(None, None), (5, None), (None, some), ([None, 9] * (GAMES // 2), some)]:
        here.play(7, seed=3)
        there.play(7, seed=3)
        here.reset(seed=seed, mask=mask)
        there.reset(seed=seed, mask=mask)
        same(here, there, f"{seed} {mask is None}")
        assert np.array_equal(here.hashes(), there.hashes())


def table(env, policy):
    """The policy, or weights for every world, learned seat and place, or every seat and place where that would be many."""
    if policy != "table":
        return policy
    worlds, *rest = env.table
    return np.random.default_rng(4).random((worlds if np.prod(env.table) < 1 << 22 else 1, *rest))


@pytest.mark.parametrize("kind", ["pyrat", "pyrat-own", "tag", "snarl", "sproutopia", "ghost-grid"])
@pytest.mark.parametrize("policy", ["uniform", "masked", "table"])
def test_rollouts_are_those_of_the_processor(kind, policy):
    here, there = twins(kind)
    assert here.table == there.table
    policy = table(here, policy)
    for steps in (1, 150):
        played, elsewhere = here.play(steps, policy), there.play(steps, policy)
        assert np.array_equal(played.returns, elsewhere.returns) and np.array_equal(played.episodes, elsewhere.episodes)
        same(here, there, f"{steps} steps")
        assert np.array_equal(here.hashes(), there.hashes())


@pytest.mark.parametrize("until_asked", [False, True])
def test_zombies_and_ghosts_are_moved_by_their_bots(until_asked):
    torch = torch_on_device()
    told, told_there = twins("snarl", seats="player", until_asked=until_asked, results=True)
    here, there = twins("snarl", seats="player", until_asked=until_asked)
    assert here.learned == there.learned == [0, 1, 2, 3] and here.agents == there.agents
    same(here, there, "at the start")
    random = np.random.default_rng(1)
    for step in range(200):
        actions = random.integers(0, here.num_actions, (GAMES, 4))
        here.step(actions)
        there.step(torch.as_tensor(actions, device="cuda"))
        told.step(actions)
        told_there.step(torch.as_tensor(actions, device="cuda"))
        same(here, there, f"step {step}")
        same(told, told_there, f"step {step} with results")
    for policy in ("uniform", "masked", table(here, "table")):
        played, elsewhere = here.play(300, policy), there.play(300, policy)
        assert np.array_equal(played.returns, elsewhere.returns) and np.array_equal(played.episodes, elsewhere.episodes)
    here.reset(seed=5, mask=np.arange(GAMES) % 2 == 0)
    there.reset(seed=5, mask=np.arange(GAMES) % 2 == 0)
    same(here, there, "after a reset")
    assert played.episodes.sum() > 0 and np.array_equal(here.hashes(), there.hashes())


def test_torch_uses_the_memory_of_the_games():
    torch = torch_on_device()
    env = gridhaunt.vector("pyrat", num_envs=64, observations=["planes", "mask"], preset="tiny", device="cuda")
    planes = torch.from_dlpack(env.observations["planes"])
    assert planes.is_cuda and planes.shape == (64, 2, 9, 9, 11) and planes.dtype == torch.uint8
    assert planes.data_ptr() == env.observations["planes"].__cuda_array_interface__["data"][0]
    also = torch.as_tensor(env.observations["planes"], device="cuda")
    assert also.data_ptr() == planes.data_ptr()
    rewards, dones = torch.from_dlpack(env.rewards), torch.from_dlpack(env.dones)
    assert rewards.dtype == torch.float32 and dones.dtype == torch.bool
    before = planes.clone()
    env.step(torch.ones((64, 2), dtype=torch.int64, device="cuda"))
    assert not torch.equal(before, planes), "a step is seen at once"
    del env
    assert planes.sum() > 0, "the memory lives as long as whoever has it"


def test_cupy_uses_the_memory_of_the_games():
    cupy = pytest.importorskip("cupy")
    here, there = twins("pyrat")
    rewards = cupy.asarray(there.rewards)
    with cupy.cuda.Stream(non_blocking=True):
        for step in range(20):
            there.step(cupy.full((GAMES, 2), step % 5, dtype=cupy.int32))
            here.step(np.full((GAMES, 2), step % 5))
        assert np.array_equal(cupy.asnumpy(rewards), here.rewards)
        assert np.array_equal(cupy.asnumpy(cupy.from_dlpack(there.dones)), here.dones)
    same(here, there, "by CuPy, whose stream is gone")


def test_jax_uses_the_memory_of_the_games():
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("this JAX has no CUDA")
    here, there = twins("pyrat")
    for step in range(20):
        actions = jax.numpy.full((GAMES, 2), step % 5, dtype=jax.numpy.int32)
        there.step(actions)
        here.step(np.asarray(actions))
        rewards = jax.dlpack.from_dlpack(there.rewards)
        assert np.array_equal(np.asarray(rewards), here.rewards)
    planes = there.observations["planes"]
    assert jax.dlpack.from_dlpack(planes).unsafe_buffer_pointer() == planes.__cuda_array_interface__["data"][0]
    same(here, there, "by JAX")


def test_a_graph_of_torch_holds_steps():
    torch = torch_on_device()
    here, there = twins("pyrat")
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        mask = torch.from_dlpack(there.observations["mask"])
        there.follow(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=stream):
            for _ in range(4):
                there.step(mask.argmax(2))
    for _ in range(30):
        with torch.cuda.stream(stream):
            graph.replay()
        for _ in range(4):
            here.step(here.observations["mask"].argmax(2))
    stream.synchronize()
    same(here, there, "after a graph")


def test_what_is_wrong_is_said_in_words():
    torch = torch_on_device()
    env = gridhaunt.vector("pyrat", num_envs=4, device="cuda")
    wrong = {
        "an array on cuda:0": np.zeros((4, 2), dtype=np.uint8),
        "'Tensor' is not an array on cuda:0": torch.zeros((4, 2), dtype=torch.uint8),
        "'float32' is not an array of integers": torch.zeros((4, 2), device="cuda"),
        "[4, 3] is not an array of shape [4, 2]": torch.zeros((4, 3), dtype=torch.uint8, device="cuda"),
        "an array in C order": torch.zeros((2, 4), dtype=torch.uint8, device="cuda").T,
    }
    for words, actions in wrong.items():
        with pytest.raises(gridhaunt.Invalid) as error:
            env.step(actions)
        assert words in str(error.value) and error.value.field == "actions"
    with pytest.raises(gridhaunt.Invalid, match="stream"):
        env.step(torch.zeros((4, 2), dtype=torch.uint8, device="cuda"), stream="mine")
    with pytest.raises(gridhaunt.Invalid, match="no CUDA device 99"):
        gridhaunt.vector("pyrat", num_envs=4, device="cuda:99")
    with pytest.raises(gridhaunt.Invalid, match="of the device's memory") as error:
        gridhaunt.vector("sproutopia", num_envs=100_000_000, device="cuda")
    assert error.value.field == "num_envs"
    with pytest.raises(gridhaunt.Invalid, match="no kernels"):
        gridhaunt.vector("sproutopia", num_envs=4, rules="v2024.0.8", device="cuda")
    env.step(torch.full((4, 2), 77, dtype=torch.int64, device="cuda"))
    env.step(torch.full((4, 2), -1, dtype=torch.int64, device="cuda"))
    assert not env.dones.numpy().any(), "numbers that stand for nothing are no choices"
