"""A bot for Snarl: players look for key and exit, adversaries run after players. `choose` is where it thinks."""

from game import Action, PlayerView
from protocol import Match, Turn, run
from search import first_step

NAMES = [Action.N, Action.W, Action.E, Action.S, Action.NN, Action.NW, Action.NE, Action.WW, Action.EE, Action.SW]
NAMES += [Action.SE, Action.SS]
MOVES = [(-1, 0), (0, -1), (0, 1), (1, 0), (-2, 0), (-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1), (2, 0)]
WIDE = 1000  # a tile is a number: WIDE * row + column


class Bot:
    def start(self, match: Match) -> None:
        self.level, self.open, self.things = 0, {}, {}

    def choose(self, turn: Turn):
        view = turn.view
        if not isinstance(view, PlayerView):
            return self.hunt(view, turn.legal)
        self.look(view)
        here, goal = tile_of(view.position), self.things.get("key" if view.exit_locked else "exit")
        goals = {goal} if goal is not None else {tile for tile in self.open if self.is_edge(tile)}
        taken = {tile_of(actor.position) for actor in view.actors}
        foes = [tile_of(actor.position) for actor in view.actors if actor.type != "player"]
        near = {tile + WIDE * rows + columns for tile in foes for rows, columns in MOVES[:4]}
        for closed in (taken | near, taken):  # first a way that keeps a step away from adversaries
            step = first_step(here, goals - closed, lambda tile: self.ways(tile, closed))
            if step >= 0:
                return NAMES[step]
        return Action.STAY

    def ways(self, tile: int, closed) -> list:
        """The moves from a tile, one or two steps; what is on the tile between does not matter."""
        ways = []
        for move, (rows, columns) in enumerate(MOVES):
            to = tile + WIDE * rows + columns
            if self.open.get(to) and to not in closed and self.between(tile, rows, columns):
                ways.append((move, to, 1))
        return ways

    def between(self, tile: int, rows: int, columns: int) -> bool:
        """Whether the tile that a move passes can be walked on."""
        if abs(rows) + abs(columns) == 1:
            return True
        if rows == 0 or columns == 0:
            return self.open.get(tile + (WIDE * rows + columns) // 2, False)
        return self.open.get(tile + WIDE * rows, False) or self.open.get(tile + columns, False)

    def look(self, view: PlayerView) -> None:
        """Remembers what it sees of a level."""
        if view.level != self.level:
            self.level, self.open, self.things = view.level, {}, {}
        reach = len(view.layout) // 2
        for row, codes in enumerate(view.layout):
            for column, code in enumerate(codes):
                self.open[tile_of(view.position) + WIDE * (row - reach) + column - reach] = code > 0
        for thing in view.objects:
            self.things[thing.type] = tile_of(thing.position)

    def is_edge(self, tile: int) -> bool:
        """Whether one can stand there and a tile beside it was not seen yet."""
        return self.open[tile] and any(tile + WIDE * rows + columns not in self.open for rows, columns in MOVES[:4])

    def hunt(self, view, legal):
        """An adversary takes the step that brings it nearest to a player."""
        at = next(actor.position for actor in view.state.adversaries if actor.name == view.actor)
        best, choice = 1_000_000, legal[0]
        for action in legal:
            rows, columns = MOVES[NAMES.index(action)] if action in NAMES else (0, 0)
            for player in view.state.players:
                far = abs(player.position[0] - at[0] - rows) + abs(player.position[1] - at[1] - columns)
                if far < best:
                    best, choice = far, action
        return choice


def tile_of(point) -> int:
    return WIDE * point[0] + point[1]


if __name__ == "__main__":
    run(Bot)
