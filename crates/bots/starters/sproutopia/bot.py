"""A bot for Sproutopia: walks small loops off its land and comes home. `choose` is where it thinks."""

from game import Action
from protocol import Match, Turn, run
from search import first_step

NAMES = [Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT]
WIDE = 1000  # a cell is a number: WIDE * y + x
STEPS = [-WIDE, WIDE, -1, 1]
LONG = 5  # how long a trail may get before the bot turns home


class Bot:
    def start(self, match: Match) -> None:
        self.seat = match.seat

    def choose(self, turn: Turn):
        view, land = turn.view, self.window(turn.view)
        here, ahead = cell_of(view.at), view.momentum - 1
        closed = {cell_of(cell) for cell in view.trail + view.weeds}
        if ahead in range(4):
            closed.add(here - STEPS[ahead])  # nobody turns round on the spot
        own = {cell for cell, code in land.items() if code == self.seat}
        goals = own if len(view.trail) >= LONG else set(land) - own

        def ways(cell):
            return [(n, cell + step, 1) for n, step in enumerate(STEPS) if cell + step in land.keys() - closed]

        step = first_step(here, goals - closed - {here}, ways)
        if step < 0:  # straight on, or wherever it can go
            moves = [move for move, _, _ in ways(here)]
            step = ahead if ahead in moves else moves[0] if moves else -1
        return NAMES[step] if step >= 0 else Action.NONE

    def window(self, view) -> dict:
        """The codes of the cells on the board that it sees."""
        reach = len(view.window) // 2
        return {
            WIDE * (view.at[1] + row - reach) + view.at[0] + column - reach: code
            for row, codes in enumerate(view.window)
            for column, code in enumerate(codes)
            if code != 254
        }


def cell_of(at) -> int:
    return WIDE * at[1] + at[0]


if __name__ == "__main__":
    run(Bot)
