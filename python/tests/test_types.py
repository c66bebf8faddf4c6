"""The types are right: mypy and pyright find nothing, and the stubs are those of the native module."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = Path(__file__).parents[1]
PUBLIC = (path for path in (PYTHON / "gridhaunt").rglob("*.py") if path.stem in ("__init__", "__main__") or not path.stem.startswith("_"))
MODULES = sorted(path.parent.name if path.stem == "__init__" else path.stem for path in PUBLIC)


def run(*arguments):
    # Pyright asks the first Python of the path where packages are.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = os.environ | {"PYTHONPATH": str(PYTHON), "PATH": path, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=PYTHON, env=environment, capture_output=True, text=True, timeout=300)


def test_mypy():
    pytest.importorskip("mypy")
    done = run("mypy", "gridhaunt", "tests/test_typed.py")
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs():
    pytest.importorskip("mypy")
    done = run("mypy.stubtest", "gridhaunt._gridhaunt")
    assert done.returncode == 0, done.stdout + done.stderr


def test_pyright():
    """Every public name has a type; what NumPy and others leave unknown in their own names is theirs."""
    pytest.importorskip("pyright")
    if shutil.which("node") is None:
        pytest.skip("pyright needs Node")
    done = run("pyright", "--verifytypes", "gridhaunt", "--ignoreexternal", "--outputjson")
    found = json.loads(done.stdout)["typeCompleteness"]
    wrong = [
        f"{symbol['name']}: {diagnostic['message']}"
        for symbol in found["symbols"]
        if symbol["isExported"]
        for diagnostic in symbol["diagnostics"]
        if diagnostic["severity"] == "error"
    ]
    assert wrong == []
    assert found["completenessScore"] == 1
    assert sorted(module["name"].rpartition(".")[2] for module in found["modules"]) == MODULES
