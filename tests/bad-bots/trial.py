"""One command with a bad bot in it, and everything that must hold when it is over."""

import json
import os
import re
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import siege

GRIDHAUNT = siege.GRIDHAUNT
LEVELS = ["0", "0+", "1", "2"]
TURNS = 8
# Long enough that an honest bot is in time on a busy machine, and few strikes, so that who is always late is out soon.
CLOCK = "500ms"
STRIKES = 2
SECONDS = 30
# A match that is over has let go of everything within this: two graces of half a second (B7.5), and a busy machine.
GONE = 3.0


@dataclass
class Played:
    """What came of a command."""

    code: int
    said: str
    seconds: float
    matches: list = field(default_factory=list)


@dataclass
class Game:
    """One match of a record."""

    header: dict
    steps: list
    end: dict

    def verdicts(self, seat: int) -> list[str]:
        found = [verdict for step in [*self.steps, self.end] for who, verdict, *_ in step.get("verdicts", []) if who == seat]
        return [verdict for verdict in found if verdict != "ok"]

    def choices(self, seat: int) -> list:
        return [action for step in self.steps for who, action in step["choices"] if who == seat]

    def notes(self, seat: int) -> list:
        return [note for step in self.steps for who, note in step.get("notes", []) if who == seat]

    def used(self) -> list[int]:
        return [used for step in self.steps for _, used in step.get("used_us", [])]


def games(text: str) -> list[Game]:
    found = []
    for line in map(json.loads, text.splitlines()):
        if "gridhaunt" in line:
            found.append(Game(line, [], {}))
        elif "end" in line:
            found[-1].end = line
        else:
            found[-1].steps.append(line)
    return found


def play(stage, case: str, words: list, seconds: float) -> Played:
    """Plays in a folder of its own; a finding if anything is left, or raw, or late."""
    work = stage.home / "work" / case
    private = work / "tmp"
    private.mkdir(parents=True)
    private.chmod(0o1777)
    record = work / "record.jsonl"
    words = [str(word) for word in ["play", *words, "-o", record]]
    environment = os.environ | {"TMPDIR": str(private), "GRIDHAUNT_BAD_BOTS": f"{stage.word}/{case}"}
    began = time.monotonic()
    going = subprocess.Popen([GRIDHAUNT, *words], cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, err = going.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        going.kill()
        going.communicate()
        raise siege.Finding(f"no end after {seconds} s") from None
    took = time.monotonic() - began
    said = (out + err).decode(errors="replace")
    siege.look(words, going.returncode, out + err)
    check_gone(f"{stage.word}/{case}")
    left = sorted(str(path.relative_to(private)) for path in private.iterdir())
    if left:
        raise siege.Finding(f"left in the temporary folder: {left}")
    text = record.read_text() if record.exists() else ""
    return Played(going.returncode, said, took, games(text))


def ours(word: str) -> list[str]:
    """The processes that have this word in their arguments or environment."""
    found = []
    mark = word.encode()
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            told = [Path(entry.path, name).read_bytes() for name in ("cmdline", "environ")]
            state = Path(entry.path, "stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        # The end of the word must be there too: `late` is not `late_always`.
        if state != "Z" and any(re.search(re.escape(mark) + rb"(?![\w+.-])", text) for text in told):
            found.append(f"{entry.name} {told[0].replace(bytes(1), b' ').decode(errors='replace')}")
    return found


def check_gone(word: str) -> None:
    end = time.monotonic() + GONE
    while left := ours(word):
        if time.monotonic() > end:
            raise siege.Finding(f"left running: {left}")
        time.sleep(0.02)


def levels(stage) -> dict[str, str]:
    """The levels that are not to be had here, with what the command says of them."""
    missing = {}
    for level in LEVELS:
        case = f"level-{level}"
        bot = stage.bot("plain", case, {})
        done = play(stage, case, [*board(1), bot, "idle", "--sandbox", level], SECONDS)
        if done.code != 0:
            missing[level] = done.said.strip().splitlines()[-1]
    return missing


def board(turns: int, preset: str = "small") -> list[str]:
    return ["pyrat", "-s", "7", "-c", f"preset={preset}", "-c", f"max_turns={turns}"]


def trial(stage, row: dict, level: str, honest: list, again: str = "") -> str:
    """Plays a row of the table at a level; returns a few words about it."""
    name, case = row["name"], f"{row['name']}-{level}{again}"
    row = row | row.get("at", {}).get(level, {})
    bots = [stage.bot("plain", case, {}), stage.bot(name, case, row)][::-1]
    words = [*board(row.get("turns", TURNS), row.get("preset", "small")), *bots, "--sandbox", level, "--clock", row.get("clock", CLOCK)]
    words += ["-n", row.get("games", 1)] if "games" in row else []
    words += ["--strikes", row.get("strikes", STRIKES)]
    done = play(stage, case, words, row.get("seconds", SECONDS))
    if row["ends"] == "void" or row["ends"] == "any" and done.code != 0:
        counted = [match for match in done.matches if match.end.get("stopped") != "void"]
        if counted or done.code == 0 or not any(verdict in done.said for verdict in row["verdicts"]):
            raise siege.Finding(f"the match must be void, {' or '.join(row['verdicts'])}; exit code {done.code}\n{done.said}")
        return f"void {done.seconds:.1f} s"
    if len(done.matches) != row.get("games", 1):
        raise siege.Finding(f"{len(done.matches)} matches are recorded; exit code {done.code}\n{done.said}")
    last = done.matches[-1]
    found = last.verdicts(0)
    if set(found) - set(row["verdicts"]) or bool(found) != bool(row["verdicts"]):
        raise siege.Finding(f"verdicts {found}, expected {row['verdicts'] or 'none'}\n{done.said}")
    if any(match.verdicts(1) for match in done.matches):
        raise siege.Finding(f"its opponent has {last.verdicts(1)}\n{done.said}")
    ends = last.end.get("stopped", "game")
    if row["ends"] not in (ends, "any"):
        raise siege.Finding(f"the match ends by {ends}, expected {row['ends']}\n{done.said}")
    if row.get("same") and last.choices(0) != honest:
        raise siege.Finding(f"choices {last.choices(0)}, an honest bot has {honest}")
    if name == "links_out" and not stage.is_kept(case):
        raise siege.Finding("the files that its links point to are gone")
    if name == "kills_by_number" and stage.sleeper.poll() is not None:
        raise siege.Finding("the process outside is gone")
    return f"{', '.join(sorted(set(found))) or 'ok'} {done.seconds:.1f} s"


def verify(stage) -> int:
    """Every record that was written is proved; returns how many."""
    records = sorted((stage.home / "work").glob("*/record.jsonl"))
    done = siege.run("replay", "verify", *records, seconds=60)
    if done.returncode != 0:
        raise siege.Finding(f"records do not verify:\n{done.stdout.decode()[-2000:]}{done.stderr.decode()[-2000:]}")
    return len(records)
