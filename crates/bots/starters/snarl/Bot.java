import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A bot for Snarl: players look for key and exit, adversaries run after players. choose is where it thinks. */
final class Bot implements Mind {
    private static final List<Object> NAMES = List.of(Action.N, Action.W, Action.E, Action.S, Action.NN, Action.NW,
            Action.NE, Action.WW, Action.EE, Action.SW, Action.SE, Action.SS);
    private static final int[][] MOVES = {
        {-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-2, 0}, {-1, -1}, {-1, 1}, {0, -2}, {0, 2}, {1, -1}, {1, 1}, {2, 0}
    };
    /** A tile is a number: WIDE * row + column. */
    private static final long WIDE = 1000;

    private long level;
    /** Whether one can walk on the tiles that were seen. */
    private Map<Long, Boolean> open = new HashMap<>();
    private Map<String, Long> things = new HashMap<>();

    public void start(Match match) {}

    public Object choose(Turn turn) {
        if (!(turn.view() instanceof PlayerView view)) return hunt((AdversaryView) turn.view(), turn.legal());
        long here = look(view);
        Set<Long> goals = new HashSet<>(), taken = new HashSet<>(), near = new HashSet<>();
        Long goal = things.get(view.exitLocked() ? "key" : "exit");
        if (goal != null) goals.add(goal);
        else for (long tile : open.keySet()) if (isEdge(tile)) goals.add(tile);
        for (var actor : view.actors()) {
            long tile = tileOf(actor.position());
            taken.add(tile);
            if (!actor.type().equals("player")) near.addAll(List.of(tile - WIDE, tile - 1, tile + 1, tile + WIDE));
        }
        near.addAll(taken);
        for (Set<Long> closed : List.of(near, taken)) { // first a way that keeps a step away from adversaries
            Set<Long> free = new HashSet<>(goals);
            free.removeAll(closed);
            int step = Search.firstStep(here, free, tile -> ways(tile, closed));
            if (step >= 0) return NAMES.get(step);
        }
        return Action.STAY;
    }

    /** The moves from a tile, one or two steps; what is on the tile between does not matter. */
    private List<Way> ways(long tile, Set<Long> closed) {
        List<Way> ways = new ArrayList<>();
        for (int move = 0; move < MOVES.length; move++) {
            long to = tile + WIDE * MOVES[move][0] + MOVES[move][1];
            boolean free = open.getOrDefault(to, false) && !closed.contains(to);
            if (free && between(tile, MOVES[move][0], MOVES[move][1])) ways.add(new Way(move, to, 1));
        }
        return ways;
    }

    /** Whether the tile that a move passes can be walked on. */
    private boolean between(long tile, long rows, long columns) {
        if (Math.abs(rows) + Math.abs(columns) == 1) return true;
        if (rows == 0 || columns == 0) return open.getOrDefault(tile + (WIDE * rows + columns) / 2, false);
        return open.getOrDefault(tile + WIDE * rows, false) || open.getOrDefault(tile + columns, false);
    }

    /** Remembers what it sees of a level, and says where it stands. */
    private long look(PlayerView view) {
        if (view.level() != level) {
            level = view.level();
            open = new HashMap<>();
            things = new HashMap<>();
        }
        long here = tileOf(view.position());
        int reach = view.layout().size() / 2;
        for (int row = 0; row <= 2 * reach; row++) {
            for (int column = 0; column <= 2 * reach; column++) {
                open.put(here + WIDE * (row - reach) + column - reach, view.layout().get(row).get(column) > 0);
            }
        }
        for (var thing : view.objects()) things.put(thing.type(), tileOf(thing.position()));
        return here;
    }

    /** Whether one can stand there and a tile beside it was not seen yet. */
    private boolean isEdge(long tile) {
        boolean unseen = false;
        for (int move = 0; move < 4; move++) unseen |= !open.containsKey(tile + WIDE * MOVES[move][0] + MOVES[move][1]);
        return open.get(tile) && unseen;
    }

    /** An adversary takes the step that brings it nearest to a player. */
    private static Object hunt(AdversaryView view, List<Object> legal) {
        long[] at = {0, 0};
        for (var actor : view.state().adversaries()) if (actor.name().equals(view.actor())) at = actor.position();
        long best = 1_000_000;
        Object choice = legal.get(0);
        for (Object action : legal) {
            int[] by = NAMES.contains(action) ? MOVES[NAMES.indexOf(action)] : new int[] {0, 0};
            for (var player : view.state().players()) {
                long[] to = player.position();
                long far = Math.abs(to[0] - at[0] - by[0]) + Math.abs(to[1] - at[1] - by[1]);
                if (far < best) {
                    best = far;
                    choice = action;
                }
            }
        }
        return choice;
    }

    private static long tileOf(long[] point) {
        return WIDE * point[0] + point[1];
    }
}
