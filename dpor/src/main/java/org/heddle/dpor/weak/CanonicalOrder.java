package org.heddle.dpor.weak;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.model.OperationKind;

/**
 * A graph that is of no sequentially consistent execution can be executed in several orders: in a cycle of program order and from-read, some load
 * has to overlook a store, and any may. One order stands for all. It is found by taking the pairs of accesses of one location by the names of
 * the two. Each goes the way of the graph: from-read, modification order, reads-from. But it goes the other way where this would close a
 * cycle with what is fixed: program order, reads-from, the order of all other operations, and pairs that were taken earlier.
 *
 * <p>So a pair goes against the graph in this order only where there is a path the other way, of what is fixed before. What comes last in an
 * execution closes no cycle among what is before it. So all beginnings of an execution in this order are in it, too. An exploration that
 * leaves out every step by which an execution leaves it loses no graph.
 */
final class CanonicalOrder {
    private final Graph graph;
    private final List<List<Integer>> rowsOf = new ArrayList<>();
    private Access[] accesses = new Access[64]; // by rows
    private int[] timeouts = new int[64]; // by rows: the last timeout up to the row

    /** Of the executions of a graph. */
    CanonicalOrder(Graph graph) {
        this.graph = graph;
    }

    /** Begins with another execution. */
    void begin() {
        rowsOf.forEach(List::clear);
    }

    /** Takes in the next row, with its access of memory, or null. */
    void add(int row, Access access) {
        Trace trace = graph.trace();
        while (rowsOf.size() < trace.threads()) {
            rowsOf.add(new ArrayList<>());
        }
        if (row >= accesses.length) {
            accesses = Arrays.copyOf(accesses, 2 * row);
            timeouts = Arrays.copyOf(timeouts, 2 * row);
        }
        rowsOf.get(trace.thread(row)).add(row);
        accesses[row] = access;
        timeouts[row] = trace.event(row).isTimeout() ? row : row == 0 ? Trace.NONE : timeouts[row - 1];
    }

    /**
     * Whether the access in this row, which comes next, keeps to the order if it comes right behind this write.
     *
     * @param number of the write among those of the location; −1 for what was there at first
     * @param writes whether the access writes
     */
    boolean keeps(int row, Location location, int number, boolean writes) {
        boolean reads = Accesses.reads(graph.trace().event(row).operation().kind());
        int source =
                reads && number >= 0 ? location.write(location.placeOf(number)).row() : Trace.NONE;
        int position = 4 * location.placeOf(number) + (writes ? 2 : 1);
        for (Access other : location.accesses()) {
            boolean isPair = other.thread() != graph.trace().thread(row) && (writes || other.writes());
            boolean isAgainst = isPair && position(other) > position;
            if (isAgainst && !isBefore(other.row(), row, source, location, writes)) {
                return false;
            }
        }
        return true;
    }

    /** Reads come right behind the write that they read. */
    private static int position(Access access) {
        return 4 * access.place() + (access.writes() ? 0 : 1);
    }

    /** Whether there is a path between the rows of what is fixed before the pair of them. */
    private boolean isBefore(int from, int to, int source, Location location, boolean writes) {
        long[] pair = pair(from, to);
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        addFixed(to, open, seen, from);
        add(source, open, seen, from);
        addPairs(to, location, writes, pair, open, seen, from);
        while (!open.isEmpty()) {
            int row = open.poll();
            if (row == from) {
                return true;
            }
            Access access = accesses[row];
            addFixed(row, open, seen, from);
            if (access != null) {
                add(sourceOf(access), open, seen, from);
                addPairs(row, access.location(), access.writes(), pair, open, seen, from);
            }
        }
        return false;
    }

    private static int sourceOf(Access access) {
        boolean reads = Accesses.reads(access.event().operation().kind());
        int place = access.writes() ? access.place() - 1 : access.place();
        return reads && place >= 0 ? access.location().write(place).row() : Trace.NONE;
    }

    /** Adds what a row comes after by program order, and in the order of operations that are no pairs. */
    private void addFixed(int row, Deque<Integer> open, BitSet seen, int from) {
        Trace trace = graph.trace();
        int previous = trace.previous(row);
        add(previous, open, seen, from);
        OperationKind kind = trace.event(row).operation().kind();
        if (kind.canOverlook()) {
            add(row == 0 ? Trace.NONE : timeouts[row - 1], open, seen, from);
            return;
        }
        for (int thread = 0; thread < trace.threads(); thread++) {
            int known = previous == Trace.NONE ? 0 : trace.clocks().get(previous, thread);
            int now = trace.clocks().get(row, thread);
            if (now > known && thread != trace.thread(row)) {
                add(rowsOf.get(thread).get(now - 1), open, seen, from);
            }
        }
    }

    private void addPairs(
            int row, Location location, boolean writes, long[] pair, Deque<Integer> open, BitSet seen, int from) {
        for (Access other : location.accesses()) {
            if (other.row() >= row) {
                return;
            }
            boolean isPair = other.thread() != graph.trace().thread(row) && (writes || other.writes());
            if (isPair && Arrays.compare(pair(other.row(), row), pair) < 0) {
                add(other.row(), open, seen, from);
            }
        }
    }

    /** What is before {@code from} in the execution does not lead there. */
    private static void add(int row, Deque<Integer> open, BitSet seen, int from) {
        if (row != Trace.NONE && row >= from && !seen.get(row)) {
            seen.set(row);
            open.add(row);
        }
    }

    /** The names of two events, in an order that no execution has a say in. */
    private long[] pair(int one, int other) {
        long first = name(one);
        long second = name(other);
        return new long[] {Math.min(first, second), Math.max(first, second)};
    }

    private long name(int row) {
        Trace trace = graph.trace();
        int thread = trace.thread(row);
        return ((long) trace.idOf(thread) << Integer.SIZE) + trace.clocks().get(row, thread);
    }
}
