package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.detect.Finding.HeldLock;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/** The state of all synchronisation objects after some steps of an execution. Used for findings only; plain, not quick. */
final class SyncState {
    private record Holder(int thread, HeldLock lock) {}

    private final Map<Long, Holder> mutexes = new HashMap<>();
    private final Map<Integer, Integer> waitingSince = new HashMap<>();
    private final Map<Integer, Long> waitingOn = new HashMap<>();
    private final Map<Long, Integer> initialisers = new HashMap<>();
    private long ready = OperationKind.ALL_READY;
    private final CountingObjects counts;
    private final Memory memory = new Memory();
    private final Set<Integer> created = new HashSet<>();
    private final Set<Integer> exited = new HashSet<>();
    private final Set<Integer> detached = new HashSet<>();

    /** The state before the first step of an execution. */
    SyncState(Execution execution) {
        counts = new CountingObjects(execution);
    }

    /** The state at the end of an execution. */
    static SyncState atEndOf(Execution execution) {
        return after(execution, execution.events().size());
    }

    /** The state after so many steps. */
    static SyncState after(Execution execution, int steps) {
        SyncState state = new SyncState(execution);
        for (int step = 0; step < steps; step++) {
            state.execute(step, execution.events().get(step));
        }
        return state;
    }

    /** Takes in the next event. */
    void execute(int step, Event event) {
        Operation operation = event.operation();
        counts.execute(step, event);
        memory.execute(event);
        switch (operation.kind()) {
            case THREAD_CREATE -> created.add((int) operation.object());
            case THREAD_EXIT -> exited.add(event.thread());
            case THREAD_DETACH -> detached.add((int) operation.object());
            case MUTEX_LOCK, MUTEX_TRYLOCK, SPIN_LOCK, SPIN_TRYLOCK -> {
                if (event.result() == 0) {
                    acquire(operation.object(), step, event);
                }
            }
            case MUTEX_UNLOCK, MUTEX_INIT, SPIN_UNLOCK, SPIN_INIT -> mutexes.remove(operation.object());
            case COND_WAIT -> {
                if (event.result() == 0) {
                    mutexes.remove(operation.object2());
                }
                waitingSince.put(event.thread(), step);
                waitingOn.put(event.thread(), operation.object());
            }
            case COND_WAKE -> {
                waitingOn.remove(event.thread());
                acquire(operation.object2(), step, event);
            }
            case COND_SIGNAL -> waitingOn.remove(event.alternative());
            case COND_BROADCAST -> waitingOn.values().removeIf(condition -> condition == operation.object());
            case ONCE_BEGIN -> {
                if (event.result() == 1) {
                    initialisers.put(operation.object(), event.thread());
                }
            }
            case ONCE_END -> initialisers.remove(operation.object());
            case IO_CHANGE, IO_READ, IO_WRITE, IO_POLL, SIGNAL_CHANGE, SIGNAL_WAIT -> ready = event.value();
            default -> {}
        }
    }

    private void acquire(long mutex, int step, Event event) {
        HeldLock lock = new HeldLock(mutex, step, event.operation().site());
        mutexes.put(mutex, new Holder(event.thread(), lock));
    }

    /** Whether the thread could execute the operation now. */
    boolean enables(int thread, Operation operation) {
        return switch (operation.kind()) {
            case MUTEX_LOCK, SPIN_LOCK -> !mutexes.containsKey(operation.object());
            case SEM_WAIT -> counts.enables(thread, operation) || (ready & operation.interruptedBy()) != 0;
            case RWLOCK_RDLOCK, RWLOCK_WRLOCK, BARRIER_LEAVE -> counts.enables(thread, operation);
            case COND_WAKE -> (!isWaiting(thread) || operation.argument() == OperationKind.DEADLINE_ANY)
                    && !mutexes.containsKey(operation.object2());
            case THREAD_JOIN -> exited.contains((int) operation.object())
                    || detached.contains((int) operation.object())
                    || (ready & operation.interruptedBy()) != 0;
            case THREAD_JOIN_ALL -> exited.containsAll(created);
            case ONCE_BEGIN -> !initialisers.containsKey(operation.object());
            case IO_READ, IO_WRITE, IO_POLL, SIGNAL_WAIT -> operation.object2() == 0
                    || (ready & operation.object2()) != 0;
            case AWAIT -> memory.hasChanged(thread, operation);
            default -> true;
        };
    }

    /** Whether the thread waits on a condition variable and has not been woken. */
    boolean isWaiting(int thread) {
        return waitingOn.containsKey(thread);
    }

    /** The step in which the thread last began to wait on a condition variable, or −1. */
    int waitingSince(int thread) {
        return waitingSince.getOrDefault(thread, -1);
    }

    /** Whether the thread has exited. */
    boolean hasExited(int thread) {
        return exited.contains(thread);
    }

    /** The thread that the operation waits for: who holds the mutex, is joined, or runs the initialiser; −1 if nobody. */
    int waitsFor(int thread, Operation operation) {
        OperationKind kind = operation.kind();
        return switch (kind) {
            case MUTEX_LOCK, SPIN_LOCK -> holder(operation.object());
            case RWLOCK_RDLOCK, RWLOCK_WRLOCK -> counts.holder(thread, operation);
            case COND_WAKE -> isWaiting(thread) ? -1 : holder(operation.object2());
            case THREAD_JOIN -> (int) operation.object();
            case ONCE_BEGIN -> initialisers.getOrDefault(operation.object(), -1);
            default -> -1;
        };
    }

    private int holder(long mutex) {
        Holder holder = mutexes.get(mutex);
        return holder == null ? -1 : holder.thread();
    }

    /** How many threads have arrived at the barrier and wait for others there. */
    int arrived(long barrier) {
        return counts.arrived(barrier);
    }

    /** The step that acquired the mutex or rwlock, the last one where there are several readers, or −1 if it is free. */
    int acquiredAt(long mutex) {
        Holder holder = mutexes.get(mutex);
        return holder == null ? counts.acquiredAt(mutex) : holder.lock().step();
    }

    /** What the thread holds, in the order of acquisition. */
    List<HeldLock> heldBy(int thread) {
        List<HeldLock> held = new ArrayList<>();
        for (Holder holder : mutexes.values()) {
            if (holder.thread() == thread) {
                held.add(holder.lock());
            }
        }
        held.addAll(counts.heldBy(thread));
        held.sort((a, b) -> Integer.compare(a.step(), b.step()));
        return held;
    }
}
