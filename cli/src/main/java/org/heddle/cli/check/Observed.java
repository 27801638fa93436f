package org.heddle.cli.check;

import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.VisibleMemory;

/**
 * What executions showed of the program that a verdict has to mention.
 *
 * @param visible the memory whose plain accesses were visible operations at last
 * @param weakAtomics whether there were atomic accesses that were not sequentially consistent
 * @param timedWaits whether there were waits with a time limit that could only pass when nothing else could happen
 */
record Observed(VisibleMemory visible, boolean weakAtomics, boolean timedWaits) {
    static final Observed NOTHING = new Observed(VisibleMemory.NONE, false, false);

    /** What is known after one more execution. */
    Observed and(Execution execution) {
        return new Observed(
                execution.visible(),
                weakAtomics || execution.counters().weakAtomics() > 0,
                timedWaits || hasTimedWait(execution.events()));
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
