"""Mazes both ways: those of `pyrat-game` as settings of ours, and ours as mazes of that package.

A cell of that package is a number, row by row from the top; ours is `[x, y]`, from the bottom (R45).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyrat

from ..._checks import integer, invalid
from ...game import Game, make

MOST_CELLS = 64
"""The longest side of a board (R1)."""
MOST_MUD = 255
"""The most turns that mud takes (R2)."""


class Board(pyrat.Maze):  # type: ignore[misc]
    """A maze of ours as that package has mazes: vertices and their neighbours in ascending order (R46)."""

    def __init__(self, width: int, height: int, edges: Mapping[int, Mapping[int, int]]) -> None:
        super().__init__(width, height)
        self._create_maze(edges)

    def _create_maze(self, edges: Mapping[int, Mapping[int, int]] | None = None) -> None:
        # A maze looks through all of its cells for each edge that it adds, a graph does not.
        for cell in edges or {}:
            pyrat.Graph.add_vertex(self, cell)
        for cell, neighbours in (edges or {}).items():
            for other, turns in neighbours.items():
                pyrat.Graph.add_edge(self, cell, other, turns)


class Layout(NamedTuple):
    """What that package has of the beginning of a game: the maze, the cells with cheese, and where both players start."""

    maze: pyrat.Maze
    cheese: list[int]
    starts: list[int]


class Numbers:
    """The numbers that cells of a board have there."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    def of(self, at: Sequence[int]) -> int:
        """The number of a cell of ours."""
        return (self.height - 1 - at[1]) * self.width + at[0]

    def at(self, cell: int) -> list[int]:
        """The cell of ours that has this number."""
        return [cell % self.width, self.height - 1 - cell // self.width]


def settings_of(maze: Any, cheese: Sequence[int] | None = None, starts: Sequence[int] | None = None) -> dict[str, Any]:
    """The settings of PyRat that make this maze: an object of that package, a dictionary or a matrix.

    `cheese` are the numbers of the cells with cheese, `starts` those in which both players start. A hole is a cell with
    walls on all sides. What our game does not have raises `Invalid`: boards over 64 cells wide or high or one cell wide,
    mud over 255, passages that lead one way only.
    """
    graph = _read(maze)
    width, height = graph.get_width(), graph.get_height()
    for field, side in (("width", width), ("height", height)):
        if not 2 <= side <= MOST_CELLS:
            raise invalid(field, side, f"in 2..={MOST_CELLS}")
    numbers = Numbers(width, height)
    edges = {cell: {other: graph.get_weight(cell, other) for other in graph.get_neighbors(cell)} for cell in graph.get_vertices()}
    _check(edges, numbers)
    walls, mud = [], []
    # In the order in which our mazes list their edges (R2).
    for y in range(height):
        for x in range(width):
            cell = numbers.of((x, y))
            for to in ([x + 1, y], [x, y + 1]):
                if to[0] == width or to[1] == height:
                    continue
                turns = edges.get(cell, {}).get(numbers.of(to))
                if turns is None:
                    walls.append([x, y, *to])
                elif turns > 1:
                    mud.append([x, y, *to, turns])
    settings: dict[str, Any] = {"width": width, "height": height, "walls": walls, "mud": mud}
    for field, cells in (("cheese", cheese), ("start", starts)):
        if cells is not None:
            for cell in cells:
                if integer(cell) is None or cell not in edges:
                    raise invalid(field, cell, "a cell of the maze")
            settings[field] = [numbers.at(int(cell)) for cell in cells]
    return settings


def layout_of(*, seed: int = 0, **settings: Any) -> Layout:
    """The maze, the cheese and the starts that settings and a seed make, as that package has them.

    A cell with walls on all sides is a hole, unless there is cheese on it or somebody starts there.
    """
    told = told_of(make("pyrat", seed=seed, **settings))
    numbers = Numbers(told["width"], told["height"])
    return Layout(board(told), [numbers.of(at) for at in told["cheese"]], [numbers.of(at) for at in told["starts"]])


def told_of(match: Game) -> dict[str, Any]:
    """What a seat of a match that begins is told, and the cheese that it sees."""
    return {**match.start(0), "cheese": match.view(0)["cheese"]}


def board(told: Mapping[str, Any]) -> Board:
    """The maze of what a seat is told at the start."""
    width, height = told["width"], told["height"]
    numbers = Numbers(width, height)
    closed = {frozenset((numbers.of(wall[:2]), numbers.of(wall[2:4]))) for wall in told["walls"]}
    muddy = {frozenset((numbers.of(edge[:2]), numbers.of(edge[2:4]))): edge[4] for edge in told["mud"]}
    kept = {numbers.of(at) for at in (*told["starts"], *told["cheese"])}
    edges: dict[int, dict[int, int]] = {}
    for cell in range(width * height):
        column = cell % width
        around = (cell - width, cell - 1 if column else -1, cell + 1 if column < width - 1 else -1, cell + width)
        steps = {other: frozenset((cell, other)) for other in around if 0 <= other < width * height}
        open_ways = {other: muddy.get(step, 1) for other, step in steps.items() if step not in closed}
        if open_ways or cell in kept:
            edges[cell] = open_ways
    return Board(width, height, edges)


def _read(maze: Any) -> pyrat.Maze:
    """The maze of an object, a dictionary or a matrix, as that package reads them."""
    if isinstance(maze, pyrat.Maze):
        return maze
    kind = pyrat.MazeFromDict if isinstance(maze, dict) else pyrat.MazeFromMatrix
    try:
        return kind(maze)
    except KeyError as error:
        raise invalid("maze", maze, f"a maze: there is no cell {error}") from None
    except (AssertionError, AttributeError, TypeError, ValueError) as error:
        raise invalid("maze", maze, f"a maze: {error}") from None


def _check(edges: Mapping[int, Mapping[int, int]], numbers: Numbers) -> None:
    """Every cell lies on the board, and every passage leads to a neighbour, both ways alike."""
    for cell, neighbours in edges.items():
        if integer(cell) is None or not 0 <= cell < numbers.width * numbers.height:
            raise invalid("cell", cell, f"in 0..{numbers.width * numbers.height}")
        (x, y) = numbers.at(cell)
        for other, turns in neighbours.items():
            if integer(other) is None or other not in edges:
                raise invalid(f"passage from {cell}", other, "a cell of the maze")
            (to_x, to_y) = numbers.at(other)
            if abs(to_x - x) + abs(to_y - y) != 1:
                raise invalid(f"passage from {cell}", other, "a neighbour of it")
            if integer(turns) is None or not 1 <= turns <= MOST_MUD:
                raise invalid(f"mud from {cell} to {other}", turns, f"in 1..={MOST_MUD}")
            if edges[other].get(cell) != turns:
                raise invalid(f"passage from {cell} to {other}", turns, "the same both ways")
