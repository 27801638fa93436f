package org.heddle.dpor.reduction;

import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;

/**
 * Whether an operation could run earlier than it did. The question is always about the sequence T[0..i) + V(i): the trace T up
 * to an event i, followed by the events after i that do not happen after it (notdep(i, T) in the JACM paper).
 */
final class Enabledness {
    private final Trace trace;
    private final Uses uses;
    private final Ordering ordering;
    private final StandingReaders readers;

    Enabledness(Trace trace, Uses uses, Ordering ordering) {
        this.trace = trace;
        this.uses = uses;
        this.ordering = ordering;
        readers = new StandingReaders(trace, uses);
    }

    /** Whether operations of this kind are not always enabled. */
    static boolean canBlock(OperationKind kind) {
        return switch (kind) {
            case THREAD_START,
                    THREAD_JOIN,
                    THREAD_JOIN_ALL,
                    MUTEX_LOCK,
                    COND_WAKE,
                    ONCE_BEGIN,
                    SEM_WAIT,
                    RWLOCK_RDLOCK,
                    RWLOCK_WRLOCK,
                    BARRIER_LEAVE,
                    SPIN_LOCK -> true;
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
            case COND_WAKE -> (mayTimeOut(row) || isSignalled(row, i))
                    && StateModel.MUTEX.enables(state(uses.mutex(row), StateModel.MUTEX, i), kind);
            case BARRIER_LEAVE -> ordering.arrived(row, i, this);
            case RWLOCK_WRLOCK -> objectEnables(row, i) || readersToDrop(row, i) != null;
            case MUTEX_LOCK, ONCE_BEGIN, SEM_WAIT, RWLOCK_RDLOCK, SPIN_LOCK -> objectEnables(row, i);
            default -> true;
        };
    }

    private boolean objectEnables(int row, int i) {
        Event event = trace.event(row);
        StateModel model = Uses.model(event);
        return model.enables(
                state(uses.firstHistory(row, event), model, i),
                event.operation().kind());
    }

    /** Whether the wait that the row ends can end because its time is up, whatever else happens. */
    boolean mayTimeOut(int row) {
        return trace.event(row).operation().argument() == OperationKind.DEADLINE_ANY;
    }

    /** Whether the wait that the row ends has been signalled after T[0..i) + V(i). */
    boolean isSignalled(int row, int i) {
        return ordering.waker(row) != Trace.NONE && contains(i, ordering.waker(row));
    }

    /**
     * Acquires in V(i), by readers that never give back, but for which the writer in {@code row} would be enabled after
     * T[0..i) + V(i). Null if there are none, or it makes no difference. What happens after them is left out with them.
     */
    int[] readersToDrop(int row, int i) {
        boolean asks = trace.event(row).operation().kind() == OperationKind.RWLOCK_WRLOCK && !objectEnables(row, i);
        return asks ? readers.before(row, i) : null;
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
