package org.heddle.dpor.detect.wait;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/**
 * Explains why a thread waits on a condition variable for ever. Either a signal came before the wait and found nobody; or a signal woke
 * another thread, which may have stolen it; or the waiter keeps a lock that the signalling thread needs; or nobody ever signals.
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
        Message message = Message.of(
                "lost wakeup: %s waits on %s %s for good; the %s of %s (step %s) woke %s, which had no use for it and waits again (step %s)",
                Message.thread(waiter.thread()),
                noun(waiter.operation()),
                Message.object(waiter.operation().object()),
                noun(signal),
                Message.thread(signal.thread()),
                stolen.signal(),
                Message.thread(signal.alternative()),
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
                builder.thread(other.thread(), other.operation());
            }
        }
        return builder.site(waiter.operation().site()).related(end.waitingSince(waiter.thread()));
    }

    /** The finding for this thread, which waits. */
    Finding explain(PendingOperation waiter) {
        int wait = end.waitingSince(waiter.thread());
        long condition = waiter.operation().object();
        int missed = new MissedSignal(execution, waiter, wait).step();
        int elsewhere = lastHeardAfter(wait, condition, waiter.thread());
        FindingBuilder builder = ofAllThreads(waiter);
        Message waits = Message.of(
                "%s waits on %s %s for good",
                Message.thread(waiter.thread()), noun(waiter.operation()), Message.object(condition));
        if (elsewhere >= 0) {
            Event signal = execution.events().get(elsewhere);
            builder.related(elsewhere).site(signal.operation().site()).thread(signal.thread(), signal.operation());
            Message message = Message.of(
                    "lost wakeup: %s; the %s of %s (step %s) woke %s instead",
                    waits,
                    noun(signal),
                    Message.thread(signal.thread()),
                    elsewhere,
                    Message.thread(signal.alternative()));
            return builder.build(Kind.LOST_WAKEUP, "woke-another", message);
        }
        if (missed != MissedSignal.NONE) {
            Event signal = execution.events().get(missed);
            builder.related(missed).site(signal.operation().site()).thread(signal.thread(), signal.operation());
            Message message = Message.of(
                    "lost wakeup: %s; the %s of %s (step %s) came before the wait (step %s) and %s",
                    waits, noun(signal), Message.thread(signal.thread()), missed, wait, whoHeard(signal));
            return builder.build(Kind.LOST_WAKEUP, "signal-before-wait", message);
        }
        NestedMonitor nested = NestedMonitor.of(waiter, execution, end);
        if (nested != null) {
            return nested.explain(builder, end, waits);
        }
        String never = waiter.operation().isOnFutex() ? "wakes" : "signals";
        String again = execution.events().get(wait).operation().hasLooked() && wasSignalled(condition) ? " again" : "";
        return builder.build(
                Kind.DEADLOCK, "condition", Message.of("deadlock: %s; nobody %s it%s", waits, never, again));
    }

    private static String noun(Operation wait) {
        return wait.isOnFutex() ? "futex" : "condition";
    }

    private static String noun(Event signal) {
        if (signal.operation().isOnFutex()) {
            return "wake";
        }
        return signal.operation().kind() == OperationKind.COND_BROADCAST ? "broadcast" : "signal";
    }

    private static Object whoHeard(Event signal) {
        if (signal.result() == 0) {
            return "nobody heard it";
        }
        return signal.operation().kind() == OperationKind.COND_BROADCAST
                ? "woke only those that waited by then"
                : Message.of("woke %s", Message.thread(signal.alternative()));
    }

    private boolean wasSignalled(long condition) {
        return execution.events().stream()
                .map(Event::operation)
                .anyMatch(operation -> operation.signals() && operation.object() == condition);
    }

    /** The last signal or broadcast by another thread, after this step, that some other thread heard. */
    private int lastHeardAfter(int wait, long condition, int waiter) {
        List<Event> events = execution.events();
        List<Integer> signals = new ArrayList<>();
        for (int step = wait + 1; step < events.size(); step++) {
            Event event = events.get(step);
            if (event.operation().signals()
                    && event.operation().object() == condition
                    && event.thread() != waiter
                    && event.result() != 0) {
                signals.add(step);
            }
        }
        return LatestByHappensBefore.of(execution, signals);
    }
}
