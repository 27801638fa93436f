package org.heddle.dpor.detect.finding;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.heddle.dpor.detect.finding.Finding.HeldLock;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationTrait;
import org.heddle.dpor.model.execution.Execution;

/**
 * Who holds what, and who waits for whom, after some steps of an execution. Which threads are enabled is told by {@link
 * org.heddle.dpor.analysis.Decisions}. Used for findings only; plain, not quick.
 */
public final class SyncState {
    private final LockHolders locks = new LockHolders();
    private final Map<Integer, Integer> waitingSince = new HashMap<>();
    private final Map<Integer, Long> waitingOn = new HashMap<>();
    private final Map<Long, Integer> initialisers = new HashMap<>();
    private final Set<Integer> exited = new HashSet<>();

    /** The state at the end of an execution. */
    public static SyncState atEndOf(Execution execution) {
        SyncState state = new SyncState();
        for (int step = 0; step < execution.events().size(); step++) {
            state.execute(step, execution.events().get(step));
        }
        return state;
    }

    /** Takes in the next event. */
    public void execute(int step, Event event) {
        executed(step, event);
    }

    /** The same, and tells who holds another lock than before. */
    LockHolders.Change executed(int step, Event event) {
        Operation operation = event.operation();
        LockHolders.Change change = locks.execute(step, event);
        switch (operation.kind()) {
            case THREAD_EXIT -> exited.add(event.thread());
            case COND_WAIT -> {
                waitingSince.put(event.thread(), step);
                waitingOn.put(event.thread(), operation.object());
            }
            case COND_WAKE -> waitingOn.remove(event.thread());
            case COND_SIGNAL -> waitingOn.remove(event.alternative());
            case COND_BROADCAST -> waitingOn.values().removeIf(condition -> condition == operation.object());
            case ONCE_BEGIN -> {
                if (event.result() == 1) {
                    initialisers.put(operation.object(), event.thread());
                }
            }
            case ONCE_END -> initialisers.remove(operation.object());
            default -> {}
        }
        return change;
    }

    /** Whether the thread waits on a condition variable and has not been woken. */
    public boolean isWaiting(int thread) {
        return waitingOn.containsKey(thread);
    }

    /** Whether the thread waits on this condition variable and has not been woken. */
    boolean isWaitingOn(int thread, long condition) {
        return isWaiting(thread) && waitingOn.get(thread) == condition;
    }

    /** The step in which the thread last began to wait on a condition variable, or −1. */
    public int waitingSince(int thread) {
        return waitingSince.getOrDefault(thread, -1);
    }

    /** Whether the thread has exited. */
    public boolean hasExited(int thread) {
        return exited.contains(thread);
    }

    /** The thread that the operation waits for: who holds the lock, is joined, or runs the initialiser; −1 if nobody. */
    public int waitsFor(int thread, Operation operation) {
        return switch (operation.kind()) {
            case THREAD_JOIN -> (int) operation.object();
            case ONCE_BEGIN -> initialisers.getOrDefault(operation.object(), -1);
            case COND_WAKE -> isWaiting(thread) ? -1 : locks.holder(thread, operation);
            default -> isAcquire(operation) ? locks.holder(thread, operation) : -1;
        };
    }

    /** Whom these threads wait for when the execution ends: who holds the locks that they are about to take, for one. */
    public static IntStream awaited(Execution execution, Set<Integer> threads) {
        SyncState end = atEndOf(execution);
        return execution.pending().stream()
                .filter(pending -> threads.contains(pending.thread()))
                .mapToInt(pending -> end.waitsFor(pending.thread(), pending.operation()))
                .filter(target -> target >= 0);
    }

    /** Whether the operation waits for a lock that somebody held when the thread's process was forked, so that nobody gives it back there. */
    public boolean isHeldSinceFork(int thread, Operation operation) {
        return isAcquire(operation) && locks.isHeldSinceFork(thread, operation);
    }

    private static boolean isAcquire(Operation operation) {
        boolean takes =
                operation.kind().has(OperationTrait.TAKES) || operation.kind().has(OperationTrait.TAKES_SHARED);
        return takes && operation.kind().canBlock();
    }

    /** The step that acquired the lock, the last one where there are several readers, or −1 if it is free. */
    public int acquiredAt(long lock) {
        return locks.acquiredAt(lock);
    }

    /** What the thread holds, in the order of acquisition. */
    public List<HeldLock> heldBy(int thread) {
        return List.copyOf(locks.heldBy(thread));
    }
}
