package org.heddle.dpor.optimal;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;

/** The events that a plan wants repeated; the result of the last one may be a prediction. */
public final class PlannedPath {
    private final Event[] events;

    /** A path of these events, which are not copied. */
    public PlannedPath(Event[] events) {
        this.events = events;
    }

    /** All events from the start. Not to be changed except for the last one's result. */
    public Event[] events() {
        return events;
    }

    /** The plan's prefix. */
    public List<Step> steps() {
        return new AbstractList<>() {
            @Override
            public Step get(int index) {
                return Step.of(events[index]);
            }

            @Override
            public int size() {
                return events.length;
            }
        };
    }

    /** The events whose results are no predictions. */
    public List<Event> known() {
        return Arrays.asList(events).subList(0, Math.max(0, events.length - 1));
    }

    /** How the executed events contradict the path; null if they do not. */
    public Divergence compare(List<Event> executed, Dependence dependence) {
        for (int k = 0; k < events.length; k++) {
            Event expected = events[k];
            if (k >= executed.size()) {
                return new Divergence(k, Step.of(expected), null, "the execution ended within the prefix");
            }
            Event actual = executed.get(k);
            if (actual.equals(expected)) {
                continue;
            }
            if (!Step.of(expected).equals(Step.of(actual))) {
                return new Divergence(k, Step.of(expected), actual.operation(), "another operation was executed");
            }
            if (k < events.length - 1
                    && expected.isWhole()
                    && !expected.section().equals(actual.section())) {
                return new Divergence(
                        k, Step.of(expected), actual.operation(), "the critical section touched other memory");
            }
            if (k < events.length - 1 && dependence.first(expected) != dependence.first(actual)) {
                return new Divergence(k, Step.of(expected), actual.operation(), "the operation had another result");
            }
        }
        return null;
    }
}
