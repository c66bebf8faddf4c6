"""What docs/python/scale-out.md tells about speed: matches a second by workers, and what the driver does a second.

The best of some rounds is told, since other work on the machine only ever slows.

Run it in an environment with Ray and the package: `python bench/ray/measure.py [SEEDS [ROUNDS]]`.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_TMPDIR": tempfile.mkdtemp(prefix="gr-"), "PYTHONPATH": str(ROOT / "python")}
sys.path.insert(0, str(ROOT / "python"))

import gridhaunt.ray  # noqa: E402
import ray  # noqa: E402
from gridhaunt import scale  # noqa: E402
from gridhaunt._gridhaunt import Plan  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

RECIPE = {"name": "mud", "game": "pyrat", "bots": ["greedy", "random"], "vary": {"mud_density": [0.0, 0.3]}}


def timed(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main(seeds, rounds):
    folder = Path(tempfile.mkdtemp())
    plan = Plan(scale.describe(RECIPE, seeds, None, None, None, None, {}))
    lines = plan.play(2, plan.matches, 0)
    print(f"bytes a match: {len(lines) / (plan.matches - 2):.0f}")
    best = {}

    def note(name, count, seconds):
        best[name] = max(best.get(name, 0.0), count / seconds)

    for number in range(rounds):
        for threads in (1, 2):
            note(f"one process, {threads} threads: matches", plan.matches - 2, timed(lambda threads=threads: plan.play(2, plan.matches, threads)))
        run = plan.run(folder / f"{number}.jsonl", False)
        note("joined: matches", plan.matches - 2, timed(lambda run=run: run.take(lines)))
        run.close()
        for count in (1, 2):
            cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
            for _ in range(count):
                cluster.add_node(num_cpus=1)
            ray.init(address=cluster.address, log_to_driver=False)
            gridhaunt.ray.experiment(RECIPE, games=200)  # Starts the workers.
            path = folder / f"ray-{number}-{count}.jsonl"
            spread = timed(lambda path=path: gridhaunt.ray.experiment(RECIPE, games=seeds, ledger=path))
            assert path.read_bytes() == (folder / f"{number}.jsonl").read_bytes()
            note(f"Ray, {count} workers: matches", plan.matches, spread)
            nothing = ray.remote(lambda: b"")
            note(f"Ray, {count} workers: empty tasks", 1000, timed(lambda nothing=nothing: ray.get([nothing.remote() for _ in range(1000)])))
            ray.shutdown()
            cluster.shutdown()
    for name, rate in best.items():
        print(f"{name} a second, best of {rounds}: {rate:,.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
