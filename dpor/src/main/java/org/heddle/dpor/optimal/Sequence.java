package org.heddle.dpor.optimal;

import java.util.Arrays;
import java.util.Comparator;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Footprint;
import org.heddle.dpor.model.OperationKind;

/**
 * A wakeup sequence: events that must run first to reverse a race. The last one is the reversed event itself, whose result is
 * a prediction. Used again for each race.
 */
final class Sequence {
    private static final int OUTSIDE = -1;

    private final Dependence dependence;
    private Event[] events = new Event[64];
    private int[] threads = new int[64]; // of the events, which lie all over memory
    private long[] footprints = new long[64];
    private int first; // events before this one have been removed
    private int length; // those included
    private boolean predicted;
    private boolean ends;
    private Event otherwise;
    private boolean doubtful;
    private int inside;

    Sequence(Dependence dependence) {
        this.dependence = dependence;
    }

    /** Starts with nothing. */
    void clear() {
        first = 0;
        length = 0;
        predicted = false;
        ends = false;
        otherwise = null;
        doubtful = false;
        inside = OUTSIDE;
    }

    /** Appends an event that is known to happen just so. */
    void add(Event event) {
        if (length == events.length) {
            makeRoom(2 * length);
        }
        events[length] = event;
        threads[length] = event.thread();
        footprints[length++] = event.footprint();
    }

    private void makeRoom(int capacity) {
        events = Arrays.copyOf(events, capacity);
        threads = Arrays.copyOf(threads, capacity);
        footprints = Arrays.copyOf(footprints, capacity);
    }

    /**
     * Appends the last event, whose result is a prediction.
     *
     * @param endsProcess whether the event is one with the end of the process
     */
    void addPredicted(Event event, boolean endsProcess) {
        add(event);
        predicted = true;
        ends = endsProcess;
    }

    /** Sets what the last event may be instead of what was predicted, where that is a guess. */
    void setOtherwise(Event event) {
        otherwise = event;
    }

    /** Whether it has mattered that the last event is a guess. */
    boolean isDoubtful() {
        return doubtful;
    }

    boolean isEmpty() {
        return first == length;
    }

    /** A copy that is not used again for something else. */
    Sequence copy() {
        Sequence copy = new Sequence(dependence);
        for (Event event : toArray()) {
            copy.add(event);
        }
        copy.predicted = predicted;
        copy.ends = ends;
        copy.otherwise = otherwise;
        copy.inside = inside;
        return copy;
    }

    /** Whether this event's thread comes first. */
    boolean startsWith(int thread) {
        return first < length && threads[first] == thread;
    }

    /** Whether the last event is a prediction. */
    boolean isPredicted() {
        return predicted;
    }

    /**
     * The events left, in an order in which they can be executed. Where the branch that the sequence follows ends in an atomic
     * section, what is left of the section comes first: all that the sequence has before it commutes with it.
     */
    Event[] toArray() {
        Event[] left = Arrays.copyOfRange(events, first, length);
        if (inside != OUTSIDE) {
            Arrays.sort(left, 0, endOfSection(), Comparator.comparing(event -> event.thread() != inside));
        }
        return left;
    }

    private int endOfSection() {
        for (int k = first; k < length; k++) {
            if (threads[k] == inside && events[k].operation().kind() == OperationKind.SECTION_END) {
                return k - first + 1;
            }
        }
        return 0;
    }

    /** Takes note that the branch that the sequence follows executes this event. */
    void pass(Event event) {
        switch (event.operation().kind()) {
            case SECTION_BEGIN -> inside = event.thread();
            case SECTION_END -> inside = OUTSIDE;
            default -> {}
        }
    }

    /**
     * Whether the event may come first in some continuation of this sequence (p ∈ WI(v), JACM 2017, Definition 4.1): it is the
     * first of its thread here and independent of all before it, or independent of all. An access that overlooks stores is so only as the
     * first of its thread.
     *
     * @param endsProcess whether the event is one with the end of the process, and so dependent with everything
     */
    boolean hasWeakInitial(Event initial, boolean endsProcess) {
        int thread = initial.thread();
        long footprint = initial.footprint();
        int certain = endsProcess
                ? first
                : ends ? length - 1 : length; // from here on, footprints do not tell what is independent
        for (int k = first; k < length; k++) {
            if (threads[k] == thread) {
                return events[k].alternative() == initial.alternative();
            }
            boolean isApart = k < certain && Footprint.areApart(footprints[k], footprint);
            if (!isApart && (k >= certain || dependence.dependent(initial, events[k]))) {
                doubtful |= otherwise != null && k == length - 1 && !dependence.dependent(initial, otherwise);
                return false;
            }
        }
        return initial.overlooked()
                == 0; // else the sequence may forbid it, and what its thread may do besides is not covered
    }

    /** Removes the first event of the thread, if there is one. */
    void removeFirstOf(int thread) {
        for (int k = first; k < length; k++) {
            if (threads[k] == thread) {
                if (k == length - 1) {
                    predicted = false;
                    ends = false;
                    otherwise = null;
                }
                System.arraycopy(events, first, events, first + 1, k - first);
                System.arraycopy(threads, first, threads, first + 1, k - first);
                System.arraycopy(footprints, first, footprints, first + 1, k - first);
                first++;
                return;
            }
        }
    }
}
