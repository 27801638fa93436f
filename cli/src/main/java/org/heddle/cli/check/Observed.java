package org.heddle.cli.check;

import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Outcome;
import org.heddle.dpor.model.VisibleMemory;

/**
 * What executions showed of the program that a verdict has to mention.
 *
 * @param visible the memory whose plain accesses were visible operations at last
 * @param weakAtomics whether there were atomic accesses that were not sequentially consistent
 * @param timedWaits whether there were waits with a time limit that could only pass when nothing else could happen
 * @param ended whether some execution came to its end, a good one or a bad one
 * @param cutOff whether some execution was cut off, because a thread went on for too long
 */
record Observed(VisibleMemory visible, boolean weakAtomics, boolean timedWaits, boolean ended, boolean cutOff) {
    static final Observed NOTHING = new Observed(VisibleMemory.NONE, false, false, false, false);

    /** What is known after one more execution. */
    Observed and(Execution execution) {
        return new Observed(
                execution.visible(),
                weakAtomics || execution.counters().weakAtomics() > 0,
                timedWaits || hasTimedWait(execution.events()),
                ended || (execution.outcome().isComplete() && !isCutOff(execution)),
                cutOff || isCutOff(execution));
    }

    private static boolean isCutOff(Execution execution) {
        return execution.outcome() == Outcome.CUT_OFF || execution.outcome() == Outcome.TOO_LONG;
    }

    /** Whether the program goes on for ever, as far as is known. */
    boolean isEndless() {
        return cutOff && !ended;
    }

    private static boolean hasTimedWait(List<Event> events) {
        for (Event event : events) {
            if (event.operation().argument() > OperationKind.DEADLINE_ANY
                    && event.operation().kind().isTimed()) {
                return true;
            }
        }
        return false;
    }
}
