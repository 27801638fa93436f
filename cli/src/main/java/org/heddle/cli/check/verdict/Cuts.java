package org.heddle.cli.check.verdict;

import java.util.HashMap;
import java.util.Map;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * Executions that were cut off.
 *
 * @param byOperations how many, because a thread came to the search's bound on the operations of each thread
 * @param byEvents how many, because they were longer than {@code --max-events} allows
 * @param longest how many operations the thread with the most has made
 * @param site where its last one was
 */
record Cuts(long byOperations, long byEvents, int longest, long site) {
    static final Cuts NONE = new Cuts(0, 0, 0, 0);

    /** How many. */
    long count() {
        return byOperations + byEvents;
    }

    /** With one more. */
    Cuts and(Execution execution) {
        Map<Integer, Integer> made = new HashMap<>();
        int most = longest;
        int thread = -1;
        long at = site;
        for (Event event : execution.events()) {
            int count = made.merge(event.thread(), 1, Integer::sum);
            if (count > most) {
                most = count;
                thread = event.thread();
            }
            at = event.thread() == thread ? event.operation().site() : at;
        }
        boolean byBound = execution.outcome() == Outcome.CUT_OFF;
        return new Cuts(byOperations + (byBound ? 1 : 0), byEvents + (byBound ? 0 : 1), most, at);
    }
}
