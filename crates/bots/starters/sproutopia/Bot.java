import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A bot for Sproutopia: walks small loops off its land and comes home. choose is where it thinks. */
final class Bot implements Mind {
    private static final Object[] NAMES = {Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT};
    /** A cell is a number: WIDE * y + x. */
    private static final long WIDE = 1000;
    private static final long[] STEPS = {-WIDE, WIDE, -1, 1};
    /** How long a trail may get before the bot turns home. */
    private static final int LONG = 5;

    private long seat;

    public void start(Match match) {
        seat = match.seat();
    }

    public Object choose(Turn turn) {
        View view = turn.view();
        Map<Long, Long> land = window(view);
        long here = cellOf(view.at()), ahead = view.momentum() - 1;
        for (long[] at : view.trail()) land.remove(cellOf(at));
        for (long[] at : view.weeds()) land.remove(cellOf(at));
        if (ahead >= 0 && ahead < 4) land.remove(here - STEPS[(int) ahead]); // nobody turns round on the spot
        Set<Long> goals = new HashSet<>();
        for (var cell : land.entrySet()) {
            boolean home = view.trail().size() >= LONG;
            if ((cell.getValue() == seat) == home && cell.getKey() != here) goals.add(cell.getKey());
        }
        int step = Search.firstStep(here, goals, cell -> ways(land, cell));
        if (step < 0) { // straight on, or wherever it can go
            for (Way way : ways(land, here)) step = step < 0 || way.move() == ahead ? way.move() : step;
        }
        return step >= 0 ? NAMES[step] : Action.NONE;
    }

    private static List<Way> ways(Map<Long, Long> land, long cell) {
        List<Way> ways = new ArrayList<>();
        for (int move = 0; move < 4; move++) {
            if (land.containsKey(cell + STEPS[move])) ways.add(new Way(move, cell + STEPS[move], 1));
        }
        return ways;
    }

    /** The codes of the cells on the board that it sees. */
    private static Map<Long, Long> window(View view) {
        Map<Long, Long> land = new HashMap<>();
        int reach = view.window().size() / 2;
        for (int row = 0; row <= 2 * reach; row++) {
            for (int column = 0; column <= 2 * reach; column++) {
                long code = view.window().get(row).get(column);
                if (code != 254) land.put(cellOf(view.at()) + WIDE * (row - reach) + column - reach, code);
            }
        }
        return land;
    }

    private static long cellOf(long[] at) {
        return WIDE * at[1] + at[0];
    }
}
