package org.heddle.dpor.explore.restart;

import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;

/**
 * Whether several threads mark the same bytes with different numbers, other bytes that overlap, or bytes that somebody adds to: then their
 * order can be told, and they do not commute. What one thread does is in order anyway.
 */
final class MarksDiffer {
    private final PlacesInMemory<Place> places = new PlacesInMemory<>(Place::size);

    /**
     * Marks of one place, or additions to it.
     *
     * @param size in bytes
     * @param isMarked whether there are marks among them
     * @param number of marks; of no meaning for additions alone
     * @param thread whose they are; -1 for several
     * @param isMixed whether they are not all marks of one number, or not of the same bytes
     */
    private record Place(long size, boolean isMarked, long number, int thread, boolean isMixed) {
        static Place of(Event event) {
            Operation operation = event.operation();
            return new Place(
                    operation.size(),
                    operation.isMark(),
                    operation.isMark() ? event.value() : 0,
                    event.thread(),
                    false);
        }

        Place and(Place other) {
            boolean isAlike = size == other.size && isMarked == other.isMarked && number == other.number;
            return new Place(
                    Math.max(size, other.size),
                    isMarked || other.isMarked,
                    number,
                    thread == other.thread ? thread : -1,
                    isMixed || !isAlike);
        }

        /** Whether the order of what is done to two places that overlap can be told, or to one if both are the same. */
        static boolean differ(Place one, Place other) {
            boolean several = one.thread != other.thread || one.thread < 0;
            return several && (one.isMarked || other.isMarked);
        }
    }

    private MarksDiffer() {}

    /** Whether there are such marks in an execution. */
    static boolean in(Execution execution) {
        MarksDiffer marks = new MarksDiffer();
        boolean differ = false;
        for (Event event : execution.events()) {
            if (event.operation().isBlind()) {
                differ |= marks.add(event.operation().object(), Place.of(event));
            }
        }
        return differ;
    }

    /** Whether the order of what has been added up to now can be told. */
    private boolean add(long from, Place added) {
        Place place = places.add(from, added, Place::and);
        boolean differ = place.isMixed() && Place.differ(place, place);
        for (Place other : places.overlapping(from, place)) {
            differ |= Place.differ(place, other);
        }
        return differ;
    }
}
