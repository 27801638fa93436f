package org.heddle.dpor.optimal;

import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.analysis.LeastPreemptions;

/**
 * Leaves of the wakeup tree by the least number of preemptions in any execution of their class. Cheapest first opens far more
 * leaves than it closes, so it steps back while there are more than it has room for: depth first opens few.
 */
final class CheapestLeaves {
    private final LeastPreemptions costs;
    private final int room;
    private final PriorityQueue<Ranked> queue = new PriorityQueue<>();
    private long ranks;

    /**
     * A leaf by the cost of its class; the newest first among those of equal cost, which keeps the tree small. The cost is worked out
     * when it is the leaf's turn: until then it is what every class costs at least, and nothing comes in another order for that.
     */
    private record Ranked(int cost, boolean isExact, long rank, Branch leaf) implements Comparable<Ranked> {
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

    /** Gives up by {@link org.heddle.dpor.analysis.OutOfTime} once this is so. */
    void stopWhen(BooleanSupplier isOver) {
        costs.stopWhen(isOver);
    }

    /** A leaf that can be run now. */
    void add(Branch leaf) {
        queue.add(new Ranked(0, false, ranks++, leaf));
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
                Ranked exact = next.isExact ? next : exact(next);
                if (queue.isEmpty() || exact.compareTo(queue.peek()) < 0) {
                    next.leaf.unmarkReady();
                    return next.leaf;
                }
                queue.add(exact);
            }
        }
        return null;
    }

    private Ranked exact(Ranked ranked) {
        int length = Math.min(ranked.leaf.end(), LeastPreemptions.LONGEST);
        int cost = costs.of(ranked.leaf.firstEvents(length));
        return new Ranked(cost, true, ranked.rank, ranked.leaf);
    }
}
