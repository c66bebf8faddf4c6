"""What all attacks share: the command, a generator that gives the same attack again, and what counts as a finding."""

import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# What steers a terminal: control codes but line feed and tab, and marks that turn the reading order round.
STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# ok, negative finding, usage, inconclusive, infrastructure. Anything else is a panic, an abort or a signal.
MEANT = {0, 1, 2, 3, 4}
SECONDS = 20
MEMORY = 1 << 30


def command() -> Path:
    named = os.environ.get("GRIDHAUNT")
    if named:
        return Path(named).resolve()
    found = [path for profile in ("release", "debug") if (path := ROOT / "target" / profile / "gridhaunt").exists()]
    if not found:
        sys.exit("attack: no gridhaunt command in target: run `make build` first, or set GRIDHAUNT=FILE")
    return max(found, key=lambda path: path.stat().st_mtime)


GRIDHAUNT = command()


class Finding(Exception):
    """Something got through."""


def limit() -> None:
    """A program that wants more than this is refused it, and dies of that: an attack on memory is found out."""
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY, 4 * MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(*words, given: bytes = b"", cwd=None, seconds=SECONDS, before=limit) -> subprocess.CompletedProcess:
    """Runs the command; a finding if it panics, dies, hangs or says something that steers a terminal."""
    words = [str(word) for word in words]
    try:
        done = subprocess.run(
            [GRIDHAUNT, *words], input=given, capture_output=True, cwd=cwd, timeout=seconds, preexec_fn=before, check=False
        )
    except subprocess.TimeoutExpired:
        raise Finding(f"gridhaunt {' '.join(words)}: no end after {seconds} s") from None
    look(words, done.returncode, done.stdout + done.stderr)
    return done


def look(words, code: int, said: bytes) -> None:
    text = said.decode(errors="replace")
    if code not in MEANT or "panicked" in text:
        raise Finding(f"gridhaunt {' '.join(words)}: exit code {code}\n{text[-2000:]}")
    raw = STEERS.search(text)
    if raw:
        raise Finding(f"gridhaunt {' '.join(words)}: says {raw.group()!r} in {text[max(0, raw.start() - 60):raw.end() + 60]!r}")


def mutate(data: bytes, dice: random.Random, others: list[bytes]) -> bytes:
    """One to four edits of bytes, numbers, words and lines, or a splice of two files."""
    for _ in range(dice.randint(1, 4)):
        place = dice.randrange(len(data) + 1)
        span = min(len(data) - place, 1 << dice.randrange(8))
        kind = dice.randrange(9)
        if kind == 0:
            data = data[:place] + dice.randbytes(span) + data[place + span :]
        elif kind == 1:
            data = data[:place] + data[place + span :]
        elif kind == 2:
            data = data[:place] + data[place : place + span] * 2 + data[place + span :]
        elif kind == 3:
            data = data[:place]
        elif kind == 4:
            number = dice.choice([b"0", b"-1", b"255", b"256", b"65536", b"4294967296", b"18446744073709551616", b"1e999", b"0.5", b"null"])
            data = swap(data, rb"\d+", number, dice)
        elif kind == 5:
            word = dice.choice([b'""', b'"\\u001b[2J"', b'"\xe2\x80\xae"', b"[]", b"{}", b"true", b'"' + b"a" * 5000 + b'"'])
            data = swap(data, rb'"[^"]*"', word, dice)
        elif kind == 6:
            lines = data.split(b"\n")
            first, second = dice.randrange(len(lines)), dice.randrange(len(lines))
            lines[first], lines[second] = lines[second], lines[first]
            data = b"\n".join(lines)
        elif kind == 7:
            lines = data.split(b"\n")
            line = dice.randrange(len(lines))
            lines[line:line] = [lines[dice.randrange(len(lines))]] * dice.choice([1, 1, 100])
            data = b"\n".join(lines)
        else:
            other = dice.choice(others)
            data = data[:place] + other[dice.randrange(len(other) + 1) :]
    return data


def swap(data: bytes, pattern: bytes, word: bytes, dice: random.Random) -> bytes:
    found = list(re.finditer(pattern, data))
    if not found:
        return data
    one = dice.choice(found)
    return data[: one.start()] + word + data[one.end() :]


@contextmanager
def folder():
    path = Path(tempfile.mkdtemp(prefix="gridhaunt-attack-"))
    try:
        yield path
    finally:
        for item in path.rglob("*"):
            if item.is_dir():
                item.chmod(0o755)
        shutil.rmtree(path, ignore_errors=True)


def games() -> list[str]:
    import json

    return [json.loads(line)["name"] for line in run("games", "--format", "json").stdout.splitlines()]


class Clock:
    """How long an attack goes on, and what it has done so far."""

    def __init__(self, seconds: float):
        self.end = time.monotonic() + seconds

    def runs(self) -> bool:
        return time.monotonic() < self.end


def resident(pid: int) -> int:
    """The memory of a process in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) * 1024
