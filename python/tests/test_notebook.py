"""What a notebook shows by itself: a board as a picture, a replay as its page in a frame."""

import ast
import html
import json
import re
from pathlib import Path

import gridhaunt
import pytest

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "corpus"
NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


@pytest.fixture
def replay():
    return gridhaunt.replay(CORPUS / "pyrat-fixed.jsonl")


def test_a_board_shows_itself():
    game = gridhaunt.make("pyrat", preset="tiny")
    shown = game._repr_mimebundle_()
    assert shown["image/svg+xml"].startswith("<svg") and shown["image/svg+xml"] == game._repr_svg_()
    assert shown["text/plain"] == game.render()


def test_a_replay_is_read_from_a_path_a_text_and_a_packed_file(replay):
    text = (CORPUS / "pyrat-fixed.jsonl").read_text()
    for other in (gridhaunt.replay(str(CORPUS / "pyrat-fixed.jsonl")), gridhaunt.replay(text)):
        assert (other.text, other.seed, other.players) == (text, replay.seed, replay.players)
    header = json.loads(text.splitlines()[0])
    assert (replay.game, str(replay.seed), replay.settings) == ("pyrat", header["seed"], header["settings"])
    third = gridhaunt.replay(CORPUS / "pyrat-tiny-20.jsonl.zst", match=3)
    assert third.steps > 0 and third.outcome is not None and "pyrat seed" in repr(third)


def test_any_moment_of_a_replay_is_a_game(replay):
    lines = [json.loads(line) for line in replay.text.splitlines()]
    assert [replay.at(step).hash for step in (0, 1, replay.steps)] == [lines[step]["hash"] for step in (0, 1, replay.steps)]
    end = replay.at()
    assert end.over and end.outcome == replay.outcome and end.name == "pyrat"
    moment = replay.at(2)
    moment.step({0: "stay", 1: "stay"})
    assert moment.steps == 3


def test_a_replay_is_a_page_in_a_frame(replay):
    try:
        page = replay.html()
    except RuntimeError as error:
        assert "make viewer" in str(error) and "make viewer" in replay._repr_html_()
        pytest.skip("this package was built without the viewer")
    assert page.startswith("<!doctype html>") and replay.text.splitlines()[3] in page
    frame = replay._repr_html_()
    [inside] = re.findall(r'<iframe srcdoc="([^"]*)"', frame)
    assert html.unescape(inside) == page and 'sandbox="allow-scripts allow-downloads"' in frame


def test_a_player_cannot_leave_its_frame(replay):
    replay.players[0] = '"><script>alert(1)</script>'
    assert "<script>alert" not in replay._repr_html_()


@pytest.mark.parametrize(
    ("source", "number", "field"),
    [("{}\n", 1, "replay"), ("\n", 1, "replay"), ('{"gridhaunt":"replay"}', 1, "replay"), (7, 1, "source"), (None, 1, "source")]
    + [(CORPUS / "pyrat-fixed.jsonl", number, "match") for number in (0, 2, -1, 2**70, "1", True, None)],
)
def test_what_is_no_replay_is_told(source, number, field):
    with pytest.raises(gridhaunt.Invalid) as wrong:
        gridhaunt.replay(source, match=number)
    assert wrong.value.field == field


def test_a_moment_that_is_not_there_is_told(replay):
    for step in (-1, replay.steps + 1, 2**70, "1", 1.0):
        with pytest.raises(gridhaunt.Invalid, match="step: "):
            replay.at(step)
    lines = replay.text.splitlines()
    lines[3] = lines[3].replace('"hash":"0x', '"hash":"0x0', 1)[: len(lines[3])]
    with pytest.raises(gridhaunt.Invalid):
        gridhaunt.replay("\n".join(lines)).at()


def test_the_notebook_runs(monkeypatch):
    """Its cells as a script; what stands on the last line of a cell is shown."""
    monkeypatch.chdir(NOTEBOOK.parent)
    names, shown = {}, []
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [], "is kept without outputs"
        body = ast.parse("".join(cell["source"])).body
        last = body.pop()
        assert isinstance(last, ast.Expr), "a cell ends with what it shows"
        exec(compile(ast.Module(body, []), "notebook", "exec"), names)
        shown.append(eval(compile(ast.Expression(last.value), "notebook", "eval"), names))
    assert {type(thing).__name__ for thing in shown} == {"Game", "Replay", "tuple"}
    for thing in shown:
        if not isinstance(thing, tuple):
            assert getattr(thing, "_repr_html_", getattr(thing, "_repr_svg_", None))()
