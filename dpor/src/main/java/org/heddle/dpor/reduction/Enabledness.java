package org.heddle.dpor.reduction;

import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.OperationKind;

/**
 * Whether an operation could run earlier than it did. The question is always about the sequence T[0..i) + V(i): the trace T up
 * to an event i, followed by the events after i that do not happen after it (notdep(i, T) in the JACM paper).
 */
final class Enabledness {
    private final Trace trace;
    private final Uses uses;
    private final Ordering ordering;
    private final MemoryValues values;

    Enabledness(Trace trace, Uses uses, Ordering ordering) {
        this.trace = trace;
        this.uses = uses;
        this.ordering = ordering;
        values = new MemoryValues(trace);
    }

    /** Whether operations of this kind are not always enabled. */
    static boolean canBlock(OperationKind kind) {
        return switch (kind) {
            case THREAD_START, THREAD_JOIN, THREAD_JOIN_ALL, MUTEX_LOCK, COND_WAKE, ONCE_BEGIN, AWAIT -> true;
            default -> false;
        };
    }

    /** Whether the event in row {@code k} is in T[0..i) + V(i). */
    boolean contains(int i, int k) {
        return k < i || !trace.happensBefore(i, k);
    }

    /** Whether the operation in {@code row} is enabled after T[0..i) + V(i). */
    boolean enabledBefore(int row, int i) {
        OperationKind kind = trace.event(row).operation().kind();
        return switch (kind) {
            case THREAD_START -> ordering.creation(row) == Trace.NONE || contains(i, ordering.creation(row));
            case THREAD_JOIN -> ordering.exitOfJoined(row) != Trace.NONE && contains(i, ordering.exitOfJoined(row));
            case THREAD_JOIN_ALL -> false; // it happens after everything that other threads do
            case COND_WAKE -> ordering.waker(row) != Trace.NONE
                    && contains(i, ordering.waker(row))
                    && StateModel.MUTEX.enables(state(uses.mutex(row), StateModel.MUTEX, i), kind);
            case MUTEX_LOCK, ONCE_BEGIN -> {
                StateModel model = Uses.model(trace.event(row));
                yield model.enables(state(uses.firstHistory(row, trace.event(row)), model, i), kind);
            }
            case AWAIT -> values.hasChanged(row, i);
            default -> true;
        };
    }

    /** The state of an object after T[0..i) + V(i). */
    long state(History history, StateModel model, int i) {
        int n = history.position(i);
        long state = history.stateBefore(n);
        boolean settled = n < history.count() && history.row(n) == i && history.kind(n) == AccessKind.WRITE;
        if (settled) { // everything later on this object happens after i
            return state;
        }
        for (; n < history.count(); n++) {
            int row = history.row(n);
            if (!trace.happensBefore(i, row)) {
                state = model.after(state, trace.event(row));
            }
        }
        return state;
    }
}
