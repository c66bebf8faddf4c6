"""The pages, and the commands in their fenced blocks."""

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>[\w-]*)\s*$")
# Blocks without a name are commands if a line of theirs begins like one; others are drawings, logs and the like.
ANSWERS = ('{"step":', '{"seat":', '{"error":')  # As those of `gridhaunt step` begin.
PROGRAMS = ("gridhaunt ", "printf ", "echo ", "$ ")


def pages() -> list[Path]:
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]
    return sorted(page for page in found if "node_modules" not in page.parts)


@dataclass
class Command:
    """A command of a page, and the output that is shown behind it."""

    page: Path
    line: int
    text: str
    shown: list[str] | None = None

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}: {self.text}"


@dataclass
class Page:
    """A page: its commands, and its other blocks by kind."""

    path: Path
    commands: list[Command] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)


def read(path: Path) -> Page:
    page = Page(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    at, after = 0, None  # `after` is the command that a block of JSON right behind it belongs to.
    while at < len(lines):
        opened = FENCE.match(lines[at])
        if not opened:
            after = after if not lines[at].strip() else None
            at += 1
            continue
        indent, kind, first = len(opened["indent"]), opened["kind"], at + 1
        at = first
        while at < len(lines) and lines[at].strip() != "```":
            at += 1
        block = [line[indent:] for line in lines[first:at]]
        at += 1
        if kind in ("sh", "console", "bash") or kind == "" and any(line.startswith(PROGRAMS) for line in block):
            found = commands(path, first + 1, block)
            page.commands += found
            after = found[-1] if found and found[-1].shown is None else None
        else:
            if kind == "json" and after is not None and all(line.startswith(ANSWERS) for line in block):
                after.shown = block
            page.texts.append((kind, "\n".join(block) + "\n"))
            after = None
    return page


def commands(path: Path, number: int, block: list[str]) -> list[Command]:
    """The commands of a block: lines behind `$` with their output, or every line."""
    session = any(line.startswith("$ ") for line in block)
    found: list[Command] = []
    lines = iter(enumerate(block, number))
    for at, line in lines:
        if session and not line.startswith("$ "):
            if found and line.strip() or found and found[-1].shown:
                found[-1].shown = [*(found[-1].shown or []), line]
            continue
        text = line.removeprefix("$ ")
        while text.endswith("\\"):
            text = text[:-1] + next(lines)[1].strip()
        if text.strip() and not text.startswith("#"):
            found.append(Command(path, at, text))
    return found
