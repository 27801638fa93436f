package org.heddle.dpor.detect.wait;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.detect.finding.OtherProcesses;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.PendingOperation;

/**
 * Explains executions that end with no thread enabled but those that let time pass for ever, and finds threads that wait for each
 * other in executions that were stopped. Every blocked thread waits for at most one other thread; following these leads into a cycle or
 * to a root: a thread that waits on a condition variable, or one that is gone.
 */
public final class DeadlockDetector implements Detector {
    @Override
    public List<Finding> detect(Execution whole) {
        if (whole.pending().isEmpty() || OtherProcesses.takePart(whole)) {
            return List.of();
        }
        if (whole.outcome() == Outcome.CUT_OFF || whole.outcome() == Outcome.TOO_LONG) {
            return amongOthers(whole);
        }
        if (whole.outcome() != Outcome.DEADLOCK) {
            return List.of();
        }
        Set<Long> ofTimers = threadsOfTimers(whole);
        Execution execution = whole.withPending(whole.pending().stream()
                .filter(pending -> !ofTimers.contains((long) pending.thread()) && !goesOnWithTime(pending))
                .toList());
        SyncState end = SyncState.atEndOf(execution);
        for (PendingOperation pending : FindingBuilder.byThread(execution.pending())) {
            if (end.isHeldSinceFork(pending.thread(), pending.operation())) {
                return List.of(heldSinceFork(execution, end, pending));
            }
        }
        List<Integer> cycle = cycle(execution, end, pending -> true);
        if (!cycle.isEmpty()) {
            return List.of(
                    spins(execution, cycle) ? Livelock.explain(execution, end) : cycleFinding(execution, end, cycle));
        }
        for (PendingOperation pending : FindingBuilder.byThread(execution.pending())) {
            int target = end.waitsFor(pending.thread(), pending.operation());
            if (target >= 0 && end.hasExited(target)) {
                return List.of(ownerExited(execution, end, pending, target));
            }
        }
        StolenSignal stolen = StolenSignal.in(execution, end);
        if (stolen != null) {
            return List.of(new LostWakeup(execution, end).explain(stolen));
        }
        for (PendingOperation pending : FindingBuilder.byThread(execution.pending())) {
            if (end.isWaiting(pending.thread())) {
                return List.of(new LostWakeup(execution, end).explain(pending));
            }
        }
        return List.of(Livelock.isOne(execution) ? Livelock.explain(execution, end) : unexplained(execution, end));
    }

    /** A timer that nobody has armed is nothing that is waited for. */
    private static Set<Long> threadsOfTimers(Execution execution) {
        return execution.events().stream()
                .map(Event::operation)
                .filter(Operation::isOwnThread)
                .map(Operation::object)
                .collect(Collectors.toSet());
    }

    /** Time passes for ever, and its thread looks and waits again. */
    private static boolean goesOnWithTime(PendingOperation pending) {
        return pending.operation().kind() == OperationKind.SLEEP
                || pending.operation().deadline() != 0;
    }

    /** Threads that wait for each other for good, although other threads could go on. */
    private static List<Finding> amongOthers(Execution execution) {
        boolean anyCanWait = execution.pending().stream().anyMatch(DeadlockDetector::waitsForGood);
        if (!anyCanWait) {
            return List.of();
        }
        SyncState end = SyncState.atEndOf(execution);
        List<Integer> cycle = cycle(execution, end, DeadlockDetector::waitsForGood);
        boolean isOne = !cycle.isEmpty() && !spins(execution, cycle) && areBlocked(execution, cycle);
        return isOne ? List.of(cycleFinding(execution, end, cycle)) : List.of();
    }

    private static boolean areBlocked(Execution execution, List<Integer> threads) {
        Decisions decisions = new Decisions(new Dependence());
        decisions.load(execution.events().toArray(new Event[0]), execution);
        for (int thread = 0; thread < decisions.threads(); thread++) {
            if (threads.contains(decisions.id(thread)) && decisions.canRun(thread, decisions.length())) {
                return false;
            }
        }
        return true;
    }

    /** Whether nothing ends the wait but what the thread that is waited for does. */
    private static boolean waitsForGood(PendingOperation pending) {
        Operation operation = pending.operation();
        boolean isTimed = operation.kind().isTimed() && operation.argument() != 0;
        return !isTimed
                && switch (operation.kind()) {
                    case MUTEX_LOCK, RWLOCK_RDLOCK, RWLOCK_WRLOCK, COND_WAKE, ONCE_BEGIN -> true;
                    case THREAD_JOIN -> operation.interruptedBy() == 0;
                    default -> false;
                };
    }

    private static boolean spins(Execution execution, List<Integer> threads) {
        return threads.stream()
                .anyMatch(thread -> FindingBuilder.pendingOf(execution, thread).spins());
    }

    private static List<Integer> cycle(Execution execution, SyncState end, Predicate<PendingOperation> isMember) {
        Map<Integer, Operation> pending = new TreeMap<>();
        execution.pending().forEach(operation -> pending.put(operation.thread(), operation.operation()));
        Set<Integer> seen = new HashSet<>(); // from there no way leads into a cycle
        for (int start : pending.keySet()) {
            List<Integer> path = new ArrayList<>();
            int thread = start;
            while (thread >= 0 && seen.add(thread)) {
                path.add(thread);
                Operation operation = pending.get(thread);
                boolean waits = operation != null && isMember.test(new PendingOperation(thread, operation));
                thread = waits ? end.waitsFor(thread, operation) : -1;
            }
            if (path.contains(thread)) {
                return path.subList(path.indexOf(thread), path.size());
            }
        }
        return List.of();
    }

    private static Finding cycleFinding(Execution execution, SyncState end, List<Integer> cycle) {
        FindingBuilder builder = new FindingBuilder(execution, end);
        WaitWords words = new WaitWords(execution);
        List<Message> waits = new ArrayList<>();
        boolean joinsOnly = true;
        boolean locksOnly = true;
        for (int k = 0; k < cycle.size(); k++) {
            int thread = cycle.get(k);
            int target = cycle.get((k + 1) % cycle.size());
            Operation operation = FindingBuilder.pendingOf(execution, thread);
            joinsOnly &= operation.kind() == OperationKind.THREAD_JOIN;
            locksOnly &= WaitWords.lockOf(operation) != 0;
            builder.thread(thread).site(operation.site()).related(acquired(end, target, WaitWords.lockOf(operation)));
            waits.add(words.of(thread, operation, target));
        }
        String cause = causeOfCycle(cycle.size() == 1, joinsOnly, locksOnly);
        return builder.build(Kind.DEADLOCK, cause, Message.of("deadlock: %s", Message.joined("; ", waits)));
    }

    /** Where the thread came to hold the lock; several may hold one for reading. */
    private static int acquired(SyncState end, int thread, long lock) {
        return end.heldBy(thread).stream()
                .filter(held -> held.mutex() == lock)
                .mapToInt(Finding.HeldLock::step)
                .findFirst()
                .orElseGet(() -> end.acquiredAt(lock));
    }

    private static String causeOfCycle(boolean single, boolean joinsOnly, boolean locksOnly) {
        if (joinsOnly) {
            return "join-cycle";
        }
        if (locksOnly) {
            return single ? "self-lock" : "lock-cycle";
        }
        return single ? "once" : "mixed-cycle";
    }

    private static Finding heldSinceFork(Execution execution, SyncState end, PendingOperation blocked) {
        Operation operation = blocked.operation();
        int owner = end.waitsFor(blocked.thread(), operation);
        Message message = Message.of(
                "deadlock: %s waits for lock %s, which %s held when this process was forked, and nobody in it gives back",
                Message.thread(blocked.thread()), Message.object(WaitWords.lockOf(operation)), Message.thread(owner));
        return neverGivenBack(execution, end, blocked, owner).build(Kind.DEADLOCK, "held-at-fork", message);
    }

    private static Finding ownerExited(Execution execution, SyncState end, PendingOperation blocked, int owner) {
        Message message = Message.of(
                "deadlock: %s and never gives back: it has exited",
                new WaitWords(execution).of(blocked.thread(), blocked.operation(), owner));
        return neverGivenBack(execution, end, blocked, owner)
                .related(exitOf(execution, owner))
                .build(Kind.DEADLOCK, "owner-exited", message);
    }

    /** About a wait for a lock that its owner has taken for good. */
    private static FindingBuilder neverGivenBack(
            Execution execution, SyncState end, PendingOperation blocked, int owner) {
        int acquired = end.acquiredAt(WaitWords.lockOf(blocked.operation()));
        FindingBuilder builder = new FindingBuilder(execution, end)
                .thread(blocked.thread())
                .thread(owner)
                .site(blocked.operation().site())
                .related(acquired);
        return acquired >= 0
                ? builder.site(execution.events().get(acquired).operation().site())
                : builder;
    }

    private static int exitOf(Execution execution, int thread) {
        for (int step = 0; step < execution.events().size(); step++) {
            Event event = execution.events().get(step);
            if (event.thread() == thread && event.operation().kind() == OperationKind.THREAD_EXIT) {
                return step;
            }
        }
        return -1;
    }

    private static Finding unexplained(Execution execution, SyncState end) {
        FindingBuilder builder = new FindingBuilder(execution, end);
        WaitWords words = new WaitWords(execution);
        NestedMonitor nested = NestedMonitor.in(execution, end);
        if (nested != null) {
            PendingOperation waiter = nested.waiter();
            builder.thread(waiter.thread()).site(waiter.operation().site());
            joinsLast(execution.pending()).stream()
                    .filter(pending -> pending.thread() != waiter.thread())
                    .forEach(pending -> builder.thread(pending.thread()));
            return nested.explain(
                    builder,
                    end,
                    words.of(waiter.thread(), waiter.operation(), end.waitsFor(waiter.thread(), waiter.operation())));
        }
        Set<Message> waits = new LinkedHashSet<>(); // one that several threads share is told once
        String cause = "blocked";
        for (PendingOperation pending : joinsLast(execution.pending())) {
            Operation operation = pending.operation();
            builder.thread(pending.thread()).site(operation.site());
            waits.add(words.of(pending.thread(), operation, end.waitsFor(pending.thread(), operation)));
            int closed = ClosedUnderneath.step(execution, pending);
            builder.related(closed);
            cause = switch (operation.kind()) {
                case THREAD_JOIN -> cause.equals("blocked") ? "join" : cause;
                case ONCE_BEGIN -> "once";
                case SEM_WAIT -> "semaphore";
                case BARRIER_LEAVE -> "barrier";
                case IO_READ, IO_WRITE, CHANNEL_READ, CHANNEL_WRITE, CHANNEL_POLL, IO_POLL -> causeOf(cause, closed);
                case SIGNAL_WAIT -> !operation.waitsForChildren() ? "signal" : cause.equals("blocked") ? "join" : cause;
                default -> cause;
            };
            if (operation.kind() == OperationKind.SIGNAL_WAIT && !operation.waitsForChildren()) {
                builder.related(words.handledBefore(pending.thread()));
            }
        }
        return builder.build(
                Kind.DEADLOCK, cause, Message.of("deadlock: %s", Message.joined("; ", List.copyOf(waits))));
    }

    private static String causeOf(String before, int closed) {
        return closed >= 0 || before.equals(ClosedUnderneath.CAUSE) ? ClosedUnderneath.CAUSE : "descriptor";
    }

    /** Who waits for a thread to end waits for what that one waits for, which is told first. */
    private static List<PendingOperation> joinsLast(List<PendingOperation> pending) {
        return FindingBuilder.byThread(pending).stream()
                .sorted(Comparator.comparing(waiter -> waitsForAnEnd(waiter.operation())))
                .toList();
    }

    private static boolean waitsForAnEnd(Operation operation) {
        return operation.kind() == OperationKind.THREAD_JOIN
                || operation.kind() == OperationKind.THREAD_JOIN_ALL
                || operation.waitsForChildren();
    }
}
