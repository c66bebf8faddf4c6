// Shortest ways, for boards and graphs alike.

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.LongFunction;

/** A move from a node, where it leads and what it costs. */
record Way(int move, long to, long cost) {}

final class Search {
    private Search() {}

    private record Entry(long cost, long node, int first) {}

    /**
     * The first move of a cheapest way from start to one of goals, -1 if there is none or it is there already. Of goals
     * as near as each other the lowest counts.
     */
    static int firstStep(long start, Set<Long> goals, LongFunction<List<Way>> ways) {
        Map<Long, Long> best = new HashMap<>(Map.of(start, 0L));
        PriorityQueue<Entry> queue = new PriorityQueue<>(
                Comparator.comparingLong(Entry::cost).thenComparingLong(Entry::node).thenComparingInt(Entry::first));
        queue.add(new Entry(0, start, -1));
        while (!queue.isEmpty()) {
            Entry entry = queue.poll();
            if (goals.contains(entry.node())) return entry.first();
            if (entry.cost() > best.get(entry.node())) continue;
            for (Way way : ways.apply(entry.node())) {
                long cost = entry.cost() + way.cost();
                if (cost < best.getOrDefault(way.to(), Long.MAX_VALUE)) {
                    best.put(way.to(), cost);
                    queue.add(new Entry(cost, way.to(), entry.node() == start ? way.move() : entry.first()));
                }
            }
        }
        return -1;
    }
}
