package org.heddle.dpor.analysis;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.analysis.trace.History;
import org.heddle.dpor.analysis.trace.StateModel;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.analysis.trace.VectorClocks;
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
    private final IntDeque open = new IntDeque();
    private final int[] slots = new int[SLOTS];
    private int threads;

    /** The rows of each thread in order, one thread's behind the other's: those of thread t from {@code startOf[t]} on. */
    private int[] rowsOf = new int[64];

    private int[] startOf = new int[8];

    /** In pairs: a thread, and how many of its events have to be done before the row's, if the row's own thread's are. */
    private int[] needs = new int[64];

    /** For each row, where its pairs begin and end; the beginning is negative until they have been worked out. */
    private int[] needsFrom = new int[64];

    private int[] needsTo = new int[64];
    private int needed;
    private int needing; // the thread whose row's pairs are being worked out
    private final VectorClocks.Growth addNeed = this::addNeed;

    /** For each state found, one behind the other, how far each thread has got. */
    private int[] done = {};

    private final int[] total = new int[MOST_STATES];
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
        races.order(events, events.length, TraceEnd.UNKNOWN);
        threads = trace.threads();
        int rows = trace.length();
        if (rowsOf.length < rows) {
            rowsOf = new int[2 * rows];
            needsFrom = new int[2 * rows];
            needsTo = new int[2 * rows];
        }
        if (startOf.length < threads + 2) {
            startOf = new int[2 * threads + 2];
        }
        Arrays.fill(startOf, 0, threads + 2, 0);
        for (int row = 0; row < rows; row++) {
            startOf[trace.thread(row) + 2]++;
        }
        for (int thread = 0; thread < threads; thread++) {
            startOf[thread + 2] += startOf[thread + 1];
        }
        for (int row = 0; row < rows; row++) {
            rowsOf[startOf[trace.thread(row) + 1]++] = row;
        }
        Arrays.fill(needsFrom, 0, rows, -1);
        needed = 0;
        return searchBreadthFirst(rows);
    }

    private int searchBreadthFirst(int length) {
        open.clear();
        Arrays.fill(slots, -1);
        if (done.length < MOST_STATES * threads) {
            done = new int[MOST_STATES * threads];
        }
        Arrays.fill(done, 0, threads, 0);
        states = 1;
        total[0] = 0;
        last[0] = Trace.NONE;
        cost[0] = 0;
        hashes[0] = 0;
        open.addLast(0);
        int reached = 0;
        while (!open.isEmpty() && states < MOST_STATES) {
            races.checkTime(threads);
            int state = open.removeFirst();
            reached = cost[state];
            if (total[state] == length) {
                return reached;
            }
            expand(state);
        }
        return reached;
    }

    private void expand(int state) {
        boolean lastCanRun = lastCanRun(state);
        for (int thread = 0; thread < threads && states < MOST_STATES; thread++) {
            if (isNext(state * threads, thread)) {
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
            System.arraycopy(done, state * threads, done, next * threads, threads);
            done[next * threads + thread]++;
            total[next] = total[state] + 1;
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
        for (int other = 0; other < threads; other++) {
            if (done[known * threads + other] != done[state * threads + other] + (other == thread ? 1 : 0)) {
                return false;
            }
        }
        return true;
    }

    private boolean lastCanRun(int state) {
        int thread = last[state];
        if (thread == Trace.NONE) {
            return false;
        }
        int next = startOf[thread] + done[state * threads + thread];
        if (next == startOf[thread + 1]) {
            return false;
        }
        part.from = state * threads;
        return !trace.event(rowsOf[next]).operation().kind().yields()
                && races.enabledness.enabledAfter(rowsOf[next], part);
    }

    /** Whether everything that happens before the thread's next event is done in the state whose numbers begin here. */
    private boolean isNext(int sofar, int thread) {
        int next = startOf[thread] + done[sofar + thread];
        if (next == startOf[thread + 1]) {
            return false;
        }
        int row = rowsOf[next];
        if (needsFrom[row] < 0) {
            workOutNeeds(row, thread);
        }
        for (int n = needsFrom[row]; n < needsTo[row]; n += 2) {
            if (needs[n + 1] > done[sofar + needs[n]]) {
                return false;
            }
        }
        return true;
    }

    private void workOutNeeds(int row, int thread) {
        needsFrom[row] = needed;
        needing = thread;
        trace.clocks().visitGrowth(row, trace.previous(row), addNeed);
        needsTo[row] = needed;
    }

    private void addNeed(int other, int then, int count) {
        if (other == needing) {
            return;
        }
        if (needed == needs.length) {
            needs = Arrays.copyOf(needs, 2 * needed);
        }
        needs[needed++] = other;
        needs[needed++] = count;
    }

    /** What a state's threads have done. */
    private final class Done implements Enabledness.Part {
        private int from; // in the numbers of all states

        @Override
        public boolean contains(int row) {
            int thread = trace.thread(row);
            int count = done[from + thread];
            return count > 0 && rowsOf[startOf[thread] + count - 1] >= row;
        }

        @Override
        public long state(History history, StateModel model) {
            int n = 0;
            while (n < history.count() && contains(history.row(n))) {
                n++;
            }
            return races.enabledness.state(history, model, n, this);
        }
    }
}
