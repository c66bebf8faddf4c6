"""A bot for PyRat: takes the cheapest way to the nearest cheese. `choose` is where it thinks."""

from game import Action
from protocol import Match, Turn, run
from search import first_step

MOVES = [(0, 1), (1, 0), (0, -1), (-1, 0)]
NAMES = [Action.UP, Action.RIGHT, Action.DOWN, Action.LEFT]


class Bot:
    def start(self, match: Match) -> None:
        self.seat, self.maze = match.seat, match.start
        self.turns = {}  # how many turns a step between two cells takes, 0 for a wall
        for x1, y1, x2, y2, *turns in self.maze.walls + self.maze.mud:
            a, b = self.cell(x1, y1), self.cell(x2, y2)
            self.turns[a, b] = self.turns[b, a] = turns[0] if turns else 0

    def choose(self, turn: Turn):
        me = turn.view.players[self.seat]
        cheese = {self.cell(x, y) for x, y in turn.view.cheese}
        step = first_step(self.cell(*me.at), cheese, self.ways)
        return NAMES[step] if step >= 0 else Action.STAY

    def ways(self, cell: int):
        """The moves from a cell: their number, where they lead and how many turns they take."""
        y, x = divmod(cell, self.maze.width)
        for number, (dx, dy) in enumerate(MOVES):
            if 0 <= x + dx < self.maze.width and 0 <= y + dy < self.maze.height:
                to = self.cell(x + dx, y + dy)
                turns = self.turns.get((cell, to), 1)
                if turns > 0:
                    yield number, to, turns

    def cell(self, x: int, y: int) -> int:
        return y * self.maze.width + x


if __name__ == "__main__":
    run(Bot)
