package org.heddle.dpor.detect.wait;

import java.util.List;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/**
 * A signal that went to the wrong thread: it woke one that found its predicate false and waits again, while another one has waited
 * on the same condition variable ever since before.
 *
 * @param waiter who sleeps on
 * @param signal the step of the signal
 * @param again the step at which the woken thread waits again
 */
record StolenSignal(PendingOperation waiter, int signal, int again) {
    /** The last one in an execution, of those that concern threads that wait at its end; null if there is none. */
    static StolenSignal in(Execution execution, SyncState end) {
        List<Event> events = execution.events();
        List<PendingOperation> waiters = FindingBuilder.byThread(execution.pending()).stream()
                .filter(pending -> end.isWaiting(pending.thread()))
                .toList();
        for (int step = events.size() - 1; step >= 0; step--) {
            Event event = events.get(step);
            if (event.operation().kind() != OperationKind.COND_SIGNAL || event.alternative() == Event.NO_ALTERNATIVE) {
                continue;
            }
            int again = waitsAgain(events, step);
            if (again < 0) {
                continue;
            }
            for (PendingOperation pending : waiters) {
                boolean waits =
                        pending.operation().object() == event.operation().object()
                                && pending.thread() != event.alternative();
                if (waits && end.waitingSince(pending.thread()) < step) {
                    return new StolenSignal(pending, step, again);
                }
            }
        }
        return null;
    }

    /**
     * Where the woken thread waits again on the same condition variable without having given its mutex back meanwhile; −1 if it
     * does not.
     */
    private static int waitsAgain(List<Event> events, int signal) {
        int woken = events.get(signal).alternative();
        for (int step = signal + 1; step < events.size(); step++) {
            Event event = events.get(step);
            boolean gets = event.operation().kind() == OperationKind.COND_WAKE
                    || event.operation().kind().isMemoryAccess();
            if (event.thread() == woken && !gets) {
                boolean waits = event.operation().kind() == OperationKind.COND_WAIT
                        && event.operation().object()
                                == events.get(signal).operation().object();
                return waits ? step : -1;
            }
        }
        return -1;
    }
}
