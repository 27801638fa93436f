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

/** The state of what several threads can hold or wait for together: semaphores, read-write locks, barriers. */
final class CountingObjects {
    private record Hold(int thread, HeldLock lock, boolean writes) {}

    private final Map<Long, Long> semaphores = new HashMap<>();
    private final Map<Long, List<Hold>> rwlocks = new HashMap<>();
    private final Map<Long, List<Integer>> announced = new HashMap<>();
    private final Map<Long, Set<Integer>> arrivals = new HashMap<>();
    private final Map<Long, Set<Integer>> stranded = new HashMap<>();

    /** The state at first: semaphores that no event of the execution initialises are worth what their own events say. */
    CountingObjects(Execution execution) {
        Set<Long> made = new HashSet<>();
        for (Event event : execution.events()) {
            long object = event.operation().object();
            switch (event.operation().kind()) {
                case SEM_INIT, SEM_OPEN -> made.add(object);
                case SEM_WAIT, SEM_TRYWAIT, SEM_POST -> {
                    if (made.add(object)) {
                        semaphores.put(object, event.value());
                    }
                }
                default -> {}
            }
        }
    }

    void execute(int step, Event event) {
        Operation operation = event.operation();
        long object = operation.object();
        boolean done = event.result() == 0;
        switch (operation.kind()) {
            case SEM_INIT -> semaphores.put(object, operation.argument());
            case SEM_OPEN -> {
                if (event.result() < 0) {
                    semaphores.put(object, operation.argument());
                }
            }
            case SEM_WAIT, SEM_TRYWAIT -> semaphores.merge(object, done ? -1L : 0L, Long::sum);
            case SEM_POST -> semaphores.merge(object, done ? 1L : 0L, Long::sum);
            case RWLOCK_INIT -> rwlocks.remove(object);
            case RWLOCK_ANNOUNCE -> announced
                    .computeIfAbsent(object, address -> new ArrayList<>())
                    .add(event.thread());
            case RWLOCK_RDLOCK, RWLOCK_TRYRDLOCK -> hold(step, event, false);
            case RWLOCK_WRLOCK, RWLOCK_TRYWRLOCK -> {
                announced.getOrDefault(object, new ArrayList<>()).remove((Integer) event.thread());
                hold(step, event, true);
            }
            case RWLOCK_UNLOCK -> release(event);
            case BARRIER_INIT -> strand(object);
            case BARRIER_ARRIVE -> {
                if (operation.argument() == 0) {
                    return; // at what is no barrier
                }
                Set<Integer> waiting = arrivals.computeIfAbsent(object, address -> new HashSet<>());
                waiting.add(event.thread());
                if (waiting.size() == operation.argument()) {
                    waiting.clear();
                }
            }
            default -> {}
        }
    }

    private void hold(int step, Event event, boolean writes) {
        if (event.result() == 0) {
            long object = event.operation().object();
            HeldLock lock = new HeldLock(object, step, event.operation().site());
            rwlocks.computeIfAbsent(object, address -> new ArrayList<>()).add(new Hold(event.thread(), lock, writes));
        }
    }

    private void release(Event event) {
        List<Hold> holds = rwlocks.getOrDefault(event.operation().object(), new ArrayList<>());
        boolean writes = event.operation().argument() != 0;
        for (int k = holds.size() - 1; k >= 0; k--) {
            if (writes ? holds.get(k).writes() : holds.get(k).thread() == event.thread()) {
                holds.remove(k);
                return;
            }
        }
    }

    boolean enables(int thread, Operation operation) {
        return switch (operation.kind()) {
            case SEM_WAIT -> semaphores.getOrDefault(operation.object(), 0L) > 0;
            case BARRIER_LEAVE -> !waits(arrivals, thread, operation.object())
                    && !waits(stranded, thread, operation.object());
            default -> holder(thread, operation) < 0;
        };
    }

    /** Who waits at a barrier that is initialised anew is never let go. */
    private void strand(long barrier) {
        Set<Integer> waiting = arrivals.remove(barrier);
        if (waiting != null) {
            stranded.computeIfAbsent(barrier, address -> new HashSet<>()).addAll(waiting);
        }
    }

    private static boolean waits(Map<Long, Set<Integer>> threads, int thread, long barrier) {
        return threads.getOrDefault(barrier, Set.of()).contains(thread);
    }

    /** Who keeps the thread from a read-write lock: a holder, if possible another thread, or a writer that has asked; or −1. */
    int holder(int thread, Operation operation) {
        boolean writes =
                switch (operation.kind()) {
                    case RWLOCK_WRLOCK -> true;
                    default -> false;
                };
        int found = -1;
        for (Hold hold : rwlocks.getOrDefault(operation.object(), List.of())) {
            boolean blocks = writes || hold.writes();
            if (blocks && (found < 0 || found == thread)) {
                found = hold.thread();
            }
        }
        List<Integer> asking = announced.getOrDefault(operation.object(), List.of());
        return found < 0 && !writes && !asking.isEmpty() ? asking.get(0) : found;
    }

    int acquiredAt(long object) {
        List<Hold> holds = rwlocks.getOrDefault(object, List.of());
        return holds.isEmpty() ? -1 : holds.get(holds.size() - 1).lock().step();
    }

    List<HeldLock> heldBy(int thread) {
        List<HeldLock> held = new ArrayList<>();
        for (List<Hold> holds : rwlocks.values()) {
            for (Hold hold : holds) {
                if (hold.thread() == thread) {
                    held.add(hold.lock());
                }
            }
        }
        return held;
    }

    int arrived(long barrier) {
        return arrivals.getOrDefault(barrier, Set.of()).size();
    }
}
