import java.util.HashSet;
import java.util.Set;

/** A bot for Ghost Grid: ghosts climb to the goal, sentinels come down to meet them. choose is where it thinks. */
final class Bot implements Mind {
    /** The nodes it was asked in. */
    private final Set<Long> been = new HashSet<>();

    private long best;
    private long to;

    public void start(Match match) {}

    public Object choose(Turn turn) {
        best = -1_000_000;
        to = -1;
        if (turn.view() instanceof GhostView view) {
            been.add(view.me().node());
            if (view.me().loot() == 0) return Action.wait_();
            for (GhostPort port : view.ports()) {
                if (port.dist() <= view.me().energy()) weigh(climb(view, port), port.node());
            }
        } else if (turn.view() instanceof SentinelView view) {
            if (view.here().loot() > 0) return Action.recover();
            if (view.me().frozen() > 0 || !view.here().ghosts().isEmpty()) return Action.wait_();
            for (SentinelPort port : view.ports()) {
                if (port.dist() <= view.me().energy()) weigh(hunt(view, port), port.node());
            }
        }
        return to >= 0 ? Action.move(to) : Action.wait_();
    }

    private void weigh(long value, long node) {
        if (value > best) {
            best = value;
            to = node;
        }
    }

    /** What a way is worth to a ghost: up is good, far is bad, a sentinel there is worst. */
    private long climb(GhostView view, GhostPort port) {
        long value = 10 * (port.layer() - view.me().layer()) - port.dist();
        value += port.layer() == view.n() ? 1000 : 0;
        value -= been.contains(port.node()) ? 25 : 0;
        return value - (port.sentinels() != null && port.sentinels() > 0 ? 100_000 : 0);
    }

    /** What a way is worth to a sentinel: down, where nobody looked of late and no other sentinel is. */
    private static long hunt(SentinelView view, SentinelPort port) {
        boolean late = view.checked().stream().anyMatch(it -> it.node() == port.node() && it.turn() + 3 >= view.turn());
        boolean ally = view.allies().stream().anyMatch(it -> it.node() == port.node());
        boolean goal = port.layer() == view.n();
        long value = -port.dist() - 100 * port.layer();
        return value - (late ? 10_000 : 0) - (ally ? 50_000 : 0) - (goal ? 100_000 : 0);
    }
}
