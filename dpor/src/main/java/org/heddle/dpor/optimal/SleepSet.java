package org.heddle.dpor.optimal;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;

/**
 * Events whose exploration from a node of the tree is covered elsewhere (Godefroid 1996; JACM 2017, §4): those asleep at the
 * parent and the parent's older children, as far as they are independent of the event that leads from there.
 */
public final class SleepSet {
    private final Dependence dependence;
    private final ArrayList<Event> events = new ArrayList<>();

    /** Nothing asleep. */
    public SleepSet(Dependence dependence) {
        this.dependence = dependence;
    }

    /** Adds an event that is explored elsewhere. */
    public void add(Event event) {
        events.add(event);
    }

    /** Goes on along an event, which wakes what is dependent with it. */
    public void pass(Event executed) {
        if (events.isEmpty()) {
            return;
        }
        int kept = 0;
        for (int s = 0; s < events.size(); s++) {
            Event event = events.get(s);
            if (!dependence.dependent(event, executed)) {
                events.set(kept++, event);
            }
        }
        while (events.size() > kept) {
            events.remove(events.size() - 1);
        }
    }

    /** Everything wakes. */
    void clear() {
        events.clear();
    }

    /** Whether some sleeping event is a weak initial of the sequence, which then is covered elsewhere. */
    boolean covers(Sequence sequence) {
        for (int s = 0; s < events.size(); s++) {
            if (sequence.hasWeakInitial(events.get(s), false)) {
                return true;
            }
        }
        return false;
    }

    /** A copy for a plan. */
    public List<Event> toList() {
        return List.copyOf(events);
    }
}
