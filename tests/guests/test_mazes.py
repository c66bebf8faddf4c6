"""Mazes of PyRat go there and back (R45, R46, R52)."""

import doctest
from pathlib import Path

import numpy
import pyrat
import pytest
from pyrat import BigHolesRandomMaze, HolesOnSideRandomMaze, MazeFromDict, MazeFromMatrix, UniformHolesRandomMaze

import gridhaunt.guests.pyrat_game
from gridhaunt.guests.pyrat_game import layout_of, settings_of

SMALL = {0: {1: 1, 3: 4}, 1: {0: 1, 2: 1}, 2: {1: 1}, 3: {0: 4}}
"""Two rows of three cells: mud of 4 on the left, and two holes below."""


def plain(maze: pyrat.Maze) -> dict[int, dict[int, int]]:
    return {cell: dict(sorted(others.items())) for cell, others in sorted(maze.as_dict().items())}


def there_and_back(maze: pyrat.Maze) -> pyrat.Maze:
    cells = maze.get_vertices()
    return layout_of(**settings_of(maze, [cells[-1]], [cells[0], cells[0]])).maze


@pytest.mark.parametrize("kind", [BigHolesRandomMaze, HolesOnSideRandomMaze, UniformHolesRandomMaze])
@pytest.mark.parametrize("cells", [100.0, 70.0])
def test_what_the_generators_draw_comes_back(kind, cells):
    for seed in range(5):
        maze = kind(cells, 60.0, 30.0, (2, 255), seed, 12, 9)
        back = there_and_back(maze)
        assert plain(back) == plain(maze)
        assert (back.get_width(), back.get_height()) == (12, 9)


def test_dictionaries_and_matrices_are_read_as_the_package_reads_them():
    settings = settings_of(SMALL, cheese=[2], starts=[0, 3])
    assert settings == {
        "width": 3,
        "height": 2,
        "walls": [[0, 0, 1, 0], [1, 0, 2, 0], [1, 0, 1, 1], [2, 0, 2, 1]],
        "mud": [[0, 0, 0, 1, 4]],
        "cheese": [[2, 1]],
        "start": [[0, 1], [0, 0]],
    }
    laid = layout_of(**settings)
    assert (plain(laid.maze), laid.cheese, laid.starts) == (SMALL, [2], [0, 3])
    matrix = MazeFromDict(SMALL).as_numpy_ndarray()
    assert settings_of(matrix) == settings_of(MazeFromMatrix(matrix)) == settings_of(MazeFromDict(SMALL)) == settings_of(SMALL)


def test_our_mazes_come_back_too():
    for seed in range(10):
        laid = layout_of(seed=seed, preset="small")
        settings = settings_of(laid.maze, laid.cheese, laid.starts)
        game, again = gridhaunt.make("pyrat", seed=seed, preset="small"), gridhaunt.make("pyrat", max_turns=200, **settings)
        assert (game.start(0), game.view(0)) == (again.start(0), again.view(0))


def test_a_cell_with_walls_all_round_is_a_hole_unless_something_lies_there():
    walls = [[0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 2, 0], [1, 0, 1, 1], [2, 0, 2, 1]]
    laid = layout_of(width=3, height=2, walls=walls, cheese=[[2, 0], [2, 1]], start=[[0, 1], [0, 0]])
    assert 4 not in laid.maze.get_vertices(), "nothing is there"
    assert {3, 5} <= set(laid.maze.get_vertices()), "one starts there, and cheese lies there"


@pytest.mark.parametrize(
    ("maze", "words"),
    [
        ({0: {1: 1}, 1: {0: 1}}, "width: 1 is not in 2..=64"),
        ({cell: {other: 1 for other in (cell - 2, cell + 2) if 0 <= other < 130} for cell in range(0, 130, 2)}, "height: 65 is not in 2..=64"),
        ({0: {1: 300, 2: 1}, 1: {0: 300}, 2: {0: 1}}, "mud from 0 to 1: 300 is not in 1..=255"),
        ({0: {1: 1, 2: 1}, 1: {0: 1}, 2: {}}, "is not a maze: All vertices must have at least one neighbor"),
        ({0: {1: 1, 7: 1}, 1: {0: 1}}, "is not a maze: there is no cell 7"),
        (numpy.array([[0, 1], [0, 0]]), "is not a maze: Argument 'description' must be a symmetric matrix"),
        ("maze", "'maze' is not a maze: Argument 'description' must be a numpy.ndarray or a torch.Tensor"),
    ],
)
def test_what_our_game_does_not_have_is_refused_in_words(maze, words):
    with pytest.raises(gridhaunt.Invalid) as error:
        settings_of(maze)
    assert words in str(error.value)


def test_the_examples_of_the_page_and_of_the_package_run():
    page = Path(__file__).parents[2] / "docs" / "guests.md"
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0
    assert doctest.testmod(gridhaunt.guests.pyrat_game).failed == 0


def test_a_passage_that_leads_one_way_is_refused():
    maze = MazeFromDict(SMALL)
    maze.remove_edge(0, 3)
    with pytest.raises(gridhaunt.Invalid, match="passage from 3 to 0: 4 is not the same both ways"):
        settings_of(maze)
    with pytest.raises(gridhaunt.Invalid, match="cheese: 5 is not a cell of the maze"):
        settings_of(SMALL, cheese=[5])
