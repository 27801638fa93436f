package org.heddle.dpor.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class DependenceTest {
    private final Dependence dependence = new Dependence();

    private static Event event(int thread, OperationKind kind, long object, long size, long result) {
        Operation operation = new Operation(kind, object, 0, size, MemoryOrder.SEQ_CST, 0);
        return new Event(thread, operation, Event.NO_ALTERNATIVE, result, 0);
    }

    @Test
    void theTableIsSymmetric() {
        for (AccessKind a : AccessKind.values()) {
            for (AccessKind b : AccessKind.values()) {
                assertEquals(a.commutesWith(b), b.commutesWith(a), a + " and " + b);
            }
        }
    }

    @Test
    void rangesConflictOnlyWhereBytesOverlap() {
        Event write = event(0, OperationKind.WRITE, 100, 4, 0);
        assertTrue(dependence.dependent(write, event(1, OperationKind.READ, 103, 1, 0)));
        assertTrue(dependence.dependent(event(1, OperationKind.READ, 96, 16, 0), write));
        assertFalse(dependence.dependent(write, event(1, OperationKind.READ, 104, 1, 0)));
        assertFalse(dependence.dependent(write, event(1, OperationKind.READ, 96, 4, 0)));
    }

    @Test
    void plainAndAtomicAccessesConflict() {
        Event store = event(0, OperationKind.ATOMIC_STORE, 100, 4, 0);
        assertTrue(dependence.dependent(store, event(1, OperationKind.READ, 100, 4, 0)));
    }

    @Test
    void objectsOfTwoFamiliesNeverConflict() {
        Event lock = event(0, OperationKind.MUTEX_LOCK, 100, 0, 0);
        assertFalse(dependence.dependent(lock, event(1, OperationKind.WRITE, 100, 4, 0)));
    }

    @Test
    void theEndOfTheProcessConflictsWithEverythingOfOthers() {
        Event exit = event(0, OperationKind.PROCESS_EXIT, 0, 0, 0);
        assertTrue(dependence.dependent(exit, event(1, OperationKind.YIELD, 0, 0, 0)));
    }

    @Test
    void aWaitConflictsWithALockOfItsMutex() {
        Operation operation = new Operation(OperationKind.COND_WAIT, 200, 100, 0, MemoryOrder.SEQ_CST, 0);
        Event wait = new Event(0, operation, Event.NO_ALTERNATIVE, 0, 0);
        assertTrue(dependence.dependent(wait, event(1, OperationKind.MUTEX_LOCK, 100, 0, 0)));
        assertFalse(dependence.dependent(wait, event(1, OperationKind.MUTEX_LOCK, 200, 0, 0)));
    }
}
