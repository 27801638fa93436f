package org.heddle.dpor.bound.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.OperationTrait;

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
        OperationKind kind = operation.kind();
        if (kind.family() != ObjectFamily.MUTEX && !kind.has(OperationTrait.WITH_MUTEX)) {
            return;
        }
        if (executed && event.takes()) {
            own.add(operation.lock());
            owners.put(operation.lock(), event.thread());
        } else if (kind.has(OperationTrait.FREES)) {
            release(operation.lock(), event, own);
        } else if (kind.has(OperationTrait.MAKES) || kind.has(OperationTrait.DESTROYS)) {
            useless.add(operation.lock());
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
