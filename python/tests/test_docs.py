"""The examples in the docstrings and in the page about Python run."""

import doctest
import sys
from pathlib import Path

import pytest

import gridhaunt


@pytest.mark.parametrize("name", ["gridhaunt", "gridhaunt.game", "gridhaunt.vector"])
def test_docstrings(name):
    failures, tried = doctest.testmod(sys.modules[name])
    assert tried > 0 and failures == 0
    assert gridhaunt.__version__


def test_the_page_about_python():
    page = Path(__file__).parents[2] / "docs" / "python.md"
    failures, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 10 and failures == 0
