"""Arrays of the vector are tensors of torch and arrays of JAX without a copy."""

import gridhaunt
import jax
import numpy as np
import pytest
import torch

jax.config.update("jax_platforms", "cpu")


@pytest.fixture
def env():
    return gridhaunt.vector("pyrat", num_envs=64, observations=["planes"], writable=True, preset="tiny")


def test_torch_reads_the_engine_s_own_memory(env):
    planes = env.observations["planes"]
    tensor = torch.from_dlpack(planes)
    assert tensor.data_ptr() == planes.ctypes.data and tensor.shape == planes.shape and tensor.dtype == torch.uint8
    before = tensor.clone()
    env.step(np.ones((64, 2), dtype=np.uint8))
    assert np.array_equal(tensor.numpy(), planes) and not torch.equal(before, tensor), "a step is seen at once"


def test_jax_reads_the_engine_s_own_memory(env):
    planes = env.observations["planes"]
    array = jax.dlpack.from_dlpack(planes)
    assert array.unsafe_buffer_pointer() == planes.ctypes.data and array.shape == planes.shape


def test_arrays_are_aligned(env):
    assert all(array.ctypes.data % 64 == 0 for array in (*env.observations.values(), env.rewards, env.dones))


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.uint8])
def test_actions_of_torch_are_taken(env, dtype):
    env.step(torch.zeros((64, 2), dtype=dtype).numpy())
