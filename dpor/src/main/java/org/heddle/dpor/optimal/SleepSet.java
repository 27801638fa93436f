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
     * Goes on along the last event of a plan. If it begins a critical section that will be executed in one go, what that will touch is not
     * known yet. Other sections of the mutex stay asleep: who runs the plan finds out which of them it wakes.
     */
    void passLast(Event planned) {
        pass(planned, planned.operation().kind() == OperationKind.MUTEX_LOCK);
    }

    /** Goes on along an event, which wakes what is dependent with it. */
    public void pass(Event executed) {
        pass(executed, false);
    }

    private void pass(Event executed, boolean leavesSections) {
        if (count == 0) {
            return;
        }
        int thread = executed.thread();
        long footprint = executed.footprint();
        int kept = 0;
        for (int s = 0; s < count; s++) {
            boolean isApart = threads[s] != thread && Footprint.areApart(footprints[s], footprint);
            if (isApart
                    || (leavesSections && isOtherSection(events[s], executed))
                    || !dependence.dependent(events[s], executed)) {
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

    private static boolean isOtherSection(Event asleep, Event lock) {
        return asleep.isWhole()
                && asleep.thread() != lock.thread()
                && asleep.operation().object() == lock.operation().object();
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
