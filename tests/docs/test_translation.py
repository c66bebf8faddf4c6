"""A page in another language says all that the first says: the same headings, rows, numbers of rules and commands."""

import re

import pytest
from pages import ROOT, read

TRANSLATED = sorted(ROOT.glob("docs/**/*.zh-TW.md"))


def shape(path):
    """What does not depend on the language, in the order of the page."""
    prose = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
    lines = prose.splitlines()
    return {
        "headings": [re.match("#+", line)[0] for line in lines if line.startswith("#")],
        "rows": [line.count(" |") for line in lines if line.startswith("|")],
        "pictures": re.findall(r"!\[.*?\]\((.*?)\)", prose),
        "commands": [command.text.split("  #")[0].rstrip() for command in read(path).commands],
        "shown": [command.shown for command in read(path).commands],
        "blocks": [kind for kind, _ in read(path).texts],
    }


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_a_translation_is_whole(path):
    first = path.with_name(path.name.replace(".zh-TW", ""))
    ours, theirs = shape(first), shape(path)
    for part, wanted in ours.items():
        assert theirs[part] == wanted, part
    assert path.name in first.read_text(encoding="utf-8") and first.name in path.read_text(encoding="utf-8"), "each links to the other"


def test_there_is_a_translation():
    assert TRANSLATED
