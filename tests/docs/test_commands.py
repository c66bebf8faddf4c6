"""The commands of every page are run, and print what is shown."""

import re
from importlib.util import find_spec

import pytest
from pages import ROOT, Command, commands, pages, read
from stage import Failed, Stage, compare

NEEDS = re.compile(r"<!-- needs (?P<package>\w+) -->\n")
# Pages whose commands need a package, and who runs them.
ELSEWHERE = {"guests.md": "`make guests-test`"}
PAGES = [read(path) for path in pages()]


@pytest.mark.parametrize("page", [page for page in PAGES if page.commands], ids=lambda page: str(page.path.relative_to(ROOT)))
def test_the_commands_of_a_page(page, tmp_path):
    # As `python/tests/test_docs.py` has it; where the package is, this is run too.
    needs = NEEDS.match(page.path.read_text(encoding="utf-8"))
    if needs and find_spec(needs["package"]) is None and page.path.name in ELSEWHERE:
        pytest.skip(f"{needs['package']} is not installed; {ELSEWHERE[page.path.name]} runs this page")
    stage, wrong = Stage(page, tmp_path), []
    try:
        for command in page.commands:
            try:
                stage.run(command)
            except Failed as failed:
                wrong.append(f"{command}\n{failed}")
        try:
            stage.settle()
        except Failed as failed:
            wrong.append(str(failed))
    finally:
        stage.close()
    assert not wrong, "\n\n".join(["", *wrong])


def test_a_page_with_commands_is_found():
    assert sum(len(page.commands) for page in PAGES) > 200
    assert {"README.md", "tag.md", "terminal.md"} <= {page.path.name for page in PAGES if page.commands}


def test_blocks_are_read_as_people_read_them():
    block = ["$ a \\", "    b", "out", "", "more", "$ c", "$ d", "x"]
    assert [(it.text, it.shown) for it in commands(ROOT / "x.md", 1, block)] == [("a b", ["out", "", "more"]), ("c", None), ("d", ["x"])]
    assert [it.text for it in commands(ROOT / "x.md", 1, ["gridhaunt a   # why", "", "gridhaunt b"])] == ["gridhaunt a   # why", "gridhaunt b"]


@pytest.mark.parametrize(
    "code, printed, shown",
    [
        (2, "", None),
        (0, "one\n", ["two"]),
        (0, "one\ntwo\n", ["one"]),
        (0, "gridhaunt: no\n", ["gridhaunt: no"]),
        (0, "a 1 c\n", ["a … d"]),
        (0, "one\nthree\n", ["one", "…", "two"]),
    ],
)
def test_what_differs_is_found(code, printed, shown):
    with pytest.raises(Failed):
        compare(code, printed, shown)


def test_what_is_shown_in_part_fits():
    compare(0, "one\ntwo\nthree\n", ["one", "…", "three"])
    compare(0, "one\ntwo\nthree\n", ["one", "…"])
    compare(0, "x 12 y  \n\n", ["x … y"])
    compare(2, "gridhaunt: width: 65 is not in 2..=64\n", ["gridhaunt: width: 65 is not in 2..=64"])


def test_a_command_with_a_typo_fails(tmp_path):
    stage = Stage(PAGES[0], tmp_path)
    for text in ("gridhaunt plya pyrat", "gridhaunt play pyrat greedy randm -s 1", "gridhaunt watch none.jsonl"):
        with pytest.raises(Failed):
            stage.run(Command(PAGES[0].path, 1, text))
