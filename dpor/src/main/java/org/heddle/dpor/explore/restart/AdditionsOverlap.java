package org.heddle.dpor.explore.restart;

import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;

/** Whether additions are of different bytes that overlap: then a carry of the one may go into the other, and they do not commute. */
final class AdditionsOverlap {
    private AdditionsOverlap() {}

    /** Whether there are such additions in an execution. */
    static boolean in(Execution execution) {
        PlacesInMemory<Long> sizes = new PlacesInMemory<>(Long::longValue);
        boolean overlap = false;
        for (Event event : execution.events()) {
            Operation addition = event.operation();
            if (addition.isAddition()) {
                long size = addition.size();
                long first = sizes.add(addition.object(), size, (before, now) -> before);
                overlap |= first != size
                        || !sizes.overlapping(addition.object(), size).isEmpty();
            }
        }
        return overlap;
    }
}
