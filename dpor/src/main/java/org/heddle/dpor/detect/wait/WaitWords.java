package org.heddle.dpor.detect.wait;

import java.util.List;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.SignalNames;

/** What a blocked thread waits for, in words, and why that does not come. */
final class WaitWords {
    private static final int NONE = -1;

    private final Execution execution;

    WaitWords(Execution execution) {
        this.execution = execution;
    }

    /** The lock that an operation waits for; 0 if it waits for something else. */
    static long lockOf(Operation operation) {
        return switch (operation.kind()) {
            case MUTEX_LOCK, SPIN_LOCK, RWLOCK_RDLOCK, RWLOCK_WRLOCK, COND_WAKE -> operation.lock();
            default -> 0;
        };
    }

    /** Why the thread cannot go on with this operation, for which it may wait for another thread. */
    Message of(int thread, Operation operation, int target) {
        if (thread == target && lockOf(operation) != 0) {
            return Message.of(
                    "%s waits for %s, which it holds itself",
                    Message.thread(thread), Message.object(lockOf(operation)));
        }
        if (execution.isCut()) {
            return withoutHolder(thread, operation);
        }
        return switch (operation.kind()) {
            case MUTEX_LOCK, COND_WAKE -> Message.of(
                    "%s waits for mutex %s, which %s holds",
                    Message.thread(thread), Message.object(lockOf(operation)), Message.thread(target));
            case SPIN_LOCK -> Message.of(
                    "%s waits for spinlock %s, which %s holds",
                    Message.thread(thread), Message.object(operation.object()), Message.thread(target));
            case RWLOCK_RDLOCK, RWLOCK_WRLOCK -> Message.of(
                    "%s waits for rwlock %s, which %s holds or has asked for",
                    Message.thread(thread), Message.object(operation.object()), Message.thread(target));
            case SEM_WAIT -> semaphore(thread, operation.object());
            case BARRIER_LEAVE -> barrier(operation);
            case THREAD_JOIN -> Message.of("%s waits for %s to exit", Message.thread(thread), Message.thread(target));
            case ONCE_BEGIN -> Message.of(
                    "%s waits for %s to finish the initialiser of %s",
                    Message.thread(thread), Message.thread(target), Message.object(operation.object()));
            case IO_READ, IO_WRITE, IO_POLL, CHANNEL_READ, CHANNEL_WRITE, CHANNEL_POLL -> descriptor(thread, operation);
            case SIGNAL_WAIT -> operation.waitsForChildren()
                    ? Message.of("%s waits for a child process to exit", Message.thread(thread))
                    : signal(thread);
            case THREAD_JOIN_ALL -> Message.of(
                    "%s has left main and waits for all others to exit", Message.thread(thread));
            default -> Message.of("%s waits for %s", Message.thread(thread), Message.thread(target));
        };
    }

    private Message descriptor(int thread, Operation operation) {
        Message waits =
                switch (operation.kind()) {
                    case IO_READ, CHANNEL_READ -> Message.of(
                            "%s waits for something to read, which nobody writes", Message.thread(thread));
                    case IO_WRITE, CHANNEL_WRITE -> Message.of(
                            "%s waits for room to write, which nobody makes by reading", Message.thread(thread));
                    default -> Message.of(
                            "%s waits for one of its descriptors to become ready", Message.thread(thread));
                };
        int closed = ClosedUnderneath.step(execution, new PendingOperation(thread, operation));
        return closed == NONE
                ? waits
                : Message.of(
                        "%s; %s has closed what it waits for (step %s), which wakes nobody",
                        waits, Message.thread(execution.events().get(closed).thread()), closed);
    }

    private static Message withoutHolder(int thread, Operation operation) {
        long lock = lockOf(operation);
        if (lock != 0) {
            return Message.of(
                    "%s waits for lock %s, whose holder is not known", Message.thread(thread), Message.object(lock));
        }
        return switch (operation.kind()) {
            case THREAD_JOIN -> Message.of(
                    "%s waits for %s to exit", Message.thread(thread), Message.thread((int) operation.object()));
            case SEM_WAIT -> Message.of(
                    "%s waits for semaphore %s", Message.thread(thread), Message.object(operation.object()));
            default -> Message.of("%s waits", Message.thread(thread));
        };
    }

    private Message semaphore(int thread, long semaphore) {
        int taker = SemaphoreUse.of(execution, semaphore).onlyTaker();
        if (taker == NONE) {
            return Message.of(
                    "%s waits for semaphore %s, which nobody posts", Message.thread(thread), Message.object(semaphore));
        }
        if (taker == thread) {
            return Message.of(
                    "%s waits for semaphore %s, which it has taken itself and nobody posts",
                    Message.thread(thread), Message.object(semaphore));
        }
        return Message.of(
                "%s waits for semaphore %s, which %s has taken and nobody posts",
                Message.thread(thread), Message.object(semaphore), Message.thread(taker));
    }

    /** All that wait there, since one is like the other. */
    private Message barrier(Operation leave) {
        List<Message> waiting = FindingBuilder.byThread(execution.pending()).stream()
                .filter(pending -> isSameBarrier(pending, leave))
                .map(pending -> Message.of("%s", Message.thread(pending.thread())))
                .toList();
        return Message.of(
                "%s %s at barrier %s, at which %s of %s threads %s arrived",
                Message.joined(", ", waiting),
                waiting.size() == 1 ? "waits" : "wait",
                Message.object(leave.object()),
                waiting.size(),
                leave.argument(),
                waiting.size() == 1 ? "has" : "have");
    }

    private static boolean isSameBarrier(PendingOperation pending, Operation leave) {
        return pending.operation().kind() == OperationKind.BARRIER_LEAVE
                && pending.operation().object() == leave.object();
    }

    /** A signal that was handled before is gone: the one that the thread handled itself last, else the last that any other did. */
    private Message signal(int thread) {
        int step = handledBefore(thread);
        if (step == NONE) {
            return Message.of("%s waits for a signal, which nobody sends", Message.thread(thread));
        }
        Event handled = execution.events().get(step);
        return Message.of(
                "%s waits for a signal; %s came before the wait, and its handler ran in %s (step %s)",
                Message.thread(thread),
                SignalNames.of((int) handled.result()),
                handled.thread() == thread ? "this thread" : Message.thread(handled.thread()),
                step);
    }

    /** The step in which a handler ran before a thread came to wait for a signal; −1 if none did. */
    int handledBefore(int waiter) {
        int other = NONE;
        for (int step = execution.events().size() - 1; step >= 0; step--) {
            Event event = execution.events().get(step);
            boolean handles = event.operation().kind() == OperationKind.SIGNAL_CHANGE && event.result() > 0;
            if (handles && event.thread() == waiter) {
                return step;
            }
            other = handles && other == NONE ? step : other;
        }
        return other;
    }
}
