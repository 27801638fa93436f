package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/** What several simulated threads can hold or wait for together: semaphores, read-write locks, barriers. */
final class SharedObjects {
    private static final int EAGAIN = 11;
    private static final int EBUSY = 16;

    private final Map<Long, Long> semaphores = new HashMap<>();
    private final Map<Long, Integer> readers = new HashMap<>();
    private final Set<Long> written = new HashSet<>();
    private final Map<Long, Integer> announced = new HashMap<>();
    private final Map<Long, List<Integer>> arrived = new HashMap<>();
    private final Map<Long, Integer> generations = new HashMap<>();
    private final Set<Integer> released = new HashSet<>();

    SharedObjects copy() {
        SharedObjects copy = new SharedObjects();
        copy.semaphores.putAll(semaphores);
        copy.readers.putAll(readers);
        copy.written.addAll(written);
        copy.announced.putAll(announced);
        arrived.forEach((barrier, threads) -> copy.arrived.put(barrier, new ArrayList<>(threads)));
        copy.generations.putAll(generations);
        copy.released.addAll(released);
        return copy;
    }

    /** Everything that what comes next depends on. */
    String state() {
        return semaphores + " " + readers + written + announced + arrived + released;
    }

    /** The value of a semaphore before it is first used. */
    static long initial(long semaphore) {
        return semaphore % 10;
    }

    private long value(long semaphore) {
        return semaphores.getOrDefault(semaphore, initial(semaphore));
    }

    private boolean isRead(long rwlock) {
        return readers.getOrDefault(rwlock, 0) > 0;
    }

    boolean isEnabled(int thread, Operation operation) {
        long object = operation.object();
        return switch (operation.kind()) {
            case SEM_WAIT, SEM_TRYWAIT, SEM_PASS -> value(object) > 0;
            case RWLOCK_RDLOCK, RWLOCK_TRYRDLOCK -> !written.contains(object) && announced.getOrDefault(object, 0) == 0;
            case RWLOCK_WRLOCK, RWLOCK_TRYWRLOCK -> !written.contains(object) && !isRead(object);
            case BARRIER_LEAVE -> released.contains(thread);
            default -> true;
        };
    }

    /** Performs an operation, or leaves everything as it is if it times out; returns its result. */
    long perform(int thread, Operation operation, boolean timesOut) {
        long object = operation.object();
        boolean enabled = isEnabled(thread, operation);
        boolean announcedItself = (operation.object2() & OperationKind.ANNOUNCED) != 0;
        if (operation.kind() == OperationKind.RWLOCK_WRLOCK && announcedItself && (enabled || timesOut)) {
            announced.merge(object, -1, Integer::sum);
        }
        if (timesOut) {
            return OperationKind.TIMED_OUT;
        }
        switch (operation.kind()) {
            case SEM_WAIT, SEM_TRYWAIT -> {
                if (!enabled) {
                    return operation.kind() == OperationKind.SEM_WAIT ? OperationKind.INTERRUPTED : EAGAIN;
                }
                semaphores.put(object, value(object) - 1);
            }
            case SEM_POST -> semaphores.put(object, value(object) + 1);
            case SEM_GETVALUE -> {
                return value(object);
            }
            case RWLOCK_RDLOCK, RWLOCK_TRYRDLOCK -> {
                if (!enabled) {
                    return operation.kind() == OperationKind.RWLOCK_RDLOCK ? OperationKind.INTERRUPTED : EBUSY;
                }
                readers.merge(object, 1, Integer::sum);
            }
            case RWLOCK_WRLOCK, RWLOCK_TRYWRLOCK -> {
                if (!enabled) {
                    return operation.kind() == OperationKind.RWLOCK_WRLOCK ? OperationKind.INTERRUPTED : EBUSY;
                }
                written.add(object);
            }
            case RWLOCK_UNLOCK -> {
                if (operation.argument() != 0) {
                    written.remove(object);
                } else {
                    readers.merge(object, -1, Integer::sum);
                }
            }
            case RWLOCK_ANNOUNCE -> announced.merge(object, 1, Integer::sum);
            case BARRIER_ARRIVE -> {
                return arrive(thread, operation);
            }
            case SEM_PASS -> {}
            case BARRIER_LEAVE -> released.remove(thread);
            default -> throw new IllegalArgumentException(operation.toString());
        }
        return 0;
    }

    private long arrive(int thread, Operation operation) {
        List<Integer> waiting = arrived.computeIfAbsent(operation.object(), barrier -> new ArrayList<>());
        int generation = generations.getOrDefault(operation.object(), 0);
        waiting.add(thread);
        if (waiting.size() == operation.argument()) {
            released.addAll(waiting);
            waiting.clear();
            generations.put(operation.object(), generation + 1);
        }
        return generation;
    }
}
