package org.heddle.dpor.bound;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;

/** Which mutexes each row's thread holds before it. A mutex that somebody releases without holding it protects nothing. */
final class LockSets {
    private final List<Set<Long>> held = new ArrayList<>();
    private final Set<Long> useless = new HashSet<>();
    private final Map<Long, Integer> owners = new HashMap<>();

    LockSets(Decisions trace) {
        Map<Integer, Set<Long>> now = new HashMap<>();
        for (int row = 0; row < trace.rows(); row++) {
            Event event = trace.event(row);
            Set<Long> own = now.computeIfAbsent(event.thread(), thread -> new HashSet<>());
            held.add(Set.copyOf(own));
            follow(event, own, row < trace.length());
        }
    }

    private void follow(Event event, Set<Long> own, boolean executed) {
        Operation operation = event.operation();
        switch (operation.kind()) {
            case MUTEX_LOCK -> acquire(operation.object(), event, own, executed);
            case MUTEX_TRYLOCK -> acquire(operation.object(), event, own, executed && event.result() == 0);
            case COND_WAKE -> acquire(operation.object2(), event, own, executed);
            case MUTEX_UNLOCK -> release(operation.object(), event, own);
            case COND_WAIT -> release(operation.object2(), event, own);
            case MUTEX_INIT, MUTEX_DESTROY -> useless.add(operation.object());
            default -> {}
        }
    }

    private void acquire(long mutex, Event event, Set<Long> own, boolean acquired) {
        if (acquired) {
            own.add(mutex);
            owners.put(mutex, event.thread());
        }
    }

    private void release(long mutex, Event event, Set<Long> own) {
        if (!own.remove(mutex) || owners.getOrDefault(mutex, -1) != event.thread()) {
            useless.add(mutex);
        }
    }

    /** Whether two rows' threads hold a mutex in common, so that the two are never enabled together. */
    boolean exclude(int a, int b) {
        for (long mutex : held.get(a)) {
            if (held.get(b).contains(mutex) && !useless.contains(mutex)) {
                return true;
            }
        }
        return false;
    }
}
