#!/usr/bin/env python3
"""Two gridhaunt commands side by side: how many times as fast the second one is, in every row of `gridhaunt bench`.

    bench/beside.py OLD NEW [--rounds 5] [--seconds 0.3] [--games 4096] [GAME ...]

Both are asked in turns, one short round each, so that a slow moment of the machine hits both. A row has the medians of both, the
ratio of the medians, and the least and the greatest ratio of a round. To have an earlier commit beside this one:

    git worktree add ../earlier COMMIT
    cargo build --release --features full --manifest-path ../earlier/Cargo.toml --target-dir ../earlier/target
    bench/beside.py ../earlier/target/release/gridhaunt target/release/gridhaunt
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys

Rows = dict[tuple[str, str], list[float]]


def ask(program: str, game: str | None, options: argparse.Namespace, rows: Rows) -> None:
    words = [program, "bench", *([game] if game else []), "--rounds", "1", "--seconds", str(options.seconds)]
    told = subprocess.run(
        [*words, "--games", str(options.games), "--format", "json"], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    for line in told.splitlines():
        row = json.loads(line)
        rows.setdefault((row["game"], row["what"]), []).append(row["median"])


def human(speed: float) -> str:
    for least, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if speed >= least:
            return f"{speed / least:.3g} {unit}"
    return f"{speed:.3g}"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("old")
    reader.add_argument("new")
    reader.add_argument("games_named", nargs="*", metavar="GAME")
    reader.add_argument("--rounds", type=int, default=5)
    reader.add_argument("--seconds", type=float, default=0.3)
    reader.add_argument("--games", type=int, default=4096, help="games side by side in a batch")
    options = reader.parse_intermixed_args()
    old: Rows = {}
    new: Rows = {}
    for done in range(options.rounds):
        for game in options.games_named or [None]:
            ask(options.old, game, options, old)
            ask(options.new, game, options, new)
        print(f"round {done + 1} of {options.rounds}", file=sys.stderr)
    print(f"{'game':12} {'what':34} {'old':>8} {'new':>8} {'ratio':>7}  from, to")
    for (game, what), speeds in new.items():
        now = statistics.median(speeds)
        if (game, what) not in old:
            print(f"{game:12} {what:34} {'':>8} {human(now):>8}")
            continue
        before = old[game, what]
        each = [after / earlier for after, earlier in zip(speeds, before)]
        ratio = now / statistics.median(before)
        print(
            f"{game:12} {what:34} {human(statistics.median(before)):>8} {human(now):>8} {ratio:7.2f}  {min(each):.2f}, {max(each):.2f}"
        )


if __name__ == "__main__":
    main()
