"""The seat programs, one for each client library, and what they tell."""

import json
import uuid
from dataclasses import dataclass, field

from house import ROOT, Bot, built

HERE = ROOT / "tests" / "clients"


def python(client: str) -> str:
    return str(HERE / f".venv-{client}" / "bin" / "python")


def javascript(client: str) -> dict:
    return {"command": lambda: ["node", str(HERE / "javascript" / "seat.js")], "environment": {"SEAT_CLIENT": client}}


def script(client: str, name: str) -> dict:
    return {"command": lambda: [python(client), str(HERE / "python" / name)]}


def crate() -> dict:
    manifest = HERE / "rust" / "Cargo.toml"
    places = ["--manifest-path", str(manifest), "--target-dir", str(HERE / "rust" / "target")]
    return {"command": lambda: [built(*places)]}


CLIENTS = {
    "@microsoft/signalr 10": javascript("@microsoft/signalr"),
    "@microsoft/signalr 8": javascript("signalr-8"),
    "signalrcore 0.9": script("signalrcore-0.9", "seat_signalrcore.py"),
    "signalrcore 1": script("signalrcore-1", "seat_signalrcore.py"),
    "pysignalr": script("pysignalr", "seat_pysignalr.py"),
    "signalr-client": crate(),
}

# Those that can open the socket without asking first.
DIRECT = [name for name in CLIENTS if name.startswith(("@", "signalrcore"))]


@dataclass
class Told:
    """What a seat program told."""

    token: str
    registered: list = field(default_factory=list)
    information: list = field(default_factory=list)
    state: list = field(default_factory=list)
    sent: list = field(default_factory=list)
    end: list = field(default_factory=list)
    left: list = field(default_factory=list)
    order: list = field(default_factory=list)


class Seat:
    """A seat program that runs."""

    def __init__(self, client: str, url: str, **environment: str):
        self.token = str(uuid.uuid4())
        how = CLIENTS[client]
        environment = {"SEAT_URL": url, "SEAT_TOKEN": self.token, **how.get("environment", {}), **environment}
        self.bot = Bot(how["command"](), **environment)

    def end(self) -> Told:
        told = Told(self.token)
        lines = self.bot.said().splitlines()
        for line in (line for line in lines if line.startswith("[")):
            what, *words = json.loads(line)
            getattr(told, what).append(words[0] if len(words) == 1 else words)
            told.order.append(what)
        return told
