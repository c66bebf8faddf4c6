"""Bots as programs, for the tests: folders that any user may read, and the processes that came of them."""

import contextlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PYTHON = Path(__file__).parents[1]
AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
"""Whether programs must run as root: each has a user of its own, who may not use an interpreter in the home of root."""
TERMS = {"as_root": True} if AS_ROOT else {}

GOOD = """
import gridhaunt

class Good(gridhaunt.Bot):
    def choose(self, view, legal):
        return legal[self.seat % len(legal)]

gridhaunt.bot.run(Good)
"""
PLAIN = """
import json, sys
BAD = {bad!r}
turns = 0
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        print(json.dumps({{"type": "hello"}}), flush=True)
    elif kind == "ping":
        print(json.dumps({{"type": "pong", "id": message["id"]}}), flush=True)
    elif kind == "start":
        print(json.dumps({{"type": "ready"}}), flush=True)
    elif kind == "turn":
        turns += 1
        action = message["legal"][0]
        if BAD == "crash" and turns > 2:
            raise SystemExit(3)
        if BAD == "hang" and turns > 2:
            import time
            time.sleep(1000)
        if BAD == "nonsense":
            action = {{"no": "action"}}
        print(json.dumps({{"type": "move", "id": message["id"], "action": action}}), flush=True)
"""


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A folder that programs of another user may read, as the keeper of a host that is root starts them."""
    place = Path(tempfile.mkdtemp(prefix="gridhaunt-test-"))
    place.chmod(0o755)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def program(place: Path, name: str, text: str, **keys: object) -> Path:
    """A bot folder with one script."""
    bot = place / name
    bot.mkdir()
    (bot / "bot.py").write_text(text)
    manifest = {"run": [sys.executable, "-B", "bot.py"], "startup": "30s", **keys}
    lines = [f"{key} = {json.dumps(value)}" for key, value in manifest.items()]
    (bot / "bot.toml").write_text("\n".join([*lines, f'[env]\nPYTHONPATH = "{PYTHON}"\n']))
    return bot


def plain(place: Path, name: str, bad: str = "", **keys: object) -> Path:
    """A bot without the package, which starts fast and may do something bad."""
    return program(place, name, PLAIN.format(bad=bad), **keys)


def processes(bot: Path) -> list[int]:
    """The processes that run a bot."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            if entry.name.isdigit() and Path(os.readlink(entry / "cwd")) == bot and int(entry.name) != os.getpid():
                found.append(int(entry.name))
    return found


def await_none(bot: Path, seconds: float = 5) -> list[int]:
    """Waits until no process runs a bot; those that still do."""
    until = time.monotonic() + seconds
    while processes(bot) and time.monotonic() < until:
        time.sleep(0.02)
    return processes(bot)
