package org.heddle.dpor.explore;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;

/** Whether additions are of different bytes that overlap: then a carry of the one may go into the other, and they do not commute. */
final class AdditionsOverlap {
    private static final long LARGEST = 8;

    private AdditionsOverlap() {}

    /** Whether there are such additions in an execution. */
    static boolean in(Execution execution) {
        TreeMap<Long, Long> sizes = new TreeMap<>();
        boolean overlap = false;
        for (Event event : execution.events()) {
            Operation addition = event.operation();
            if (addition.isAddition()) {
                Long other = sizes.putIfAbsent(addition.object(), addition.size());
                overlap |= other == null ? isCut(sizes, addition) : other != addition.size();
            }
        }
        return overlap;
    }

    private static boolean isCut(NavigableMap<Long, Long> sizes, Operation addition) {
        long from = addition.object();
        long end = from + addition.size();
        return sizes.subMap(from - LARGEST, false, end, false).entrySet().stream()
                .anyMatch(entry -> entry.getKey() != from && entry.getKey() + entry.getValue() > from);
    }
}
