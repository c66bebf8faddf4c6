"""Programs as players: Gridhaunt beside python-chess, which asks chess engines over pipes in the same way.

    make build && .venv/bin/python bench/peers/programs.py --rounds 5 --seconds 2

Both ask two programs that answer at once: a turn of PyRat asks both of them, and so does a turn here of chess, one after
the other as SimpleEngine has it. Neither program thinks, so what is measured is the host: writing, waking, reading,
checking the answer, and in Gridhaunt playing the turn and recording it. Rounds are interleaved, and ratios are taken
within a round.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent.parent
TURNS = 300


def gridhaunt(work: Path, seconds: float) -> float:
    """Turns a second of matches one at a time; both programs stay where they are, so a match has 300 turns."""
    command = Path(os.environ.get("GRIDHAUNT", ROOT / "target" / "release" / "gridhaunt")).resolve()
    games = max(2, round(seconds * 10_000 / TURNS))
    words = ["play", "pyrat", "./idle", "./idle", "-c", "preset=medium", "-n", str(games), "-o", "record.jsonl"]
    began = perf_counter()
    subprocess.run([command, *words], cwd=work, env=os.environ | {"RAYON_NUM_THREADS": "1"}, check=True, stdout=subprocess.DEVNULL)
    return games * TURNS / (perf_counter() - began)


def python_chess(work: Path, seconds: float) -> float:
    import chess
    import chess.engine

    engines = [chess.engine.SimpleEngine.popen_uci(str(work / "uci")) for _ in range(2)]
    board, limit, turns = chess.Board(), chess.engine.Limit(nodes=1), 0
    began = perf_counter()
    while perf_counter() - began < seconds:
        for engine in engines:
            assert engine.play(board, limit).move
        turns += 1
    speed = turns / (perf_counter() - began)
    for engine in engines:
        engine.quit()
    return speed


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--seconds", type=float, default=2)
    given = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="gridhaunt-peers-") as name:
        work = Path(name)
        work.chmod(0o755)
        (work / "idle").mkdir()
        (work / "idle" / "bot.toml").write_text("run = [\"./plain\", '\"action\":\"stay\"']\n")
        for source, program in [(ROOT / "tests/bad-bots/plain.c", "idle/plain"), (ROOT / "bench/peers/uci.c", "uci")]:
            subprocess.run(["cc", "-O2", "-o", work / program, source], check=True)
        rounds = [(gridhaunt(work, given.seconds), python_chess(work, given.seconds)) for _ in range(given.rounds)]
    for column, title in enumerate(("gridhaunt: turns a second", "python-chess: turns a second")):
        show(title, [pair[column] for pair in rounds], 0)
    show("ratio", [ours / theirs for ours, theirs in rounds], 1)
    return 0


def show(title: str, values: list[float], digits: int) -> None:
    print(f"{title:32} {statistics.median(values):10.{digits}f} ({min(values):.{digits}f} .. {max(values):.{digits}f})")


if __name__ == "__main__":
    sys.exit(main())
