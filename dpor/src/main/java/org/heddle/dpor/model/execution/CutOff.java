package org.heddle.dpor.model.execution;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;

/**
 * What a bound on the operations of each thread has cut off an execution. A thread that has executed so many operations goes no
 * further. So operations of different threads stay as independent as they are without the bound, and what is explored is the
 * program of which each thread ends there.
 */
public final class CutOff {
    private CutOff() {}

    /** The most operations that one thread has executed. */
    public static int longest(Execution execution) {
        return counts(execution).values().stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
    }

    /** The most events in a row of one thread, once there are others. */
    public static int longestTurn(Execution execution) {
        int longest = 0;
        int turn = 0;
        int before = -1;
        boolean alone = true;
        for (Event event : execution.events()) {
            turn = !alone && event.thread() == before ? turn + 1 : 1;
            longest = Math.max(longest, turn);
            before = event.thread();
            alone &= event.operation().kind() != OperationKind.THREAD_CREATE;
        }
        return longest;
    }

    private static Map<Integer, Integer> counts(Execution execution) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (Event event : execution.events()) {
            counts.merge(event.thread(), 1, Integer::sum);
        }
        return counts;
    }

    /** The threads that have something left to do, and have executed as many operations as this. */
    public static Set<Integer> threads(Execution execution, int operations) {
        Set<Integer> threads = new HashSet<>();
        if (operations > 0
                && execution.events().size() >= operations
                && !execution.pending().isEmpty()) {
            Map<Integer, Integer> counts = counts(execution);
            for (PendingOperation pending : execution.pending()) {
                if (counts.getOrDefault(pending.thread(), 0) >= operations) {
                    threads.add(pending.thread());
                }
            }
        }
        return threads;
    }

    /** The execution, of which what these threads would have done next is not known. */
    public static Execution without(Execution execution, Set<Integer> threads) {
        return execution.withPending(execution.pending().stream()
                .filter(pending -> !threads.contains(pending.thread()))
                .toList());
    }
}
