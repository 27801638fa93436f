package org.heddle.dpor.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.Uses;
import org.heddle.dpor.model.Event;

/**
 * Events that could have been executed instead of events of the trace, by the same thread at the same point: another waiter woken
 * by a signal, another value chosen.
 */
public final class Alternatives {
    private final Trace trace;
    private final Uses uses;
    private final Ordering ordering;
    private final List<Event> events = new ArrayList<>();
    private int[] rows = new int[8];

    Alternatives(Trace trace, Uses uses, Ordering ordering) {
        this.trace = trace;
        this.uses = uses;
        this.ordering = ordering;
    }

    /** Forgets those of this row and of later ones. */
    void forgetFrom(int row) {
        while (!events.isEmpty() && rows[events.size() - 1] >= row) {
            events.remove(events.size() - 1);
        }
    }

    /** How many there are. */
    public int count() {
        return events.size();
    }

    /** The n-th alternative. */
    public Event event(int n) {
        return events.get(n);
    }

    /** The row of the event instead of which the n-th alternative could have been executed. */
    public int row(int n) {
        return rows[n];
    }

    /** Adds the alternatives of the event in this row, which has not been taken note of in {@link Ordering} yet. */
    void addOf(int row) {
        Event event = trace.event(row);
        switch (event.operation().kind()) {
            case CHOOSE -> {
                for (int choice = 0; choice < event.operation().choices(); choice++) {
                    add(row, event, choice);
                }
            }
            case COND_SIGNAL -> {
                for (int waiter = 0; waiter < trace.threads(); waiter++) {
                    if (ordering.waits(waiter, uses.first(row)[0])) {
                        add(row, event, trace.idOf(waiter));
                    }
                }
            }
            default -> {}
        }
    }

    private void add(int row, Event event, int alternative) {
        if (alternative == event.alternative()) {
            return;
        }
        if (events.size() == rows.length) {
            rows = Arrays.copyOf(rows, 2 * rows.length);
        }
        rows[events.size()] = row;
        events.add(new Event(event.thread(), event.operation(), alternative, event.result(), event.value()));
    }
}
