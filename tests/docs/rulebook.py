"""The rule book (`docs/rules`), who cites it, and the tables of rules in the games' `lib.rs`."""

import functools
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from pages import ROOT

BOOK = ROOT / "docs" / "rules"
GAMES = tuple(sorted(path.name for path in (ROOT / "crates" / "games").iterdir()))
LOOKED_AT = ("crates", "python", "web", "bench", "doors", "examples", "fuzz", "tests", "corpus", "docs")
ENDINGS = {".rs", ".py", ".js", ".toml", ".txt", ".md"}
# What others made, drawings of matches, the book itself and this test.
SKIPPED = re.compile(r"(^|/)(target|node_modules|\.[^/]*)/|^crates/games/[^/]+/data/|^docs/rules/|^tests/docs/(rulebook|test_rules)\.py$")

# Rules of what all games share: the letter of their numbers, and their page.
SHARED = {"K": "kernel", "B": "bots", "A": "events"}
HEADING = re.compile(r"^## (?:(?P<rule>K\d+)|(?P<section>\d+)\.) (?P<words>.*)$")
NUMBER = re.compile(r"^(?: *(?:-|\d+\.) )?\*\*(?P<rule>[RWIAB]\d+)\b[^*]*\*\*(?P<rest>.*)$")
MARK = re.compile(r"\((not built|not code|not tested)(?:: [^)]+)?\)")

# A number, or the first and the last of several; `R39a` and `R7.4` are parts of their rule.
PART = r"(?:[a-d]|\.\d)?"
RULES = re.compile(rf"\b([RWIA])(\d{{1,3}}){PART}(?:(?: to |-|–)\1?(\d{{1,3}}){PART})?(?![\w×])")
KERNEL = re.compile(r"(?:^|[\s(])K(\d)\b")
BOTS = re.compile(r"(?:^|[\s(\[])B(\d{1,2})(?:a|\.\d)?(?:(?: to |–)B(\d{1,2}))?(?![\w×])")
SECTIONS = re.compile(r"(?:§ ?|[Ss]ections? )(\d+)(?:(?: and | to |, )(\d+))?")
NAMED = re.compile(r"(?<![a-z0-9])([irw])(\d{1,3})(?![a-z0-9])")  # As in `fn i7_and_i11_a_wall_is_a_stay`.
FUNCTION = re.compile(r"^\s*(?:pub(?:\(.*\))? )?(?:async )?fn (\w+)")
TEST_CODE = re.compile(r"^\s*#\[cfg\((?:all\()?test\b")
TEST_FILES = re.compile(r"(^|/)(testing/src|tests?|test_\w+|snapshots)(/|\.rs$|\.py$)")


@dataclass
class Rule:
    """A rule of the book."""

    number: str
    page: Path
    line: int
    marks: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}: {self.number}"


@dataclass
class Page:
    """What a page of the book has: its rules and its sections by number, and which sections hold no numbered rule."""

    rules: dict[str, Rule] = field(default_factory=dict)
    sections: dict[int, set[str]] = field(default_factory=dict)
    bare: set[int] = field(default_factory=set)
    twice: list[str] = field(default_factory=list)


def marks(text: str) -> set[str]:
    return set(MARK.findall(text))


def book(name: str) -> Page:
    page, path, section, fenced, inherited = Page(), BOOK / f"{name}.md", None, False, set()
    for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if fenced:
            continue
        heading, number = HEADING.match(line), NUMBER.match(line)
        if line.startswith("## "):
            section, inherited = None, marks(line)
        if heading and heading["section"]:
            section = int(heading["section"])
            page.sections[section] = inherited
            page.bare.add(section)
        found = number or (heading if heading and heading["rule"] else None)
        if not found:
            continue
        rule = Rule(found["rule"], path, at, marks(line) | inherited)
        if rule.number in page.rules:
            page.twice.append(f"{rule} stands there twice")
        page.rules[rule.number] = rule
        page.bare.discard(section)
    return page


@dataclass(frozen=True)
class Citation:
    """A number that a line names."""

    game: str
    number: str
    path: str
    line: int
    test: bool

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.number}"


@functools.cache
def title(game: str) -> str:
    """How a game is called in sentences, for citations outside its own folders ("R41 of PyRat")."""
    return re.match(r"# ([\w ]+\w)", (BOOK / f"{game}.md").read_text(encoding="utf-8"))[1]


def games_of(path: str, near: list[str]) -> list[str]:
    """Whose numbers a file cites: those of the game in its path, else of the games named last, in the line or before it."""
    words = re.split(r"[/._-]", path.replace("ghost_grid", "ghostgrid").replace("ghost-grid", "ghostgrid"))
    for game in GAMES:
        if game.replace("-", "") in words:
            return [game]
    named = ([game for game in GAMES if title(game) in line or f'"{game}"' in line] for line in reversed(near))
    return next((games for games in named if games), [])


def said(path: Path, line: str) -> str:
    """What of a line is for people, where single letters and numbers are no drawings: its comment, or all of prose."""
    if path.suffix == ".rs":
        return line.partition("//")[2]
    if path.suffix in (".toml", ".py", ".js"):
        return line.partition("#")[2] if path.suffix != ".js" else line.partition("//")[2]
    return line if path.suffix == ".md" or line.startswith(("#", ";")) else ""


def spread(first: str, last: str | None) -> range:
    return range(int(first), int(last or first) + 1)


def numbers(path: Path, line: str):
    """The numbers that a line cites, ranges one by one."""
    comment = said(path, line)
    for family, first, last in RULES.findall(line):
        if family in "IA" and (not comment or f"{family}{first}" not in comment):
            continue
        yield from (f"{family}{number}" for number in spread(first, last))
    if function := FUNCTION.match(line):
        yield from (f"{family.upper()}{number}" for family, number in NAMED.findall(function[1]))
    for number in KERNEL.findall(comment):
        yield f"K{number}"
    for first, last in BOTS.findall(comment if path.suffix != ".py" else line):
        yield from (f"B{number}" for number in spread(first, last))
    for first, last in SECTIONS.findall(comment):
        yield from (f"§{number}" for number in ([first] + ([last] if last else [])))


@functools.cache
def citations() -> tuple[list[Citation], list[str]]:
    """All citations, and those of whom nobody can tell which game they mean."""
    found, lost = [], []
    for folder in LOOKED_AT:
        for path in sorted((ROOT / folder).rglob("*")):
            name = str(path.relative_to(ROOT))
            if path.suffix not in ENDINGS or SKIPPED.search(name) or not path.is_file():
                continue
            lines = path.read_text(encoding="utf-8").splitlines()
            test = bool(TEST_FILES.search(name))
            for at, line in enumerate(lines, 1):
                test = test or bool(TEST_CODE.match(line)) and at < len(lines) and not lines[at].rstrip().endswith(";")
                if name.endswith("/src/lib.rs") and line.startswith("//! |"):
                    continue  # The table of rules itself.
                for number in numbers(path, line):
                    near = games_of(name, lines[max(0, at - 10) : at] if number[0] not in SHARED else [])
                    # PyRat has an appendix of its own under the letter of events.
                    own = number[0] == "A" and near == ["pyrat"]
                    games = [SHARED[number[0]]] if number[0] in SHARED and not own else near
                    if number[0] in "IA" and games != ["events"]:
                        games = [game for game in games if game == "pyrat"]
                    if not games and number[0] in "IA§":
                        continue
                    if not games:
                        lost.append(f"{name}:{at}: {number} of which game? Name it in the sentence, as in \"{number} of PyRat\"")
                    found += [Citation(game, number, name, at, test) for game in games]
    return found, lost


def by_rule() -> dict[tuple[str, str], list[Citation]]:
    found = defaultdict(list)
    for citation in citations()[0]:
        found[citation.game, citation.number].append(citation)
    return found


@dataclass
class Row:
    """A row of a table of rules: numbers, and the paths of what carries them out, or a mark."""

    line: int
    numbers: list[str]
    paths: list[str]
    marks: set[str]


def table(game: str) -> list[Row]:
    rows = []
    for at, line in enumerate((crate(game) / "lib.rs").read_text(encoding="utf-8").splitlines(), 1):
        cells = [cell.strip() for cell in line.removeprefix("//!").strip().strip("|").split("|")]
        if not line.startswith("//! |") or len(cells) != 3 or not RULES.search(cells[0]):
            continue
        here = [f"{family}{number}" for family, first, last in RULES.findall(cells[0]) for number in spread(first, last)]
        rows.append(Row(at, here, re.findall(r"`([\w:]+)`", cells[2]), marks(f"({cells[2]})")))
    return rows


def crate(name: str) -> Path:
    folder = ROOT / "crates" / "games" / name / "src"
    return folder if folder.is_dir() else ROOT / "crates" / name / "src"


DEFINED = r"\b(?:fn|struct|enum|trait|type|const|static|mod|macro_rules!) +{name}\b"


def found(game: str, path: str) -> tuple[Path, str | None]:
    """The file of `module::function`, `module::Type` or `bots::tag::score::Score`, and what of that is not in it."""
    parts = path.split("::")
    at = crate(game)
    if not module(at, parts[0]) and (ROOT / "crates" / parts[0] / "src").is_dir():
        at = ROOT / "crates" / parts.pop(0) / "src"
    file = at / "lib.rs"
    while parts and (inner := module(at, parts[0])):
        file, at = inner, at / parts.pop(0)
    text = file.read_text(encoding="utf-8")
    return file, next((name for name in parts if not re.search(DEFINED.format(name=re.escape(name)), text)), None)


def module(folder: Path, name: str) -> Path | None:
    return next((file for file in (folder / f"{name}.rs", folder / name / "mod.rs") if file.is_file()), None)


def block(game: str, section: int) -> list[str]:
    """The first fenced block of a section."""
    text = (BOOK / f"{game}.md").read_text(encoding="utf-8")
    return re.search(rf"^## {section}\..*?^```\w*\n(.*?)^```", text, flags=re.S | re.M)[1].splitlines()


def pairs(lines: list[str], height: int) -> dict[str, list[list[str]]]:
    """Boards before and after under their titles, several beside each other: the rows of each, of which those not drawn are empty."""
    found, titles = {}, []
    for words in filter(None, map(str.split, lines)):
        if not words[0].isdigit():
            titles = words[::3]
            continue
        for at, title in enumerate(titles):
            row = words[1 + 2 * at : 3 + 2 * at]
            found.setdefault(title, [["." * len(part) for part in row] for _ in range(height)])[int(words[0])] = row
    return found


def drawings(lines: list[str]) -> dict[str, list[str]]:
    """Drawings side by side under their titles, which stand two spaces apart or more."""
    found, columns = {}, []
    for line in lines:
        titles = list(re.finditer(r"\w+ (?:before|after)", line))
        if titles:
            columns = [(title.start(), title[0]) for title in titles]
        ends = [at for at, _ in columns[1:]] + [None]
        for (at, title), end in zip(columns, ends):
            if not titles:
                found.setdefault(title, []).append(line[at:end].rstrip())
    return {title: "\n".join(rows).strip("\n").splitlines() for title, rows in found.items()}
