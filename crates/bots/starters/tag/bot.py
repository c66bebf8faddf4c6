"""A bot for Ghost Tag: killers run after survivors, survivors run for the exits. `choose` is where it thinks."""

from game import Action
from protocol import Match, Turn, run

STEPS = [(0, 0), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
NAMES = [Action.STAY, Action.N, Action.NE, Action.E, Action.SE, Action.S, Action.SW, Action.W, Action.NW]


class Bot:
    def start(self, match: Match) -> None:
        self.board = match.start

    def choose(self, turn: Turn):
        view, best, choice = turn.view, 1_000_000, 0
        hunts = view.side == "killers"
        prey = [unit.at for unit in view.survivors]
        goals = prey if hunts and prey else view.exits
        for step, (dx, dy) in enumerate(STEPS):
            to = (view.at[0] + dx, view.at[1] + dy)
            if not (0 <= to[0] < self.board.width and 0 <= to[1] < self.board.height):
                continue
            far = min(distance(to, goal) for goal in goals)
            danger = not hunts and far > 0 and any(distance(to, unit.at) < 2 for unit in view.killers)
            if far + 1000 * danger < best:
                best, choice = far + 1000 * danger, step
        return NAMES[choice]


def distance(a, b) -> int:
    """Steps from cell to cell; a diagonal one counts one."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


if __name__ == "__main__":
    run(Bot)
