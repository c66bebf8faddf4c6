import java.util.List;

/** A bot for Ghost Tag: killers run after survivors, survivors run for the exits. choose is where it thinks. */
final class Bot implements Mind {
    private static final int[][] STEPS = {{0, 0}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};
    private static final Object[] NAMES = {
        Action.STAY, Action.N, Action.NE, Action.E, Action.SE, Action.S, Action.SW, Action.W, Action.NW
    };

    private Start board;

    public void start(Match match) {
        board = match.start();
    }

    public Object choose(Turn turn) {
        View view = turn.view();
        boolean hunts = view.side().equals("killers");
        List<long[]> killers = view.killers().stream().map(unit -> unit.at()).toList();
        List<long[]> prey = view.survivors().stream().map(unit -> unit.at()).toList();
        List<long[]> goals = hunts && !prey.isEmpty() ? prey : view.exits();
        long best = 1_000_000;
        int choice = 0;
        for (int step = 0; step < 9; step++) {
            long x = view.at()[0] + STEPS[step][0], y = view.at()[1] + STEPS[step][1];
            if (x < 0 || x >= board.width() || y < 0 || y >= board.height()) continue;
            long value = nearest(x, y, goals);
            if (!hunts && value > 0 && nearest(x, y, killers) < 2) value += 1000;
            if (value < best) {
                best = value;
                choice = step;
            }
        }
        return NAMES[choice];
    }

    /** Steps to the nearest of some cells; a diagonal one counts one. */
    private static long nearest(long x, long y, List<long[]> cells) {
        long least = 1_000_000;
        for (long[] cell : cells) least = Math.min(least, Math.max(Math.abs(x - cell[0]), Math.abs(y - cell[1])));
        return least;
    }
}
