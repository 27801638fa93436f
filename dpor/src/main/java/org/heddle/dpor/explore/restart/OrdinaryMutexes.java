package org.heddle.dpor.explore.restart;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.OperationTrait;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.Execution;

/** Of which mutexes an execution shows that their critical sections cannot all be executed in one go. */
final class OrdinaryMutexes {
    private final WholeSections sections;
    private final Set<Long> found = new HashSet<>();
    private final Set<Long> used = new HashSet<>();
    private final Set<Long> destroyed = new HashSet<>();
    private Event before;

    private OrdinaryMutexes(WholeSections sections) {
        this.sections = sections;
    }

    /**
     * The mutexes of an execution whose plan wanted these sections to be executed in one go, and some of whose sections were not: their
     * holders executed something visible, or ended; somebody only tried; a thread waited for a condition, or with a time limit. Likewise
     * those that were used when they had been destroyed, or initialised while in use: whether they are locked then can be told.
     */
    static Set<Long> in(Execution execution, WholeSections sections) {
        if (!sections.wanted()) {
            return Set.of();
        }
        OrdinaryMutexes mutexes = new OrdinaryMutexes(sections);
        List<Event> events = execution.events();
        for (Event event : events) {
            mutexes.pass(event);
            mutexes.before = event;
        }
        return mutexes.found;
    }

    private void pass(Event event) {
        Operation operation = event.operation();
        long mutex = operation.object();
        switch (operation.kind()) {
            case MUTEX_LOCK -> {
                check(mutex, event.section() != null && !destroyed.contains(mutex));
                used.add(mutex);
            }
            case MUTEX_UNLOCK -> check(mutex, isUnlockOf(before, event));
            case MUTEX_INIT -> {
                check(mutex, !used.contains(mutex) || destroyed.contains(mutex));
                used.remove(mutex);
                destroyed.remove(mutex);
            }
            case MUTEX_DESTROY -> destroyed.add(mutex);
            default -> {
                if (operation.kind().has(OperationTrait.WITH_MUTEX)) {
                    check(operation.mutex(), false);
                } else if (operation.kind().family() == ObjectFamily.MUTEX) {
                    check(mutex, false);
                }
            }
        }
    }

    private static boolean isUnlockOf(Event lock, Event unlock) {
        return lock != null && lock.section() != null && areLockAndUnlock(lock, unlock);
    }

    /** Whether a thread locks a mutex and then unlocks it. */
    static boolean areLockAndUnlock(Event lock, Event unlock) {
        return lock.operation().kind() == OperationKind.MUTEX_LOCK
                && unlock.operation().kind() == OperationKind.MUTEX_UNLOCK
                && lock.thread() == unlock.thread()
                && lock.operation().object() == unlock.operation().object();
    }

    private void check(long mutex, boolean isInOneGo) {
        if (!isInOneGo && sections.contains(mutex)) {
            found.add(mutex);
        }
    }
}
