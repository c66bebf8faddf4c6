"""The rule book and the code hold together: what is cited exists, what exists is cited, and the tables of rules are true."""

import pytest
import rulebook
from pages import ROOT
from rulebook import GAMES, book, by_rule, citations, table

PAGES = (*rulebook.SHARED.values(), *GAMES)


@pytest.fixture(scope="module")
def cited():
    return by_rule()


def fail(wrong: list[str]):
    assert not wrong, "\n" + "\n".join(wrong)


def test_every_page_of_the_book_is_looked_at():
    assert {path.stem for path in rulebook.BOOK.glob("*.md")} == {*PAGES, "README"}


@pytest.mark.parametrize("name", PAGES)
def test_a_number_stands_once_and_none_is_left_out(name):
    page = book(name)
    families = {number[0] for number in page.rules}
    gaps = [
        f"docs/rules/{name}.md: {family}{number} is missing between its neighbours"
        for family in sorted(families)
        for number in range(1, sum(rule[0] == family for rule in page.rules) + 1)
        if f"{family}{number}" not in page.rules
    ]
    fail(page.twice + gaps)


def test_it_is_clear_which_game_a_number_is_of():
    fail(citations()[1])


@pytest.mark.parametrize("name", PAGES)
def test_what_is_cited_exists(name, cited):
    page = book(name)
    known = set(page.rules) | {f"§{section}" for section in page.sections}
    fail([
        f"{citation}: docs/rules/{name}.md has no such {'section' if number[0] == '§' else 'rule'}"
        for (game, number), found in sorted(cited.items())
        if game == name and number not in known
        for citation in found
    ])  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_what_exists_is_cited_by_source_and_by_a_test(name, cited):
    page, wrong = book(name), []
    things = [(rule.number, str(rule), rule.marks) for rule in page.rules.values()]
    things += [(f"§{at}", f"docs/rules/{name}.md: section {at}", page.sections[at]) for at in sorted(page.bare)]
    for number, where, marks in things:
        found = cited[name, number]
        for test, mark, place in ((False, "not code", "source"), (True, "not tested", "a test")):
            here = [citation for citation in found if citation.test == test and not citation.path.startswith("docs/")]
            marked = sorted(marks & {mark, "not built"})
            if not here and not marked:
                wrong.append(f"{where} is cited by no {place.removeprefix('a ')}: cite it where it is held, or mark it ({mark}: why) or (not built)")
            if here and marked:
                wrong.append(f"{where} is marked ({marked[0]}), but {here[0]} cites it: take the mark away")
    fail(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_the_table_of_rules_has_every_rule_once(name):
    rules, seen, wrong = book(name).rules, {}, []
    lib = (rulebook.crate(name) / "lib.rs").relative_to(ROOT)
    for row in table(name):
        for number in row.numbers:
            if number in seen:
                wrong.append(f"{lib}:{row.line}: {number} is in the table twice, first in line {seen[number]}")
            seen[number] = row.line
            if number not in rules:
                wrong.append(f"{lib}:{row.line}: docs/rules/{name}.md has no {number}")
            elif not row.paths and not row.marks & rules[number].marks:
                marks = " or ".join(sorted(rules[number].marks - {"not tested"})) or "nothing: name a function"
                wrong.append(f"{lib}:{row.line}: {number} has no function; the book marks it as {marks}")
    wrong += [f"{lib}: {number} is in no row of the table of rules" for number in rules if number not in seen]
    fail(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_what_the_table_of_rules_names_exists_and_cites_the_rule(name, cited):
    lib, wrong = (rulebook.crate(name) / "lib.rs").relative_to(ROOT), []
    for row in table(name):
        files = set()
        for path in row.paths:
            file, lacking = rulebook.found(name, path)
            files.add(str(file.relative_to(ROOT)))
            if lacking:
                where = file.relative_to(ROOT)
                wrong.append(f"{lib}:{row.line}: `{path}` for {row.numbers}: no `{lacking}` in {where}; name what does it now")
        for number in row.numbers if files else ():
            if not any(citation.path in files and not citation.test for citation in cited[name, number]):
                wrong.append(f"{lib}:{row.line}: none of {sorted(files)} cites {number}: cite it there, or name what does it now")
    fail(wrong)


def test_the_scenarios_of_the_book_are_those_that_the_tests_play():
    crates = ROOT / "crates" / "games"
    assert rulebook.block("pyrat", 11) == (crates / "pyrat/data/golden.txt").read_text(encoding="utf-8").splitlines()
    played = (crates / "tag/src/tests/scenarios/section_15.txt").read_text(encoding="utf-8").split("\n\n")
    rows = {name: boards for name, _, *boards in (scenario.splitlines()[:11] for scenario in played)}
    assert {name: [row.replace("=>", "").split() for row in boards] for name, boards in rows.items()} == rulebook.pairs(rulebook.block("tag", 15), 9)
    drawn = rulebook.drawings(rulebook.block("snarl", 10))
    played = {path.stem: path for path in (ROOT / "examples/snarl/strategies").glob("*.txt")}
    assert {title.split()[0] for title in drawn} == set(played)
    for name, path in played.items():
        rows = [row.rstrip() for row in path.read_text(encoding="utf-8").splitlines() if not row.startswith(";")]
        assert rows == drawn[f"{name} before"], path.name


def test_these_tests_can_fail(tmp_path):
    line = "    // R7, R8 to R10 and (R39a, R44.2); I3, K4, section 11 and §12 to 14"
    source = tmp_path / "rules.rs"
    assert list(rulebook.numbers(source, line)) == [
        "R7", "R8", "R9", "R10", "R39", "R44", "I3", "K4", "§11", "§12", "§14",
    ]  # fmt: skip
    assert list(rulebook.numbers(source, "// B9a, B10 to B12 and [B7](bots.md); not B-5 or AB3")) == ["B9", "B10", "B11", "B12", "B7"]
    assert list(rulebook.numbers(source, 'let board = "#..K2+";  let kind = Dtype::I16;')) == []
    assert rulebook.games_of("crates/bots/src/ghost_grid/balance.rs", []) == ["ghost-grid"]
    assert rulebook.games_of("crates/draw/src/samples.rs", ["Snarl", "R41 of PyRat", "has it"]) == ["pyrat"]
    rules = ROOT / "crates" / "games" / "pyrat" / "src" / "rules.rs"
    assert rulebook.found("pyrat", "rules::step") == (rules, None)
    assert rulebook.found("pyrat", "rules::stepp") == (rules, "stepp")
    assert rulebook.found("tag", "bots::tag::solve")[1] is None
