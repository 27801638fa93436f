package org.heddle.dpor.analysis;

import org.heddle.dpor.analysis.trace.History;
import org.heddle.dpor.analysis.trace.StateModel;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.Uses;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.OperationTrait;

/**
 * Whether an operation could run earlier than it did. The question is about the sequence T[0..i) + V(i): the trace T up to an
 * event i, followed by the events after i that do not happen after it (notdep(i, T) in the JACM paper); or about T[0..i) alone.
 */
final class Enabledness {
    private final Trace trace;
    private final Uses uses;
    private final Ordering ordering;
    private final StandingReaders readers;
    private final MemoryValues values;
    private final Reversed reversed = new Reversed();
    private final Prefix prefix = new Prefix();

    Enabledness(Trace trace, Uses uses, Ordering ordering) {
        this.trace = trace;
        this.uses = uses;
        this.ordering = ordering;
        readers = new StandingReaders(trace, uses);
        values = new MemoryValues(trace);
    }

    /** Whether the event in row {@code k} is in T[0..i) + V(i). */
    boolean contains(int i, int k) {
        return k < i || !trace.happensBefore(i, k);
    }

    /** A part of the trace that is closed under happens-before. */
    interface Part {
        boolean contains(int row);

        /** The state in which the part leaves an object. */
        long state(History history, StateModel model);
    }

    /** Whether the operation in {@code row} is enabled after T[0..i) + V(i). */
    boolean enabledBefore(int row, int i) {
        if (trace.event(row).operation().isLateExit()) {
            return isLateExit(i);
        }
        reversed.i = i;
        return enabledAfter(row, reversed);
    }

    /** Whether the operation in {@code row}, which its thread has pending there, is enabled after T[0..depth). */
    boolean enabledAt(int row, int depth) {
        boolean isShutOut = depth < trace.length() && trace.isInside(depth) && trace.thread(row) != trace.thread(depth);
        if (isShutOut) {
            return false;
        }
        if (trace.event(row).operation().isLateExit()) {
            return isLateExit(depth);
        }
        prefix.depth = depth;
        return enabledAfter(row, prefix);
    }

    /** Whether a late exit was executed here: only then could another one have been, for where somebody else goes on, none can. */
    private boolean isLateExit(int row) {
        return row < trace.length() && trace.event(row).operation().isLateExit();
    }

    /** Whether the operation in {@code row}, which its thread has pending there, is enabled after a part of the trace. */
    boolean enabledAfter(int row, Part part) {
        OperationKind kind = trace.event(row).operation().kind();
        return switch (kind) {
            case THREAD_START -> (ordering.creation(row) == Trace.NONE || part.contains(ordering.creation(row)))
                    && ordering.mayBegin(row, part);
            case THREAD_JOIN_ALL -> part != reversed && ordering.allOthersExited(row, part);
            case COND_WAKE -> (mayTimeOut(row) || isSignalled(row, part))
                    && StateModel.MUTEX.enables(
                            part.state(uses.secondHistory(row, trace.event(row)), StateModel.MUTEX), kind);
            case BARRIER_LEAVE -> ordering.arrived(row, part) || isInterrupted(row, part);
                // where somebody else goes on instead, which then is for free
            case PROCESS_EXIT -> !trace.event(row).operation().isLateExit();
            case AWAIT -> values.hasChanged(row, part);
            case RWLOCK_WRLOCK -> objectEnables(row, part)
                    || (part == reversed && readers.before(row, reversed.i) != null);
            default -> !kind.canBlock() || objectEnables(row, part);
        };
    }

    private boolean objectEnables(int row, Part part) {
        Event event = trace.event(row);
        OperationKind kind = event.operation().kind();
        if (kind.has(OperationTrait.WITH_KERNEL)) {
            return isReady(part.state(uses.secondHistory(row, event), StateModel.KERNEL), event.operation());
        }
        StateModel model = Uses.model(event);
        long state = part.state(uses.firstHistory(row, event), model);
        return model == StateModel.KERNEL
                ? isReady(state, event.operation())
                : model.enables(state, kind) || isInterrupted(row, part);
    }

    private boolean isInterrupted(int row, Part part) {
        Event event = trace.event(row);
        long bits = event.operation().interruptedBy();
        return bits != 0 && trace.words().isReady(part.state(uses.secondHistory(row, event), StateModel.KERNEL), bits);
    }

    private boolean isReady(long word, Operation operation) {
        return operation.readyBits() == 0 || trace.words().isReady(word, operation.readyBits());
    }

    /** Whether the wait that the row ends can end because its time is up, whatever else happens. */
    boolean mayTimeOut(int row) {
        return trace.event(row).operation().mayTimeOut();
    }

    /** Whether the wait that the row ends has been signalled after T[0..i) + V(i). */
    boolean isSignalled(int row, int i) {
        reversed.i = i;
        return isSignalled(row, reversed);
    }

    private boolean isSignalled(int row, Part part) {
        return ordering.waker(row) != Trace.NONE && part.contains(ordering.waker(row));
    }

    /**
     * Acquires in V(i), by readers that never give back, but for which the writer in {@code row} would be enabled after
     * T[0..i) + V(i). Null if there are none, or it makes no difference. What happens after them is left out with them.
     */
    int[] readersToDrop(int row, int i) {
        reversed.i = i;
        boolean asks =
                trace.event(row).operation().kind() == OperationKind.RWLOCK_WRLOCK && !objectEnables(row, reversed);
        return asks ? readers.before(row, i) : null;
    }

    /** T[0..i) + V(i). */
    private final class Reversed implements Part {
        private int i;

        @Override
        public boolean contains(int row) {
            return Enabledness.this.contains(i, row);
        }

        @Override
        public long state(History history, StateModel model) {
            return Enabledness.this.state(history, model, i);
        }
    }

    /** T[0..depth). */
    private static final class Prefix implements Part {
        private int depth;

        @Override
        public boolean contains(int row) {
            return row < depth;
        }

        @Override
        public long state(History history, StateModel model) {
            return history.stateBefore(history.position(depth));
        }
    }

    /** The state of an object after T[0..i) + V(i). */
    long state(History history, StateModel model, int i) {
        int n = history.position(i);
        boolean settled = n < history.count() && history.row(n) == i && history.kind(n) == AccessKind.WRITE;
        if (settled) { // everything later on this object happens after i
            return history.stateBefore(n);
        }
        reversed.i = i;
        return state(history, model, n, reversed);
    }

    /** The state of an object after the first {@code n} events on it, and those of the later ones that a part contains. */
    long state(History history, StateModel model, int n, Part part) {
        long state = history.stateBefore(n);
        for (int k = n; k < history.count(); k++) {
            int row = history.row(k);
            if (part.contains(row)) {
                state = model.after(state, trace.event(row), trace.words());
            } else if (history.kind(k) == AccessKind.WRITE) {
                return state; // everything later on this object happens after what is not there
            }
        }
        return state;
    }
}
