"""Servers for tests, each on a loopback address of its own, and what they recorded."""

import functools
import json
import os
import random
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90


@functools.cache
def built(*package: str) -> str:
    """The program of a package, built if need be; GRIDHAUNT names the command, and other programs of the workspace may lie beside it."""
    if package[0] == "-p" and (named := os.environ.get("GRIDHAUNT")):
        beside = Path(named).resolve().with_name(package[1])
        if beside.exists():
            return str(beside)
    command = ["cargo", "build", "--quiet", "--message-format=json", *package]
    told = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    programs = [json.loads(line).get("executable") for line in told.splitlines()]
    return [program for program in programs if program][-1]


def gridhaunt(*words: object) -> str:
    command = [built("-p", "gridhaunt", "--features", "full"), *map(str, words)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def loopback() -> str:
    """An address that nobody else listens on: bots hard-code the port, not the address."""
    return "127." + ".".join(str(random.randrange(1, 255)) for _ in range(3))


class House:
    """A server that listens."""

    def __init__(self, folder: Path, *flags: object, port: int = 0):
        self.record = folder / "match.jsonl"
        self.host = loopback()
        words = ["sproutopia", "serve", "--address", self.host, "--port", port, "--bot-timeout", 60000]
        words += ["--format", "json", "--record", self.record, *flags]
        command = [built("-p", "gridhaunt", "--features", "full"), *map(str, words)]
        self.said: list[str] = []
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not (found := re.search(r"listening on .*:(\d+)$", self.said[-1] if self.said else "")):
            line = self.process.stderr.readline()
            assert line, f"the server does not listen: {self.said}"
            self.said.append(line.rstrip())
        self.url = f"http://{self.host}:{found[1]}/runnerhub"

    def end(self) -> dict:
        """Waits for its end; the result."""
        out, err = self.process.communicate(timeout=PATIENCE)
        self.said += err.splitlines()
        assert self.process.returncode == 0, self.said
        return json.loads(out)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Record:
    """The replay of a match, after it was verified."""

    def __init__(self, path: Path):
        self.path = path
        [verdict] = [json.loads(line) for line in gridhaunt("replay", "verify", path).splitlines()]
        assert verdict["ok"], verdict
        self.header, *self.steps, self.last = [json.loads(line) for line in path.read_text().splitlines()]

    def choices(self, seat: int) -> list[int]:
        return [action for step in self.steps for chooser, action in step["choices"] if chooser == seat]

    def view(self, seat: int, tick: int) -> dict:
        return json.loads(gridhaunt("replay", "show", self.path, "--step", tick, "--view", seat, "--format", "json"))


class Bot:
    """A program that runs. What it says goes to a file, so that it never waits for a reader."""

    def __init__(self, command: list[str], folder: Path = ROOT, **environment: str):
        self.out = tempfile.TemporaryFile("w+")
        variables = {**os.environ, **environment}
        self.process = subprocess.Popen(
            command, cwd=folder, env=variables, stdout=self.out, stderr=subprocess.STDOUT, text=True
        )

    def said(self) -> str:
        """Waits until it leaves in peace; what it said."""
        try:
            code = self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.out.seek(0)
            said = self.out.read()
        assert code == 0, f"{self.process.args} ended with {code}: {said[-2000:]}"
        return said
