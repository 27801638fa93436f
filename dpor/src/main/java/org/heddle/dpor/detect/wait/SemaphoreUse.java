package org.heddle.dpor.detect.wait;

import java.util.Map;
import java.util.TreeMap;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;

/**
 * Who has taken how much of a semaphore, and not given it back.
 *
 * @param taken by thread: how often it has waited with success, less how often it has posted
 */
record SemaphoreUse(Map<Integer, Integer> taken) {
    private static final int NONE = -1;

    /** At the end of an execution, since the semaphore was initialised last. */
    static SemaphoreUse of(Execution execution, long semaphore) {
        Map<Integer, Integer> taken = new TreeMap<>();
        for (Event event : execution.events()) {
            if (event.operation().object() != semaphore) {
                continue;
            }
            switch (event.operation().kind()) {
                case SEM_INIT -> taken.clear();
                case SEM_WAIT, SEM_TRYWAIT -> taken.merge(event.thread(), event.result() == 0 ? 1 : 0, Integer::sum);
                case SEM_POST -> taken.merge(event.thread(), event.result() == 0 ? -1 : 0, Integer::sum);
                default -> {}
            }
        }
        return new SemaphoreUse(taken);
    }

    /**
     * The only thread that has taken some; −1 if there is none. Likewise −1 if a thread has posted more than it has taken: one thread posts
     * there what another one waits for, so that it tells nothing who has taken it.
     */
    int onlyTaker() {
        boolean isGivenBack = taken.values().stream().allMatch(count -> count >= 0);
        int[] takers = taken.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .mapToInt(Map.Entry::getKey)
                .toArray();
        return isGivenBack && takers.length == 1 ? takers[0] : NONE;
    }
}
