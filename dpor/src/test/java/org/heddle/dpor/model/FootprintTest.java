package org.heddle.dpor.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Footprints tell apart only what has nothing in common. */
final class FootprintTest {
    private static final int PAIRS = 200_000;

    @Test
    void rangesThatOverlap_areNotApart() {
        Random random = new Random(1);
        int overlapping = 0;
        int apart = 0;
        for (int n = 0; n < PAIRS; n++) {
            long p = 0x404000L + random.nextInt(400);
            long q = 0x404000L + random.nextInt(400);
            long sizeOfP = random.nextInt(5) == 0 ? random.nextInt(2000) : 1L << random.nextInt(4);
            long sizeOfQ = 1L << random.nextInt(4);
            boolean overlap = p < q + sizeOfQ && q < p + Math.max(1, sizeOfP);
            boolean areApart = Footprint.areApart(Footprint.of(store(p, sizeOfP)), Footprint.of(store(q, sizeOfQ)));
            assertFalse(overlap && areApart, p + " " + sizeOfP + " " + q + " " + sizeOfQ);
            overlapping += overlap ? 1 : 0;
            apart += areApart ? 1 : 0;
        }
        assertTrue(overlapping > PAIRS / 100 && apart > PAIRS / 2, overlapping + " " + apart);
    }

    @Test
    void waitAndItsMutex_areNotApart() {
        Operation wait = new Operation(OperationKind.COND_WAIT, 0x404000, 0x404040, 0, MemoryOrder.SEQ_CST, 0);
        Operation lock = Operation.of(OperationKind.MUTEX_LOCK, 0x404040);
        Operation signal = Operation.of(OperationKind.COND_SIGNAL, 0x404000);
        assertFalse(Footprint.areApart(Footprint.of(wait), Footprint.of(lock)));
        assertFalse(Footprint.areApart(Footprint.of(wait), Footprint.of(signal)));
        assertTrue(Footprint.areApart(Footprint.of(lock), Footprint.of(signal)));
    }

    @Test
    void whatIsDependentWithAnything_isApartFromNothing() {
        for (OperationKind kind : new OperationKind[] {OperationKind.PROCESS_EXIT, OperationKind.SECTION_BEGIN}) {
            assertFalse(Footprint.areApart(Footprint.of(Operation.of(kind, 0)), Footprint.of(store(0x404000, 4))));
            Operation local = Operation.of(OperationKind.THREAD_START, 0);
            assertFalse(Footprint.areApart(Footprint.of(local), Footprint.of(Operation.of(kind, 0))));
        }
        Operation wait = new Operation(OperationKind.SEM_WAIT, 0x404000, 0, 1_000_000, MemoryOrder.SEQ_CST, 0);
        Event timeout = new Event(1, wait, Event.TIMEOUT, 0, 0);
        assertEquals(timeout.isTimeout(), timeout.footprint() == Footprint.EVERYTHING);
        assertTrue(new Dependence().dependent(timeout, new Event(2, store(0x405000, 4), Event.NO_ALTERNATIVE, 0, 0))
                == timeout.isTimeout());
    }

    private static Operation store(long address, long size) {
        return new Operation(OperationKind.ATOMIC_STORE, address, 0, size, MemoryOrder.SEQ_CST, 0);
    }
}
