"""The stage: folders of bots with their manifests, and what stands outside for the bad ones to reach for."""

import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
BOTS = HERE / "bots"


def table() -> list[dict]:
    return tomllib.loads((HERE / "table.toml").read_text())["bot"]


def interpreter() -> str:
    """A Python that other users may run too: those of a home folder mostly may not be."""
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        path = Path(python).resolve()
        if path.exists() and all(folder.stat().st_mode & stat.S_IXOTH for folder in [path, *path.parents]):
            return str(path)
    return sys.executable


class Stage:
    """A folder for everything, removed at the end; `word` marks every process that is started from it."""

    def __init__(self):
        self.home = Path(tempfile.mkdtemp(prefix="gridhaunt-bad-"))
        self.home.chmod(0o755)
        self.word = self.home.name
        self.python = interpreter()
        self.sockets = []
        self.sleeper = None
        self.lock = threading.Lock()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.sleeper:
            self.sleeper.kill()
            self.sleeper.wait()
        for end in self.sockets:
            end.close()
        subprocess.run(["chmod", "-R", "u+rwX", self.home], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.home, ignore_errors=True)

    def bot(self, name: str, case: str, row: dict) -> Path:
        """A folder with a bot in it, as its row has it; every case has one of its own, and its word in its arguments."""
        folder = self.home / "bots" / case / name
        folder.mkdir(parents=True)
        run = self.program(name, folder)
        for program in folder.iterdir():
            program.chmod(0o755)
        manifest = {"run": [*run, f"{self.word}/{case}"]}
        for key in ("startup", "options", "reuse"):
            if key in row:
                manifest[key] = row[key]
        if "outside" in row:
            manifest["options"] = self.outside(row["outside"], case)
        outside = {"uid": os.getuid(), "pid_namespace": os.readlink("/proc/self/ns/pid")}
        (folder / "outside.json").write_text(json.dumps(outside))
        (folder / "bot.toml").write_text("".join(f"{key} = {toml(value)}\n" for key, value in manifest.items()))
        return folder

    def program(self, name: str, folder: Path) -> list[str]:
        """Puts the program there, and returns what starts it."""
        if name == "plain" or (BOTS / f"{name}.c").exists():
            shutil.copy(self.compiled(name), folder / name)
            return [f"./{name}", '"index":0']
        shutil.copy(HERE / "honest.py", folder)
        if (BOTS / f"{name}.sh").exists():
            shutil.copy(BOTS / f"{name}.sh", folder)
            return ["/bin/sh", f"{name}.sh"]
        if name == "honest":
            (folder / "main.py").write_text("import honest\n\nhonest.play()\n")
            return [self.python, "-S", "-B", "main.py"]
        shutil.copy(BOTS / f"{name}.py", folder)
        return [self.python, "-S", "-B", f"{name}.py"]

    def compile(self) -> None:
        """Compiles all that is written in C."""
        (self.home / "compiled").mkdir()
        for source in [HERE / "plain.c", *sorted(BOTS.glob("*.c"))]:
            words = ["cc", "-O1", "-o", self.home / "compiled" / source.stem, source, "-pthread"]
            subprocess.run(words, check=True, timeout=60)

    def compiled(self, name: str) -> Path:
        return self.home / "compiled" / name

    def outside(self, kind: str, case: str) -> dict:
        """What the bad bots reach for, as options of their manifest."""
        if kind == "sleeper":
            with self.lock:
                if not self.sleeper:
                    self.sleeper = subprocess.Popen(["sleep", "600"])
            return {"pid": self.sleeper.pid}
        if kind == "processes":
            return {"pids": [os.getpid()]}
        if kind == "server":
            return {"port": self.server()}
        if kind == "sockets":
            return {"sockets": [str(self.unix(self.home / f"socket-{len(self.sockets)}")), self.unix(None)]}
        strangers = self.home / "outside" / case
        (strangers / "replays").mkdir(parents=True)
        for name in ("replays/match.jsonl", "secret"):
            (strangers / name).write_text("kept")
        if kind == "kept":
            # Whoever empties the bot's folder is root here: what the links point to must stay.
            return {"files": [str(strangers), str(strangers / "secret")]}
        if kind == "folders":
            strangers.chmod(0o777)
            return {"folders": [str(strangers), "/tmp/..", "/var/tmp", "/dev/shm/.."]}
        assert kind == "files", kind
        other = self.home / "bots" / case / "plain"
        return {"files": [str(strangers / "replays"), str(strangers / "secret"), str(other), str(self.home / "compiled" / "plain")]}

    def is_kept(self, case: str) -> bool:
        strangers = self.home / "outside" / case
        return all((strangers / name).read_text() == "kept" for name in ("replays/match.jsonl", "secret"))

    def server(self) -> int:
        """A port that answers, by TCP over IPv4 and IPv6 and by UDP."""
        first = socket.create_server(("127.0.0.1", 0))
        port = first.getsockname()[1]
        self.sockets.append(first)
        if socket.has_dualstack_ipv6():
            try:
                self.sockets.append(socket.create_server(("::1", port), family=socket.AF_INET6))
            except OSError:
                pass
        echo = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        echo.bind(("127.0.0.1", port))
        self.sockets.append(echo)

        def answer():
            try:
                while True:
                    echo.sendto(*echo.recvfrom(64))
            except OSError:
                pass

        threading.Thread(target=answer, daemon=True).start()
        return port

    def unix(self, path: Path | None):
        end = socket.socket(socket.AF_UNIX)
        name = str(path) if path else f"\0{self.word}-{len(self.sockets)}"
        end.bind(name)
        if path:
            path.chmod(0o777)
        end.listen()
        self.sockets.append(end)
        return name.replace("\0", "@")


def toml(value) -> str:
    """A value of a manifest; JSON is TOML but for tables."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)
