package org.heddle.dpor.analysis;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;

/**
 * In which orders executions have had the operations of two threads that could come in either: the reversible races of each execution
 * (Abdulla et al., JACM 2017, Definition 3.3), by their places in the program. Two operations at one place have been seen in both
 * orders if either of two threads has come first.
 */
public final class OrderCoverage {
    private static final int MOST_PAIRS = 100_000;
    private static final int IN_THIS_ORDER = 1;
    private static final int IN_THE_OTHER = 2;
    private static final int IN_BOTH = IN_THIS_ORDER | IN_THE_OTHER;

    private final Decisions decisions = new Decisions(new Dependence());
    private final Map<Key, Integer> orders = new TreeMap<>();
    private final Delays delays = new Delays();
    private boolean isWhole = true;

    /** Two source positions, the lower one first. */
    private record Key(long lower, long upper) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byLower = Long.compare(lower, other.lower);
            return byLower != 0 ? byLower : Long.compare(upper, other.upper);
        }
    }

    /**
     * Two places of which one has come first, or either.
     *
     * @param first the source position of what came first
     * @param second that of the other
     * @param both whether the other has come first as well
     */
    public record Pair(long first, long second, boolean both) {}

    /** Leaves the execution at hand out once this is so. */
    public void stopWhen(BooleanSupplier isOver) {
        decisions.stopWhen(isOver);
    }

    /** Takes an execution in, which may have been cut off. */
    public void learn(Execution execution) {
        try {
            look(execution);
        } catch (OutOfTime overdue) {
            isWhole = false;
        }
    }

    private void look(Execution execution) {
        delays.learn(execution);
        decisions.load(execution.events().toArray(new Event[0]), execution);
        for (int race = 0; race < decisions.raceCount(); race++) {
            int first = decisions.raceFirst(race);
            int second = decisions.raceSecond(race);
            if (second < decisions.length()) { // else it has not come to it
                add(decisions.event(first), decisions.event(second));
                delays.add(decisions.event(first), decisions.event(second));
            }
        }
    }

    private void add(Event first, Event second) {
        long from = first.operation().site();
        long to = second.operation().site();
        boolean isThisOrder = from == to ? first.thread() < second.thread() : from < to;
        Key key = new Key(Math.min(from, to), Math.max(from, to));
        if (orders.size() >= MOST_PAIRS && !orders.containsKey(key)) {
            isWhole = false;
            return;
        }
        orders.merge(key, isThisOrder ? IN_THIS_ORDER : IN_THE_OTHER, (a, b) -> a | b);
    }

    /** All pairs, in the order of source positions. */
    public List<Pair> pairs() {
        return orders.entrySet().stream()
                .map(entry -> pair(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Pair pair(Key key, int seen) {
        return seen == IN_THE_OTHER
                ? new Pair(key.upper(), key.lower(), false)
                : new Pair(key.lower(), key.upper(), seen == IN_BOTH);
    }

    /** Which threads came second where they could have come first. */
    public Delays delays() {
        return delays;
    }

    /** Whether these are all pairs that there were; there may be too many to remember, or too little time. */
    public boolean isWhole() {
        return isWhole;
    }
}
