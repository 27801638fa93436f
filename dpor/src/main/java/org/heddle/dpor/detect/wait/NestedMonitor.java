package org.heddle.dpor.detect.wait;

import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/**
 * A thread that waits for others to do something, and keeps a lock without which another thread does not get that far (Lister, "The Problem
 * of Nested Monitor Calls", Operating Systems Review 1977).
 *
 * @param waiter who waits
 * @param kept the operation of a thread that waits for a lock that the waiter holds
 */
record NestedMonitor(PendingOperation waiter, PendingOperation kept) {
    /** That of this waiter, if it is one; else null. */
    static NestedMonitor of(PendingOperation waiter, Execution execution, SyncState end) {
        for (PendingOperation pending : FindingBuilder.byThread(execution.pending())) {
            if (end.waitsFor(pending.thread(), pending.operation()) == waiter.thread()
                    && WaitWords.lockOf(pending.operation()) != 0) {
                return new NestedMonitor(waiter, pending);
            }
        }
        return null;
    }

    /** That of a thread that waits for something else than a lock, a condition or the end of a thread, if there is one; else null. */
    static NestedMonitor in(Execution execution, SyncState end) {
        for (PendingOperation pending : FindingBuilder.byThread(execution.pending())) {
            NestedMonitor found = waitsForOthers(pending.operation()) ? of(pending, execution, end) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static boolean waitsForOthers(Operation operation) {
        return switch (operation.kind()) {
            case SEM_WAIT,
                    BARRIER_LEAVE,
                    IO_READ,
                    IO_WRITE,
                    CHANNEL_READ,
                    CHANNEL_WRITE,
                    CHANNEL_POLL,
                    IO_POLL,
                    SIGNAL_WAIT -> true;
            default -> false;
        };
    }

    /**
     * The finding.
     *
     * @param waits why the waiter waits
     */
    Finding explain(FindingBuilder builder, SyncState end, Message waits) {
        long lock = WaitWords.lockOf(kept.operation());
        Message message = Message.of(
                "deadlock: %s, and still holds %s, which %s waits for",
                waits, Message.object(lock), Message.thread(kept.thread()));
        return builder.site(kept.operation().site())
                .related(end.acquiredAt(lock))
                .build(Kind.DEADLOCK, "nested-monitor", message);
    }
}
