import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A bot for PyRat: takes the cheapest way to the nearest cheese. choose is where it thinks. */
final class Bot implements Mind {
    private static final int[][] MOVES = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    private static final Object[] NAMES = {Action.UP, Action.RIGHT, Action.DOWN, Action.LEFT};

    private int seat;
    private Start maze;
    /** How many turns a step between two cells takes, 0 for a wall. */
    private final Map<List<Long>, Long> turns = new HashMap<>();

    public void start(Match match) {
        seat = (int) match.seat();
        maze = match.start();
        for (long[] wall : maze.walls()) slow(cell(wall[0], wall[1]), cell(wall[2], wall[3]), 0);
        for (long[] mud : maze.mud()) slow(cell(mud[0], mud[1]), cell(mud[2], mud[3]), mud[4]);
    }

    public Object choose(Turn turn) {
        long[] at = turn.view().players().get(seat).at();
        Set<Long> cheese = new HashSet<>();
        for (long[] one : turn.view().cheese()) cheese.add(cell(one[0], one[1]));
        int step = Search.firstStep(cell(at[0], at[1]), cheese, this::ways);
        return step >= 0 ? NAMES[step] : Action.STAY;
    }

    /** The moves from a cell: their number, where they lead and how many turns they take. */
    private List<Way> ways(long cell) {
        List<Way> ways = new ArrayList<>();
        for (int number = 0; number < 4; number++) {
            long x = cell % maze.width() + MOVES[number][0], y = cell / maze.width() + MOVES[number][1];
            boolean inside = 0 <= x && x < maze.width() && 0 <= y && y < maze.height();
            long cost = turns.getOrDefault(List.of(cell, cell(x, y)), 1L);
            if (inside && cost > 0) ways.add(new Way(number, cell(x, y), cost));
        }
        return ways;
    }

    private void slow(long a, long b, long cost) {
        turns.put(List.of(a, b), cost);
        turns.put(List.of(b, a), cost);
    }

    private long cell(long x, long y) {
        return y * maze.width() + x;
    }
}
