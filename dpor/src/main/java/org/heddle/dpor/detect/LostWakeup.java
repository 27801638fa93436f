package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.PendingOperation;

/**
 * Explains why a thread waits on a condition variable for good: a signal came before it waited and found nobody, or a signal
 * woke another thread (and was perhaps stolen by it), or the waiter keeps a lock that who would signal needs, or nobody ever signalled.
 */
final class LostWakeup {
    private final Execution execution;
    private final SyncState end;

    LostWakeup(Execution execution, SyncState end) {
        this.execution = execution;
        this.end = end;
    }

    /** The finding for a signal that the wrong thread got. */
    Finding explain(StolenSignal stolen) {
        Event signal = execution.events().get(stolen.signal());
        PendingOperation waiter = stolen.waiter();
        String message =
                "lost wakeup: thread %d waits on condition 0x%x for good; the signal of thread %d (step %d) woke thread %d, which had no use for it and waits again (step %d): broadcast, or use a condition variable for each thing that is waited for"
                        .formatted(
                                waiter.thread(),
                                waiter.operation().object(),
                                signal.thread(),
                                stolen.signal(),
                                signal.alternative(),
                                stolen.again());
        return ofAllThreads(waiter)
                .related(stolen.signal())
                .related(stolen.again())
                .site(signal.operation().site())
                .thread(signal.thread(), signal.operation())
                .build(Kind.LOST_WAKEUP, "stolen-signal", message);
    }

    private FindingBuilder ofAllThreads(PendingOperation waiter) {
        FindingBuilder builder = new FindingBuilder(execution, end).thread(waiter.thread());
        for (PendingOperation other : FindingBuilder.byThread(execution.pending())) {
            if (other.thread() != waiter.thread()) {
                builder.thread(other.thread());
            }
        }
        return builder.site(waiter.operation().site()).related(end.waitingSince(waiter.thread()));
    }

    /** The finding for this thread, which waits. */
    Finding explain(PendingOperation waiter) {
        int wait = end.waitingSince(waiter.thread());
        long condition = waiter.operation().object();
        int unheard = lastSignal(condition, waiter.thread(), 0, wait, false);
        int elsewhere = lastSignal(
                condition, waiter.thread(), wait + 1, execution.events().size(), true);
        FindingBuilder builder = ofAllThreads(waiter);
        String waits = "thread %d waits on condition 0x%x for good".formatted(waiter.thread(), condition);
        if (elsewhere >= 0) {
            Event signal = execution.events().get(elsewhere);
            builder.related(elsewhere).site(signal.operation().site()).thread(signal.thread(), signal.operation());
            String message = "lost wakeup: %s; the signal of thread %d (step %d) woke thread %d instead"
                    .formatted(waits, signal.thread(), elsewhere, signal.alternative());
            return builder.build(Kind.LOST_WAKEUP, "woke-another", message);
        }
        if (unheard >= 0) {
            Event signal = execution.events().get(unheard);
            builder.related(unheard).site(signal.operation().site()).thread(signal.thread(), signal.operation());
            String message =
                    "lost wakeup: %s; the signal of thread %d (step %d) came before the wait (step %d) and nobody heard it"
                            .formatted(waits, signal.thread(), unheard, wait);
            return builder.build(Kind.LOST_WAKEUP, "signal-before-wait", message);
        }
        PendingOperation kept = keptBy(waiter.thread());
        if (kept != null) {
            return nestedMonitor(builder, waits, kept);
        }
        return builder.build(Kind.DEADLOCK, "condition", "deadlock: " + waits + "; nobody signals it");
    }

    /** A thread that waits for a lock that the waiter holds, if there is one, or for a thread that does; else null. */
    private PendingOperation keptBy(int waiter) {
        for (PendingOperation pending : FindingBuilder.byThread(execution.pending())) {
            if (end.waitsFor(pending.thread(), pending.operation()) == waiter
                    && pending.operation().kind() != OperationKind.THREAD_JOIN) {
                return pending;
            }
        }
        return null;
    }

    /** The waiter gave back the mutex of its wait, but not another one, without which nobody comes to signal (Lister, 1977). */
    private Finding nestedMonitor(FindingBuilder builder, String waits, PendingOperation kept) {
        long lock = kept.operation().kind() == OperationKind.COND_WAKE
                ? kept.operation().object2()
                : kept.operation().object();
        String message = "deadlock: %s and still holds 0x%x, which thread %d needs before anybody can signal"
                .formatted(waits, lock, kept.thread());
        return builder.site(kept.operation().site())
                .related(end.acquiredAt(lock))
                .build(Kind.DEADLOCK, "nested-monitor", message);
    }

    /** The last signal or broadcast by another thread, within these steps, that some other thread heard or nobody did. */
    private int lastSignal(long condition, int waiter, int from, int to, boolean heard) {
        List<Event> events = execution.events();
        List<Integer> signals = new ArrayList<>();
        for (int step = from; step < to; step++) {
            Event event = events.get(step);
            OperationKind kind = event.operation().kind();
            boolean isSignal = kind == OperationKind.COND_SIGNAL || kind == OperationKind.COND_BROADCAST;
            if (isSignal
                    && event.operation().object() == condition
                    && event.thread() != waiter
                    && event.result() != 0 == heard) {
                signals.add(step);
            }
        }
        return new LatestByHappensBefore(events).last(signals);
    }
}
