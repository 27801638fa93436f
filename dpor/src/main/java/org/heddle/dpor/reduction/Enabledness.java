package org.heddle.dpor.reduction;

import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.OperationKind;

/**
 * Whether an operation could run earlier than it did. The question is about the sequence T[0..i) + V(i): the trace T up to an
 * event i, followed by the events after i that do not happen after it (notdep(i, T) in the JACM paper); or about T[0..i) alone.
 */
final class Enabledness {
    private final Trace trace;
    private final Uses uses;
    private final Ordering ordering;

    Enabledness(Trace trace, Uses uses, Ordering ordering) {
        this.trace = trace;
        this.uses = uses;
        this.ordering = ordering;
    }

    /** Whether operations of this kind are not always enabled. */
    static boolean canBlock(OperationKind kind) {
        return switch (kind) {
            case THREAD_START, THREAD_JOIN, THREAD_JOIN_ALL, MUTEX_LOCK, COND_WAKE, ONCE_BEGIN -> true;
            default -> false;
        };
    }

    /** Whether the event in row {@code k} is in T[0..i) + V(i). */
    boolean contains(int i, int k) {
        return k < i || !trace.happensBefore(i, k);
    }

    /** Whether the operation in {@code row} is enabled after T[0..i) + V(i). */
    boolean enabledBefore(int row, int i) {
        return enabled(row, i, true);
    }

    /** Whether the operation in {@code row}, which its thread has pending there, is enabled after T[0..depth). */
    boolean enabledAt(int row, int depth) {
        return enabled(row, depth, false);
    }

    private boolean enabled(int row, int i, boolean withRest) {
        OperationKind kind = trace.event(row).operation().kind();
        return switch (kind) {
            case THREAD_START -> ordering.creation(row) == Trace.NONE || contains(i, ordering.creation(row), withRest);
            case THREAD_JOIN -> ordering.exitOfJoined(row) != Trace.NONE
                    && contains(i, ordering.exitOfJoined(row), withRest);
                // it happens after everything that other threads do
            case THREAD_JOIN_ALL -> !withRest && ordering.allOthersExited(row, i);
            case COND_WAKE -> ordering.waker(row) != Trace.NONE
                    && contains(i, ordering.waker(row), withRest)
                    && StateModel.MUTEX.enables(state(uses.mutex(row), StateModel.MUTEX, i, withRest), kind);
            case MUTEX_LOCK, ONCE_BEGIN -> {
                StateModel model = Uses.model(trace.event(row));
                yield model.enables(state(uses.firstHistory(row, trace.event(row)), model, i, withRest), kind);
            }
            default -> true;
        };
    }

    private boolean contains(int i, int k, boolean withRest) {
        return withRest ? contains(i, k) : k < i;
    }

    private long state(History history, StateModel model, int i, boolean withRest) {
        return withRest ? state(history, model, i) : history.stateBefore(history.position(i));
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
