"""What an event costs beside plain play: `duel` keeps every match in a store, `play` writes one file.

    make build && python3 bench/events.py --rounds 5 --blocks 2000

Both play the same bots on the same settings, two matches a block, over all cores, and both keep every replay. Rounds are
interleaved, and a ratio is taken within a round. An event is to reach at least 0.8 of plain play (arena page, section 8).
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
WANTED = 0.8


def matches_a_second(work: Path, words: list[str], matches: int) -> float:
    command = Path(os.environ.get("GRIDHAUNT", ROOT / "target" / "release" / "gridhaunt")).resolve()
    began = perf_counter()
    subprocess.run([command, *words], cwd=work, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return matches / (perf_counter() - began)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--blocks", type=int, default=2000)
    words.add_argument("--bots", nargs=2, default=["greedy", "greedy:ties=first"], help="two entrants of PyRat; an event has no entrant twice")
    words.add_argument("--json", action="store_true")
    given = words.parse_args()
    matches, ratios, speeds = 2 * given.blocks, [], {"duel": [], "play": []}
    with tempfile.TemporaryDirectory(prefix="gridhaunt-events-") as name:
        work = Path(name)
        for number in range(given.rounds):
            runs = {
                "duel": ["duel", "pyrat", *given.bots, "--fixed", str(given.blocks), "--db", f"{number}.db"],
                "play": ["play", "pyrat", *given.bots, "-n", str(matches), "-s", "1", "-o", f"{number}.jsonl.zst"],
            }
            order = list(runs) if number % 2 == 0 else list(runs)[::-1]
            found = {which: matches_a_second(work, runs[which], matches) for which in order}
            for which, speed in found.items():
                speeds[which].append(speed)
            ratios.append(found["duel"] / found["play"])
            for path in work.iterdir():
                path.unlink()
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    told = {
        "matches": matches, "rounds": given.rounds, "ratio": statistics.median(ratios), "least": min(ratios), "most": max(ratios),
        "duel_per_second": statistics.median(speeds["duel"]), "play_per_second": statistics.median(speeds["play"]), "peak_memory_kib": most,
    }  # fmt: skip
    if given.json or not sys.stdout.isatty():
        print(json.dumps(told))
    else:
        print(f"duel  {told['duel_per_second']:,.0f} matches a second")
        print(f"play  {told['play_per_second']:,.0f} matches a second")
        print(f"ratio {told['ratio']:.2f} ({told['least']:.2f} to {told['most']:.2f} in {given.rounds} rounds of {matches:,} matches), wanted {WANTED}")
        print(f"memory {most / 1024:,.0f} MiB at most")
    return 0 if told["ratio"] >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
