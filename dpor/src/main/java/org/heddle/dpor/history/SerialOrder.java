package org.heddle.dpor.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls that were executed in one go, one after the other.
 *
 * @param calls in their order
 */
record SerialOrder(List<Said> calls) {
    /**
     * Whether the calls of a history may have taken effect in this order. All calls of the history that have ended are among the first of the
     * order; each of the first ones is of the history, has ended there with the same result or has not ended, and comes after all that
     * have to come before it. So a call that has not ended takes effect or not.
     */
    boolean explains(History history, Consistency consistency) {
        Course course = new Course(history, consistency);
        for (Said said : calls) {
            if (course.isDone()) {
                return true;
            }
            if (!course.take(said)) {
                return false;
            }
        }
        return course.isDone();
    }

    /** How many of the first calls agree. */
    int agreement(History history, Consistency consistency) {
        Course course = new Course(history, consistency);
        int agreeing = 0;
        for (Said said : calls) {
            if (!course.take(said)) {
                return agreeing;
            }
            agreeing++;
        }
        return agreeing;
    }

    /** The way through a history, as far as an order has come. */
    private static final class Course {
        private final History history;
        private final List<Call> calls;
        private final Consistency consistency;
        private final boolean[] isTaken;
        private final Map<Integer, Integer> taken = new HashMap<>(); // by thread: how many of its calls
        private long toCome; // calls that have ended and are not taken

        Course(History history, Consistency consistency) {
            this.consistency = consistency;
            calls = history.calls();
            this.history = history;
            isTaken = new boolean[calls.size()];
            toCome = calls.stream().filter(call -> !call.isPending()).count();
        }

        boolean isDone() {
            return toCome == 0;
        }

        /** Takes the next call of the order; whether the history has it, with this result, and it may come next. */
        boolean take(Said said) {
            int place = placeOf(said.thread());
            if (place < 0) {
                return false;
            }
            Call call = calls.get(place);
            boolean agrees =
                    call.invocation() == said.invocation() && (call.isPending() || call.response() == said.response());
            if (!agrees || isTooEarly(call)) {
                return false;
            }
            isTaken[place] = true;
            taken.merge(said.thread(), 1, Integer::sum);
            toCome -= call.isPending() ? 0 : 1;
            return true;
        }

        /** Whether a call that is not taken has to come before this one. */
        private boolean isTooEarly(Call call) {
            if (consistency == Consistency.SEQUENTIAL) {
                return false; // the order has each thread's calls in their order
            }
            for (int k = 0; k < calls.size(); k++) {
                if (!isTaken[k] && history.isBefore(calls.get(k), call)) {
                    return true;
                }
            }
            return false;
        }

        /** The thread's next call, or −1. */
        private int placeOf(int thread) {
            int skipped = taken.getOrDefault(thread, 0);
            for (int k = 0; k < calls.size(); k++) {
                if (calls.get(k).thread() == thread && skipped-- == 0) {
                    return k;
                }
            }
            return -1;
        }
    }
}
