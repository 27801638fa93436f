package org.heddle.dpor.optimal;

import java.util.PriorityQueue;
import org.heddle.dpor.analysis.trace.TraceEnd;

/**
 * Traces whose races have been reversed in part only: those of long traces are, from the last to the first. Each sequence that reverses a
 * race may be as long as the trace, so all of them at once would take time and memory by the square of the length. The rest waits until
 * no leaf is left behind it, which is when a depth-first search comes to it.
 */
final class PostponedReversals {
    private final PriorityQueue<Postponed> queue = new PriorityQueue<>();
    private long ranks;

    /**
     * A trace with races left.
     *
     * @param end the branch in which it ends, which stays open, so that the trace can be read from the tree
     * @param besides what else is known of it
     * @param below all races are left of which the earlier event is before this depth
     * @param rank of two with equal depths, the younger comes first
     */
    record Postponed(Branch end, TraceEnd besides, int below, long rank) implements Comparable<Postponed> {
        @Override
        public int compareTo(Postponed other) {
            int byDepth = Integer.compare(other.below, below);
            return byDepth != 0 ? byDepth : Long.compare(other.rank, rank);
        }
    }

    void add(Branch end, TraceEnd besides, int below) {
        queue.add(new Postponed(end, besides, below, ranks++));
    }

    /** Takes the trace with the deepest races left; null if there is none. */
    Postponed takeDeepest() {
        return queue.poll();
    }
}
