"""Games of pgx on a GPU, with random legal choices, as the rollouts of `gridhaunt bench --device cuda` are: steps a second.

Needs jax with a GPU, pgx and svgwrite: `python bench/peers/device.py [GAMES]`.
"""

import statistics
import sys
import time

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 18
STEPS = 64
NAMES = ["tic_tac_toe", "connect_four", "minatar-asterix", "minatar-breakout", "othello"]


def rollout(env):
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def turn(state, key):
        choose, chance = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choose, logits, axis=-1)
        return step(state, action, jax.random.split(chance, GAMES)), None

    play = jax.jit(lambda state, key: jax.lax.scan(turn, state, jax.random.split(key, STEPS))[0], donate_argnums=0)
    return jax.jit(init), play


for name in NAMES:
    init, play = rollout(pgx.make(name))
    state = play(init(jax.random.split(jax.random.key(0), GAMES)), jax.random.key(1))
    jax.block_until_ready(state)
    speeds = []
    for number in range(5):
        began = time.perf_counter()
        state = play(state, jax.random.key(2 + number))
        jax.block_until_ready(state)
        speeds.append(GAMES * STEPS / (time.perf_counter() - began))
    print(f"pgx {pgx.__version__} {name}: {statistics.median(speeds) / 1e6:.1f} M steps a second, {min(speeds) / 1e6:.1f} to {max(speeds) / 1e6:.1f}, {GAMES} games", flush=True)
