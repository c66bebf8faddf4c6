"""A folder in which the commands of a page are run, one after the other."""

import functools
import json
import os
import pty
import re
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pages import ROOT, Command, Page
from prepared import BY_COMMANDS, MARKS, NOT_RUN, TEXTS

HERE = Path(__file__).resolve().parent
PATIENCE = 60
SCREENS = re.compile(r"^gridhaunt (watch|snarl local|snarl client)\b|^gridhaunt play .*(--human|--watch)\b")
SERVERS = re.compile(r"\bgridhaunt (snarl server|sproutopia serve)\b")


@functools.cache
def program() -> str:
    """The program to try: the one that is named, or else the one that is built here."""
    if named := os.environ.get("GRIDHAUNT"):
        return str(Path(named).resolve())
    told = subprocess.run(
        ["cargo", "build", "--quiet", "--message-format=json", "-p", "gridhaunt", "--features", "full"],
        cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
    found = [json.loads(line).get("executable") for line in told.splitlines()]
    return [path for path in found if path][-1]


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


class Failed(Exception):
    """A command did not do what its page says."""


class Terminal:
    """A program on a terminal, where `q` is pressed until it ends."""

    def __init__(self, stage: "Stage", text: str):
        self.text, self.seen, self.left = text, b"", False
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.chdir(stage.folder)
            os.execvpe("bash", ["bash", "-c", text], {**stage.environment(None), "TERM": "xterm", "LINES": "50", "COLUMNS": "160"})

    def leave(self, deadline: float) -> None:
        if self.left:
            return
        self.left = True
        status, pressed = None, time.monotonic()
        while status is None:
            ready, _, _ = select.select([self.screen], [], [], 0.1)
            try:
                if ready:
                    self.seen += os.read(self.screen, 1 << 16)
                if time.monotonic() > pressed + 0.5:
                    pressed = time.monotonic()
                    os.write(self.screen, b"q")
            except OSError:
                time.sleep(0.02)  # It has closed its side: its status comes now.
            pid, code = os.waitpid(self.pid, os.WNOHANG)
            status = code if pid else None
            if status is None and time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise Failed(f"does not end when q is pressed: {self.seen[-2000:]!r}")
        os.close(self.screen)
        # 1: whoever leaves has not come to the end.
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            raise Failed(f"exit {os.waitstatus_to_exitcode(status)}: {self.seen[-2000:].decode(errors='replace')}")


class Stage:
    """The folder of a page, what goes on in it, and the variables that were set."""

    def __init__(self, page: Page, folder: Path):
        self.page, self.folder = page, folder
        self.variables: list[str] = []
        self.making: set[str] = set()
        self.ports = {port: free_port() for port in ("45678", "5000")}
        self.servers: list[tuple[Command, subprocess.Popen]] = []
        self.clients: list[subprocess.Popen | Terminal] = []
        # A host that is root gives programs a user of their own, who must come to the folder.
        for place in [folder, *folder.parents]:
            if os.getuid() == 0 and Path(tempfile.gettempdir()) in place.parents:
                place.chmod(place.stat().st_mode | 0o055)
        for name in ("examples", "crates", "corpus"):
            (folder / name).symlink_to(ROOT / name)
        (folder / "bin").mkdir()
        (folder / "bin" / "gridhaunt").symlink_to(HERE / "gridhaunt_as_shown.py")
        (folder / "replays").mkdir()

    def environment(self, shown: list[str] | None) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name in ("HOME", "LANG", "LC_ALL", "TMPDIR", "DOCS_WHOLE")}
        return kept | {
            "PATH": f"{self.folder}/bin:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "DOCS_GRIDHAUNT": program(),
            "DOCS_SHOWN": "1" if shown is not None else "",
            "LC_ALL": "C.UTF-8",
        } | {f"DOCS_PORT_{usual}": port for usual, port in self.ports.items()}

    def prepare(self, text: str) -> None:
        """Makes the files that a command names and nobody has made."""
        for name in sorted([*BY_COMMANDS, *TEXTS, *MARKS]):
            path = self.folder / name
            if not re.search(rf"(?<![\w./]){re.escape(name)}(?![\w.])", text) or path.exists() or name in self.making:
                continue
            if f"-o {name}" in text or f"--record {name}" in text or f"> {name}" in text:
                continue
            path.parent.mkdir(exist_ok=True)
            if name in TEXTS:
                path.write_text(TEXTS[name])
            elif name in BY_COMMANDS:
                self.making.add(name)
                for command in BY_COMMANDS[name]:
                    self.prepare(command)
                    code, printed = self.shell(command, None)
                    if code != 0:
                        raise Failed(f"{name} cannot be made: {command}: {printed}")
            else:
                path.write_text(self.block_of(name))

    def block_of(self, name: str) -> str:
        """A file that stands in a block: its page, or another one, says that it is that."""
        kind = {".py": "python", ".toml": "toml"}[Path(name).suffix]
        for page in (self.page, *others()):
            for found, text in page.texts:
                if found == kind and MARKS[name] in text:
                    return text
        raise Failed(f"{name}: no block of a page holds it")

    def shell(self, text: str, shown: list[str] | None) -> tuple[int, str]:
        script = "\n".join(["set -o pipefail", *self.variables, text])
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env=self.environment(shown), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE,
        )  # fmt: skip
        return done.returncode, self.usual(done.stdout.decode(errors="replace"))

    def usual(self, text: str) -> str:
        """What was printed, with the ports that a reader has."""
        for usual, port in self.ports.items():
            text = text.replace(f":{port}", f":{usual}")
        return text

    def run(self, command: Command) -> None:
        text = command.text
        if any(text.startswith(beginning) for beginning in NOT_RUN):
            return
        if re.match(r"[A-Z_]+=\S", text) and "gridhaunt" not in text:
            self.variables.append(text)
            return
        if " client " not in text:
            self.settle()
        self.prepare(text)
        if SERVERS.search(text) and "--run" not in text:
            self.serve(command)
        elif SCREENS.match(text) and "--bot" not in text:
            client = Terminal(self, text)
            if " client " in text:
                self.clients.append(client)
            else:
                client.leave(time.monotonic() + PATIENCE / 2)
        elif " snarl client " in text and command.shown is not None:
            client = self.start(text)
            self.clients.append(client)
            printed, _ = client.communicate(timeout=PATIENCE)
            compare(client.returncode, self.usual(printed.decode(errors="replace")), command.shown)
        elif " snarl client " in text:
            self.clients.append(self.start(text))
        else:
            try:
                code, printed = self.shell(text, command.shown)
            except subprocess.TimeoutExpired as late:
                raise Failed(f"takes more than {PATIENCE} s: {(late.stdout or b'')[-2000:].decode(errors='replace')}") from None
            compare(code, printed, command.shown, cut=self.cut(command))

    @staticmethod
    def cut(command: Command) -> bool:
        """Whether fewer games were played than the page says, so that the numbers are others."""
        count = re.search(r"(?:-n|--games) (\d+)", command.text)
        return not os.environ.get("DOCS_WHOLE") and count is not None and int(count[1]) > 1000

    def start(self, text: str) -> subprocess.Popen:
        return subprocess.Popen(
            ["bash", "-c", f"exec {text}" if "|" not in text else text], cwd=self.folder, env=self.environment([]),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def serve(self, command: Command) -> None:
        """Starts a server. One that ends at once, since it cannot serve, is a command like any other."""
        if "already in use" in "".join(command.shown or []):
            with socket.create_server(("127.0.0.1", int(self.ports["5000"]))):
                compare(*self.shell(command.text, command.shown), command.shown)
            return
        process = self.start(command.text)
        printed = b""
        deadline = time.monotonic() + PATIENCE
        while b"listening on" not in printed:
            ready, _, _ = select.select([process.stdout], [], [], 0.2)
            more = os.read(process.stdout.fileno(), 1 << 16) if ready else b""
            printed += more
            if ready and not more:
                compare(process.wait(), self.usual(printed.decode()), command.shown)
                return
            if time.monotonic() > deadline:
                process.kill()
                raise Failed(f"neither listens nor ends: {printed!r}")
        self.servers.append((command, process))

    def settle(self) -> None:
        """Brings the servers that wait to their end, with bots where the page has nobody."""
        for command, process in self.servers:
            deadline = time.monotonic() + PATIENCE
            for _ in range(self.games(command)):
                self.fill(command)
                self.see_off(deadline)
            try:
                printed, _ = process.communicate(timeout=deadline - time.monotonic())
            except subprocess.TimeoutExpired:
                process.kill()
                raise Failed(f"{command}: the server does not come to its end: {process.communicate()[0][-2000:]!r}") from None
            if process.returncode != 0:
                raise Failed(f"{command}: exit {process.returncode}: {printed.decode(errors='replace')}")
        if not self.servers and self.clients:
            raise Failed("a client without a server")
        self.servers, self.clients = [], []

    @staticmethod
    def games(command: Command) -> int:
        count = re.search(r"--games (\d+)", command.text)
        return int(count[1]) if count else 1

    def see_off(self, deadline: float) -> None:
        """Lets people leave, and bots play to the end."""
        for client in self.clients:
            if isinstance(client, Terminal):
                client.leave(deadline)
        for client in self.clients:
            if isinstance(client, subprocess.Popen) and client.returncode is None:
                try:
                    client.communicate(timeout=deadline - time.monotonic())
                except subprocess.TimeoutExpired:
                    client.kill()
                    raise Failed(f"a client does not come to its end: {client.communicate()[0][-2000:]!r}") from None
        self.clients = []

    def fill(self, command: Command) -> None:
        words = shlex.split(command.text, comments=True)
        given = dict(zip(words, words[1:]))
        if "snarl" in words:
            for bot in range(len(self.clients), int(given.get("--clients", 4))):
                self.clients.append(self.start(f"gridhaunt snarl client --bot explorer --name bot{bot}"))
        else:
            self.prepare("client.py")
            wanted = int(given.get("--remote", 1 if "--fill" in given else given.get("--players", 4)))
            for bot in range(len(self.clients), wanted):
                self.clients.append(self.start(f"env RUNNER_PORT={self.ports['5000']} BOT_NICKNAME=python python3 client.py"))

    def close(self) -> None:
        for process in [process for _, process in self.servers] + self.clients:
            if isinstance(process, subprocess.Popen):
                process.kill()
                process.communicate()


@functools.cache
def others() -> list[Page]:
    from pages import pages, read

    return [read(path) for path in pages()]


def compare(code: int, printed: str, shown: list[str] | None, cut: bool = False) -> None:
    """The exit code, and what was printed against what is shown."""
    # A fault of a program is told, and is no failure of the command.
    bad = any(re.match(r"gridhaunt: (?!transcript |to hand it |.*, step \d+: )|FAIL |DIFFERS |cannot |the log ends", line) for line in shown or [])
    # 141: the reader of a pipe, such as `head`, has had enough.
    if (code not in (0, 141)) != bad and not (shown and '{"error"' in shown[0]):
        raise Failed(f"exit {code}:\n{printed[-3000:]}")
    if shown is None or cut:
        return
    wanted, got = trimmed(shown), trimmed(printed.splitlines())
    if not re.fullmatch("\n".join(map(pattern, wanted)).replace("ANY-LINES\n", "(?:.*\n)*?").replace("ANY-LINES", "(?:.*\n?)*?"), "\n".join(got)):
        raise Failed("\n".join(["the page shows", *wanted, "", "and it prints", *got[:200]]))


def trimmed(lines: list[str]) -> list[str]:
    """Without spaces at ends of lines and without empty lines at the two ends; times are no part of an answer."""
    kept = [line for line in lines if not re.match(r"games +[\d,]+ in .* a second", line)]
    text = "\n".join(re.sub(r"\d+\.\d+ ms", "0.00 ms", line.rstrip()) for line in kept)
    return text.strip("\n").split("\n")


def pattern(line: str) -> str:
    if line.strip() == "…":
        return "ANY-LINES"
    return ".*?".join(re.escape(part) for part in line.split("…"))
