package org.heddle.dpor.optimal;

import java.util.Arrays;
import java.util.List;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Footprint;
import org.heddle.dpor.model.OperationKind;

/**
 * Events whose exploration from a node of the tree is covered elsewhere (Godefroid 1996; JACM 2017, §4): those asleep at the
 * parent and the parent's older children, as far as they are independent of the event that leads from there.
 */
public final class SleepSet {
    private final Dependence dependence;
    private Event[] events = new Event[8];
    private int[] threads = new int[8]; // of the events, which lie all over memory
    private long[] footprints = new long[8];
    private int count;

    /** Nothing asleep. */
    public SleepSet(Dependence dependence) {
        this.dependence = dependence;
    }

    /** Adds an event that is explored elsewhere. */
    public void add(Event event) {
        if (count == events.length) {
            events = Arrays.copyOf(events, 2 * count);
            threads = Arrays.copyOf(threads, 2 * count);
            footprints = Arrays.copyOf(footprints, 2 * count);
        }
        events[count] = event;
        threads[count] = event.thread();
        footprints[count++] = event.footprint();
    }

    /**
     * Goes on along the last event of a plan. What the critical section will touch is not known if it begins one that will be executed in
     * one go: whoever runs the plan finds out which other sections of the mutex that wakes.
     */
    void passLast(Event planned) {
        SleepSet kept = new SleepSet(dependence);
        for (int s = 0; s < count; s++) {
            boolean isOpen = events[s].isWhole()
                    && planned.operation().kind() == OperationKind.MUTEX_LOCK
                    && events[s].operation().object() == planned.operation().object();
            if (isOpen && threads[s] != planned.thread()) {
                kept.add(events[s]);
            }
        }
        pass(planned);
        for (int s = 0; s < kept.count; s++) {
            add(kept.events[s]);
        }
    }

    /** Goes on along an event, which wakes what is dependent with it. */
    public void pass(Event executed) {
        if (count == 0) {
            return;
        }
        int thread = executed.thread();
        long footprint = executed.footprint();
        int kept = 0;
        for (int s = 0; s < count; s++) {
            boolean isApart = threads[s] != thread && Footprint.areApart(footprints[s], footprint);
            if (isApart || !dependence.dependent(events[s], executed)) {
                if (kept < s) {
                    events[kept] = events[s];
                    threads[kept] = threads[s];
                    footprints[kept] = footprints[s];
                }
                kept++;
            }
        }
        count = kept;
    }

    /** Everything wakes. */
    void clear() {
        count = 0;
    }

    /** Whether some sleeping event is a weak initial of the sequence, which then is covered elsewhere. */
    boolean covers(Sequence sequence) {
        for (int s = 0; s < count; s++) {
            if (sequence.hasWeakInitial(events[s], false)) {
                return true;
            }
        }
        return false;
    }

    /** A copy for a plan. */
    public List<Event> toList() {
        return List.of(Arrays.copyOf(events, count));
    }
}
