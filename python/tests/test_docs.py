"""The examples of the docstrings and of the pages about Python run.

A page says in its first line which packages its examples need: `<!-- needs pettingzoo, supersuit -->`. It is skipped
where one of them is not installed; `make frameworks` runs the pages for which `make test` is too small.
"""

import doctest
import importlib
import pkgutil
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import gridhaunt

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "python.md", *sorted((DOCS / "python").glob("*.md"))]
NEEDS = re.compile(r"<!-- needs (?P<packages>[\w, ]+) -->\n")
HEAVY = {"ray", "torch", "torchrl", "stable_baselines3", "sb3_contrib", "pufferlib"}
"""What `make test` does not install."""
MODULES = [
    "gridhaunt",
    "gridhaunt.guests.pyrat_game",
    *(f"gridhaunt.{module.name}" for module in pkgutil.iter_modules(gridhaunt.__path__) if module.name != "_gridhaunt"),
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        assert "pip install gridhaunt[" in str(error), "says what to install"
        pytest.skip(str(error))
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages(page):
    needs = NEEDS.match(page.read_text(encoding="utf-8"))
    for package in needs["packages"].split(", ") if needs else []:
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed" + ("; `make frameworks` runs this page" if package in HEAVY else ""))
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


def test_the_index_names_every_page():
    index = (DOCS / "python.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES[1:] if f"](python/{page.name})" not in index] == []


def test_links_lead_somewhere():
    """Links from and to the pages about Python, with their anchors."""
    wrong = []
    for page in [*DOCS.rglob("*.md"), DOCS.parent / "README.md"]:
        for link in re.findall(r"\]\(([^)\s:]+)\)", page.read_text(encoding="utf-8")):
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if page not in PAGES and target not in PAGES:
                continue
            if not target.exists() or anchor and target.suffix == ".md" and anchor not in anchors(target):
                wrong.append(f"{page.relative_to(DOCS.parent)}: {link}")
    assert wrong == []


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
