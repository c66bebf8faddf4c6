"""Commands that are told in passing, in the middle of a sentence: the commands and flags in them exist."""

import re
import shlex
import subprocess

import pytest
from pages import ROOT, pages
from stage import program

INLINE = re.compile(r"`(gridhaunt [^`]+)`")
# A game that is made on its page alone.
MADE_THERE = {"nim"}


def told() -> list[tuple[str, str]]:
    found = []
    for path in pages():
        prose = re.sub(r"^ *```.*?^ *```$", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
        found += [(str(path.relative_to(ROOT)), command) for command in dict.fromkeys(INLINE.findall(prose))]
    return found


@pytest.mark.parametrize("page, command", told())
def test_what_is_told_in_passing_exists(page, command):
    words = ["1" if word == "N" else word for word in shlex.split(command)[1:] if "…" not in word]
    if MADE_THERE & set(words) or words[:1] == ["GAME"]:
        return
    # The help is asked for behind it, so nothing is done, but an unknown command or flag before it is an error.
    asked = subprocess.run([program(), *words, "--help"], capture_output=True, text=True)
    assert asked.returncode == 0, f"{page}: {command}\n{asked.stderr}"


def test_a_flag_that_does_not_exist_is_found():
    assert len(told()) > 50
    with pytest.raises(AssertionError):
        test_what_is_told_in_passing_exists("x.md", "gridhaunt play tag --humman survivor")
