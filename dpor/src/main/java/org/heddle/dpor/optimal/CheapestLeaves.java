package org.heddle.dpor.optimal;

import java.util.PriorityQueue;
import org.heddle.dpor.analysis.LeastPreemptions;
import org.heddle.dpor.model.Event;

/**
 * Leaves of the wakeup tree by the least number of preemptions in any execution of their class. Cheapest first opens far more
 * leaves than it closes, so it steps back while there are more than it has room for: depth first opens few.
 */
final class CheapestLeaves {
    private final LeastPreemptions costs;
    private final int room;
    private final PriorityQueue<Ranked> queue = new PriorityQueue<>();
    private long ranks;

    /** A leaf by the cost of its class; the newest first among those of equal cost, which keeps the tree small. */
    private record Ranked(int cost, long rank, Branch leaf) implements Comparable<Ranked> {
        @Override
        public int compareTo(Ranked other) {
            int byCost = Integer.compare(cost, other.cost);
            return byCost != 0 ? byCost : Long.compare(other.rank, rank);
        }
    }

    /** No leaves yet, and room for this many. */
    CheapestLeaves(LeastPreemptions costs, int room) {
        this.costs = costs;
        this.room = room;
    }

    /** A leaf that can be run now, and its events from the root. */
    void add(Branch leaf, Event[] path) {
        queue.add(new Ranked(costs.of(path), ranks++, leaf));
    }

    /** Takes the cheapest of so many leaves that can be run, to be run now; null if there are too many of them to choose. */
    Branch take(int ready) {
        if (queue.size() > 2L * Math.max(ready, room)) {
            queue.removeIf(ranked -> !ranked.leaf.isReadyLeaf());
        }
        if (ready > room) {
            return null;
        }
        for (Ranked next = queue.poll(); next != null; next = queue.poll()) {
            if (next.leaf.isReadyLeaf()) {
                next.leaf.unmarkReady();
                return next.leaf;
            }
        }
        return null;
    }
}
