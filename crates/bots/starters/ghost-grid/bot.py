"""A bot for Ghost Grid: ghosts climb to the goal, sentinels come down to meet them. `choose` is where it thinks."""

from game import Action, GhostView, SentinelView
from protocol import Match, Turn, run


class Bot:
    def start(self, match: Match) -> None:
        self.been = set()  # the nodes it was asked in

    def choose(self, turn: Turn):
        view = turn.view
        self.been.add(view.me.node)
        if isinstance(view, SentinelView) and view.here.loot > 0:
            return Action.recover()
        if view.me.loot == 0 if isinstance(view, GhostView) else view.me.frozen > 0 or view.here.ghosts:
            return Action.wait()
        value = self.climb if isinstance(view, GhostView) else self.hunt
        best, to = -1_000_000, -1
        for port in view.ports:
            if port.dist <= view.me.energy and value(view, port) > best:
                best, to = value(view, port), port.node
        return Action.move(to) if to >= 0 else Action.wait()

    def climb(self, view: GhostView, port) -> int:
        """What a way is worth to a ghost: up is good, far is bad, a sentinel there is worst."""
        value = 10 * (port.layer - view.me.layer) - port.dist
        value += 1000 if port.layer == view.n else 0
        value -= 25 if port.node in self.been else 0
        return value - (100_000 if port.sentinels else 0)

    def hunt(self, view: SentinelView, port) -> int:
        """What a way is worth to a sentinel: down, where nobody looked of late and no other sentinel is."""
        late = any(mark.node == port.node and mark.turn + 3 >= view.turn for mark in view.checked)
        ally = any(ally.node == port.node for ally in view.allies)
        return -port.dist - 100 * port.layer - 10_000 * late - 50_000 * ally - 100_000 * (port.layer == view.n)


if __name__ == "__main__":
    run(Bot)
