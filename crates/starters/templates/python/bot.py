"""A bot for {{title}}. `choose` is where it thinks; everything else is there already."""

from game import Action  # noqa: F401
from protocol import Match, Turn, run


class Bot:
    def start(self, match: Match) -> None:
        """What is told once is in `match.start`."""

    def choose(self, turn: Turn):
        """What is seen now is in `turn.view`, what may be chosen in `turn.legal`."""
        return turn.legal[0]


if __name__ == "__main__":
    run(Bot)
