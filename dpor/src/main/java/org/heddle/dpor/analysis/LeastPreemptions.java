package org.heddle.dpor.analysis;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;

/**
 * The cost of a class: the least number of preemptions in any of the orders that a sequence of events and its happens-before allow
 * (Marmanis, Kokologiannakis, Vafeiadis, TACAS 2023). A thread without further events counts as disabled, so that a class never costs
 * less than its prefixes. Searched for breadth first over the parts of the sequence that are closed under happens-before; where
 * there are too many, the answer is what every order costs at least as far as was searched.
 */
public final class LeastPreemptions {
    /** A longer class is taken for its first so many events, of which the search below would see no more than the first. */
    public static final int LONGEST = 400;

    private static final int MOST_STATES = 200;
    private static final int SLOTS = 1024;

    private final RaceDetection races;
    private final Trace trace;
    private final Done part = new Done();
    private final ArrayDeque<Integer> open = new ArrayDeque<>();
    private final int[] slots = new int[SLOTS];

    /** The rows of each thread in order. */
    private int[][] rows = {};

    /** For each row, in pairs: a thread, and how many of its events have to be done before the row's, if the thread's own are. */
    private int[][] needs = {};

    /** For each state found, how far each thread has got. */
    private int[][] done = {};

    private final int[] last = new int[MOST_STATES];
    private final int[] cost = new int[MOST_STATES];
    private final long[] hashes = new long[MOST_STATES];
    private int states;

    private Event[] lastEvents = {};
    private int lastCost;

    /** Costs under this dependence relation. */
    public LeastPreemptions(Dependence dependence) {
        races = new RaceDetection(dependence);
        trace = races.trace;
    }

    /** Gives up with {@link OutOfTime} once this is so. */
    public void stopWhen(BooleanSupplier isOver) {
        races.stopWhen(isOver);
    }

    /** The cost of the class of these events. */
    public int of(Event[] events) {
        if (!Arrays.equals(events, lastEvents)) { // leaves deep below one long trace have the same first events
            lastCost = search(events);
            lastEvents = events;
        }
        return lastCost;
    }

    private int search(Event[] events) {
        races.order(events, events.length, List.of(), -1);
        int threads = trace.threads();
        int[] counts = new int[threads];
        for (int row = 0; row < trace.length(); row++) {
            counts[trace.thread(row)]++;
        }
        rows = new int[threads][];
        for (int thread = 0; thread < threads; thread++) {
            rows[thread] = new int[counts[thread]];
        }
        Arrays.fill(counts, 0);
        for (int row = 0; row < trace.length(); row++) {
            rows[trace.thread(row)][counts[trace.thread(row)]++] = row;
        }
        needs = new int[trace.length()][];
        return searchBreadthFirst(events.length);
    }

    private int searchBreadthFirst(int length) {
        open.clear();
        Arrays.fill(slots, -1);
        done = new int[MOST_STATES][];
        states = 1;
        done[0] = new int[rows.length];
        last[0] = Trace.NONE;
        cost[0] = 0;
        hashes[0] = 0;
        open.add(0);
        int reached = 0;
        while (!open.isEmpty() && states < MOST_STATES) {
            races.checkTime();
            int state = open.removeFirst();
            reached = cost[state];
            if (Arrays.stream(done[state]).sum() == length) {
                return reached;
            }
            expand(state);
        }
        return reached;
    }

    private void expand(int state) {
        boolean lastCanRun = lastCanRun(state);
        for (int thread = 0; thread < rows.length && states < MOST_STATES; thread++) {
            if (isNext(done[state], thread)) {
                boolean preempts = lastCanRun && thread != last[state];
                reach(state, thread, preempts);
            }
        }
    }

    /** The thread does its next event. */
    private void reach(int state, int thread, boolean preempts) {
        int reached = preempts ? cost[state] + 1 : cost[state];
        long step = (thread + 1) * 0x9E3779B97F4A7C15L;
        long hash = hashes[state] + (step ^ step >>> 31) * 0xBF58476D1CE4E5B9L;
        int slot = (int) ((hash ^ step) >>> 32) & SLOTS - 1;
        while (slots[slot] >= 0 && !isSame(slots[slot], state, thread, hash)) {
            slot = slot + 1 & SLOTS - 1;
        }
        int next = slots[slot];
        if (next >= 0 && cost[next] <= reached) {
            return;
        }
        if (next < 0) {
            next = states++;
            slots[slot] = next;
            done[next] = done[state].clone();
            done[next][thread]++;
            last[next] = thread;
            hashes[next] = hash;
        }
        cost[next] = reached;
        if (preempts) {
            open.addLast(next);
        } else {
            open.addFirst(next);
        }
    }

    private boolean isSame(int known, int state, int thread, long hash) {
        if (hashes[known] != hash || last[known] != thread) {
            return false;
        }
        for (int other = 0; other < rows.length; other++) {
            if (done[known][other] != done[state][other] + (other == thread ? 1 : 0)) {
                return false;
            }
        }
        return true;
    }

    private boolean lastCanRun(int state) {
        int thread = last[state];
        if (thread == Trace.NONE || done[state][thread] == rows[thread].length) {
            return false;
        }
        int row = rows[thread][done[state][thread]];
        part.done = done[state];
        return !trace.event(row).operation().kind().yields() && races.enabledness.enabledAfter(row, part);
    }

    /** Whether everything that happens before the thread's next event is done. */
    private boolean isNext(int[] sofar, int thread) {
        int next = sofar[thread];
        if (next == rows[thread].length) {
            return false;
        }
        int[] need = needs(rows[thread][next], thread);
        for (int n = 0; n < need.length; n += 2) {
            if (need[n + 1] > sofar[need[n]]) {
                return false;
            }
        }
        return true;
    }

    private int[] needs(int row, int thread) {
        if (needs[row] == null) {
            IntStream.Builder pairs = IntStream.builder();
            trace.clocks().visitGrowth(row, trace.previous(row), (other, then, needed) -> {
                if (other != thread) {
                    pairs.add(other).add(needed);
                }
            });
            needs[row] = pairs.build().toArray();
        }
        return needs[row];
    }

    /** What a state's threads have done. */
    private final class Done implements Enabledness.Part {
        private int[] done = {};

        @Override
        public boolean contains(int row) {
            int count = done[trace.thread(row)];
            return count > 0 && rows[trace.thread(row)][count - 1] >= row;
        }

        @Override
        public long state(History history, StateModel model) {
            int n = 0;
            while (n < history.count() && contains(history.row(n))) {
                n++;
            }
            return history.stateBefore(n);
        }
    }
}
