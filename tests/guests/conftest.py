"""What all tests of guests share: the command, a workspace as that package writes it, and what the host may do here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

GRIDHAUNT = os.environ.get("GRIDHAUNT", "gridhaunt")


def can_be_shut_in() -> bool:
    """Whether a program with an uid of its own, which it has if we are root, may use this Python."""
    if os.geteuid() != 0:
        return True
    tried = subprocess.run([sys.executable, "-c", "import gridhaunt.guests.pyrat_game"], user=65534, group=65534, cwd="/", env={}, capture_output=True)
    return tried.returncode == 0


@pytest.fixture(scope="session")
def shut_in() -> bool:
    return can_be_shut_in()


@pytest.fixture
def gridhaunt(shut_in: bool, tmp_path: Path):
    """Runs the command in a folder that is open to others, with this Python for guests."""
    for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        folder.chmod(0o755)
    env = {**os.environ, "GRIDHAUNT_PYTHON": sys.executable, "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def run(*words: Any, rc: int | None = 0, timeout: float = 120) -> tuple[list[dict[str, Any]], str]:
        more = [] if shut_in or words[0] in ("tournament", "doctor") else ["--as-root"]
        done = subprocess.run([GRIDHAUNT, *map(str, words), *more], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=timeout)
        assert rc is None or done.returncode == rc, done.stderr + done.stdout
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")], done.stderr

    return run


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace that the package's generator writes. It writes into site-packages too: this environment is thrown away."""
    folder = tmp_path_factory.mktemp("course")
    script = "import pyrat; pyrat.init_workspace('workspace')"
    subprocess.run([sys.executable, "-c", script], cwd=folder, check=True, capture_output=True)
    subprocess.run(["chmod", "-R", "a+rX", folder.parent], check=True)
    return folder / "workspace"
