package org.heddle.dpor.reduction;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;

/**
 * The cost of a class: the least number of preemptions in any of the orders that a sequence of events and its happens-before allow
 * (Marmanis, Kokologiannakis, Vafeiadis, TACAS 2023). A thread without further events counts as disabled, so that a class never costs
 * less than its prefixes. Searched for breadth first over the parts of the sequence that are closed under happens-before; where
 * there are too many, the answer is what every order costs at least as far as was searched.
 */
final class LeastPreemptions {
    private static final int MOST_STATES = 200;

    private final RaceDetection races;
    private final Trace trace;
    private int[][] rows;

    /** How far each thread has got, and who ran last. */
    private record State(List<Integer> done, int last) {}

    LeastPreemptions(Dependence dependence) {
        races = new RaceDetection(dependence);
        trace = races.trace;
    }

    /** The cost of the class of these events. */
    int of(Event[] events) {
        races.analyse(events, events.length, List.of(), -1);
        rows = new int[trace.threads()][];
        int[] counts = new int[trace.threads()];
        for (int row = 0; row < trace.length(); row++) {
            counts[trace.thread(row)]++;
        }
        for (int thread = 0; thread < rows.length; thread++) {
            rows[thread] = new int[counts[thread]];
        }
        Arrays.fill(counts, 0);
        for (int row = 0; row < trace.length(); row++) {
            rows[trace.thread(row)][counts[trace.thread(row)]++] = row;
        }
        return search(events.length);
    }

    private int search(int length) {
        Map<State, Integer> best = new HashMap<>();
        ArrayDeque<State> open = new ArrayDeque<>();
        State start = new State(Collections.nCopies(rows.length, 0), Trace.NONE);
        best.put(start, 0);
        open.add(start);
        int cost = 0;
        while (!open.isEmpty() && best.size() < MOST_STATES) {
            State state = open.removeFirst();
            cost = best.get(state);
            if (state.done.stream().mapToInt(Integer::intValue).sum() == length) {
                return cost;
            }
            expand(state, cost, best, open);
        }
        return cost;
    }

    private void expand(State state, int cost, Map<State, Integer> best, ArrayDeque<State> open) {
        boolean lastCanRun = lastCanRun(state);
        for (int thread = 0; thread < rows.length; thread++) {
            if (!isNext(state, thread)) {
                continue;
            }
            Integer[] done = state.done.toArray(new Integer[0]);
            done[thread]++;
            State next = new State(List.of(done), thread);
            boolean preempts = lastCanRun && thread != state.last;
            int nextCost = preempts ? cost + 1 : cost;
            if (best.getOrDefault(next, Integer.MAX_VALUE) > nextCost) {
                best.put(next, nextCost);
                if (preempts) {
                    open.addLast(next);
                } else {
                    open.addFirst(next);
                }
            }
        }
    }

    private boolean lastCanRun(State state) {
        if (state.last == Trace.NONE || state.done.get(state.last) == rows[state.last].length) {
            return false;
        }
        int row = rows[state.last][state.done.get(state.last)];
        return !trace.event(row).operation().kind().yields() && races.enabledness.enabledAfter(row, new Done(state));
    }

    /** Whether everything that happens before the thread's next event is done. */
    private boolean isNext(State state, int thread) {
        int next = state.done.get(thread);
        if (next == rows[thread].length) {
            return false;
        }
        for (int other = 0; other < rows.length; other++) {
            int needed = trace.clocks().get(rows[thread][next], other);
            if (other != thread && needed > state.done.get(other)) {
                return false;
            }
        }
        return true;
    }

    private final class Done implements Enabledness.Part {
        private final State state;

        Done(State state) {
            this.state = state;
        }

        @Override
        public boolean contains(int row) {
            int done = state.done.get(trace.thread(row));
            return done > 0 && rows[trace.thread(row)][done - 1] >= row;
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
