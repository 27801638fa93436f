package org.heddle.dpor.analysis;

import java.util.Arrays;
import org.heddle.dpor.analysis.trace.History;
import org.heddle.dpor.analysis.trace.StateModel;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.analysis.trace.Uses;
import org.heddle.dpor.model.Event;

/**
 * Readers that block a writer for ever. The acquires of two readers are independent. If neither reader releases, notdep of the one
 * acquire contains the other. A writer that comes before both is then found only if the other acquire is left out of notdep, with
 * everything that happens after it.
 */
final class StandingReaders {
    private final Trace trace;
    private final Uses uses;
    private int[] found = new int[4];
    private int count;

    StandingReaders(Trace trace, Uses uses) {
        this.trace = trace;
        this.uses = uses;
    }

    /** The rows of acquires in V(i) without which the writer in {@code row} is enabled after T[0..i) + V(i), or null. */
    int[] before(int row, int i) {
        History history = uses.firstHistory(row, trace.event(row));
        gather(history, i);
        for (int f = 0; f < count; f++) {
            if (trace.happensBeforePrevious(found[f], row)) {
                return null;
            }
        }
        if (count == 0) {
            return null;
        }
        int[] dropped = Arrays.copyOf(found, count);
        int from = history.position(i);
        long state = history.stateBefore(from);
        for (int n = from; n < history.count(); n++) {
            int k = history.row(n);
            if (!trace.happensBefore(i, k) && !happensAfter(dropped, k)) {
                state = StateModel.RWLOCK.after(state, trace.event(k), trace.words());
            }
        }
        return StateModel.RWLOCK.enables(state, trace.event(row).operation().kind()) ? dropped : null;
    }

    /** The acquires by readers in V(i) that are not given back there. */
    private void gather(History history, int i) {
        count = 0;
        for (int n = history.position(i); n < history.count(); n++) {
            int k = history.row(n);
            if (trace.happensBefore(i, k)) {
                continue;
            }
            Event event = trace.event(k);
            switch (event.operation().kind()) {
                case RWLOCK_RDLOCK, RWLOCK_TRYRDLOCK -> {
                    if (event.result() == 0) {
                        add(k);
                    }
                }
                case RWLOCK_UNLOCK -> removeLastOf(trace.thread(k));
                default -> {}
            }
        }
    }

    private void add(int k) {
        if (count == found.length) {
            found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = k;
    }

    private void removeLastOf(int thread) {
        for (int f = count - 1; f >= 0; f--) {
            if (trace.thread(found[f]) == thread) {
                System.arraycopy(found, f + 1, found, f, count - f - 1);
                count--;
                return;
            }
        }
    }

    private boolean happensAfter(int[] rows, int k) {
        for (int dropped : rows) {
            if (trace.happensBefore(dropped, k)) {
                return true;
            }
        }
        return false;
    }
}
