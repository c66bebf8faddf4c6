"""Pictures of matches, as the render modes name them."""

import os
import pickle
import pty
import random
import re
import select
import sys
import types

import gridhaunt
import numpy as np
import pytest
from gridhaunt import render

GAMES = gridhaunt.games()
ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def played(name: str, steps: int, seed: int = 3) -> gridhaunt.Game:
    game, rng = gridhaunt.make(name, seed=seed), random.Random(seed)
    for _ in range(steps):
        game.step({seat: rng.choice(game.legal(seat)) for seat in game.phase})
    return game


@pytest.mark.parametrize("name", GAMES)
def test_pixels_are_rows_columns_and_three_colours(name):
    game = played(name, 6)
    picture = render.rgb_array(game)
    height, width, colours = picture.shape
    assert picture.dtype == np.uint8 and colours == 3 and picture.flags.c_contiguous and picture.flags.writeable
    assert height % 2 == 0 and width % 2 == 0 and height <= 960 and width <= 1280
    assert len(set(map(tuple, picture[::4, ::4].reshape(-1, 3).tolist()))) > 20, "it shows something"
    assert np.array_equal(picture, render.rgb_array(game)), "the same match is the same picture"
    assert not np.array_equal(picture, render.rgb_array(game, dark=True))
    later = played(name, 8)
    assert not np.array_equal(picture, render.rgb_array(later))


def test_the_corner_of_the_page_has_the_colour_of_the_page():
    game = gridhaunt.make("pyrat", preset="tiny")
    assert render.rgb_array(game)[0, 0].tolist() == [255, 255, 255]
    assert render.rgb_array(game, dark=True)[0, 0].tolist() == [0x14, 0x17, 0x1C]


@pytest.mark.parametrize("name", GAMES)
def test_each_mode_draws_what_its_name_says(name, capsys):
    game = played(name, 3)
    assert render.Renderer(None).draw(game) is None
    assert render.Renderer("svg").draw(game).startswith("<svg")
    text = render.Renderer("ansi").draw(game)
    assert ESCAPES.search(text) and len(text.splitlines()) > 3
    assert np.array_equal(render.Renderer("rgb_array").draw(game), render.rgb_array(game))
    assert render.Renderer("human").draw(game) is None
    shown = capsys.readouterr().out
    assert shown == game.render() + "\n", "a pipe gets plain text"


def test_pictures_of_one_environment_do_not_shrink():
    renderer = render.Renderer("rgb_array", cell=16)
    large = renderer.draw(gridhaunt.make("pyrat", width=21, height=15))
    small = renderer.draw(gridhaunt.make("pyrat", width=7, height=5))
    assert small.shape == large.shape


def test_wrong_words_are_refused():
    game = gridhaunt.make("pyrat", preset="tiny")
    with pytest.raises(gridhaunt.Invalid, match="render_mode: 'rgb' is not one of human, rgb_array, ansi, svg"):
        render.Renderer("rgb")
    for cell in (7, 257, 16.0, "32"):
        with pytest.raises(gridhaunt.Invalid, match="cell"):
            render.rgb_array(game, cell=cell)
    with pytest.raises(gridhaunt.Invalid, match="seat"):
        render.rgb_array(game, seat=2)
    with pytest.raises(gridhaunt.Invalid, match="fps"):
        render.Renderer("human", fps=0)


def test_a_terminal_is_redrawn_in_place(monkeypatch):
    leader, follower = pty.openpty()
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "30")
    try:
        with os.fdopen(follower, "w", buffering=1) as screen:
            monkeypatch.setattr(sys, "stdout", screen)
            renderer = render.Renderer("human", fps=1000)
            texts = []
            for steps in (0, 1):
                renderer.draw(played("pyrat", steps))
                texts.append(_read(leader))
            renderer.close()
            renderer.draw(played("pyrat", 2))
            texts.append(_read(leader))
    finally:
        os.close(leader)
    first, second, third = texts
    lines = first.count("\n")
    assert 10 < lines < 30 and all(len(ESCAPES.sub("", line).rstrip("\r")) <= 60 for line in first.split("\n"))
    assert not first.startswith("\x1b[") and second.startswith(f"\x1b[{lines}A")
    assert not third.startswith("\x1b["), "after close the next picture is shown below"


def _read(leader: int) -> str:
    """What was written to a terminal, until nothing more comes."""
    text = b""
    while select.select([leader], [], [], 0.2 if text else 10)[0]:
        text += os.read(leader, 65536)
    return text.decode()


def test_a_notebook_shows_the_picture_in_one_place(monkeypatch):
    shown = []

    class Handle:
        def update(self, picture):
            shown.append(("again", picture))

    def display(picture, display_id=False):
        shown.append(("new", picture))
        return Handle()

    page = types.ModuleType("IPython.display")
    page.SVG, page.display = (lambda text: text), display
    module = types.ModuleType("IPython")
    module.get_ipython = lambda: types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", module)
    monkeypatch.setitem(sys.modules, "IPython.display", page)
    renderer = render.Renderer("human", fps=1000)
    for steps in range(3):
        renderer.draw(played("pyrat", steps))
    assert [how for how, _ in shown] == ["new", "again", "again"]
    assert all(picture.startswith("<svg") for _, picture in shown)


def test_a_renderer_pickles():
    renderer = render.Renderer("rgb_array", cell=16, dark=True)
    game = played("pyrat", 2)
    again = pickle.loads(pickle.dumps(renderer))
    assert np.array_equal(renderer.draw(game), again.draw(game))


def test_a_forked_process_draws_too():
    game = played("pyrat", 2)
    before = render.rgb_array(game)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, b"=" if np.array_equal(render.rgb_array(game), before) else b"!")
        finally:
            os._exit(0)
    os.close(writer)
    ready, _, _ = select.select([reader], [], [], 30)
    if not ready:
        os.kill(child, 9)
    answer = os.read(reader, 1) if ready else b"no answer"
    os.close(reader)
    os.waitpid(child, 0)
    assert answer == b"="
