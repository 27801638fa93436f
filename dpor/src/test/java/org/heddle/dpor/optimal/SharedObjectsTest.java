package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.Program.Body;
import org.junit.jupiter.api.Test;

/** Semaphores, read-write locks, barriers and timeouts: what is particular about each, against brute force. */
final class SharedObjectsTest {
    private static final int LOCK = 500;
    private static final Body READER_FOR_GOOD = code -> code.on(OperationKind.RWLOCK_RDLOCK, LOCK, 0);
    private static final Body WRITER =
            code -> code.on(OperationKind.RWLOCK_WRLOCK, LOCK, 0).on(OperationKind.RWLOCK_UNLOCK, LOCK, 1);

    private static void assertOptimal(int classes, Program program) {
        Map<String, String> expected = BruteForce.classes(program, Oracle.MEMORY, 100_000);
        Comparison comparison =
                Oracle.compare(program, expected.keySet(), new OptimalDpor(new Dependence(), LeafOrder.DEPTH_FIRST), 1);
        assertTrue(comparison.isOptimal(), comparison.toString());
        assertEquals(classes, comparison.classes());
    }

    @Test
    void readersThatNeverGiveBack_doNotHideTheWriterThatComesFirst() {
        assertOptimal(2, Program.bare(READER_FOR_GOOD, READER_FOR_GOOD, WRITER));
        assertOptimal(2, Program.bare(READER_FOR_GOOD, READER_FOR_GOOD, READER_FOR_GOOD, WRITER));
    }

    @Test
    void readersThatNeverGiveBack_withTwoWriters() {
        assertOptimal(5, Program.bare(READER_FOR_GOOD, READER_FOR_GOOD, WRITER, WRITER));
    }

    @Test
    void semaphoreOfOne_isAMutex() {
        Body body = code -> code.on(OperationKind.SEM_WAIT, 401, 0).on(OperationKind.SEM_POST, 401, 0);
        assertOptimal(6, Program.bare(body, body, body));
    }

    @Test
    void postsCommute() {
        Body post = code -> code.on(OperationKind.SEM_POST, 400, 0);
        assertOptimal(1, Program.bare(post, post, post));
    }

    @Test
    void barrierForAll_hasOneTrace() {
        Body body = code -> code.barrier(600, 3).barrier(600, 3);
        assertOptimal(1, Program.bare(body, body, body));
    }

    @Test
    void lastResort_comesOnce() {
        Body waiter = code -> code.on(OperationKind.SEM_WAIT, 400, 5);
        assertOptimal(1, Program.bare(waiter, waiter, waiter));
    }

    @Test
    void crowdedBarrier_isExploredAgainWithOrderedArrivals() {
        Body body = code -> code.barrier(601, 2);
        Program program = Program.bare(body, body, body);
        Map<String, String> expected = BruteForce.classes(program, Oracle.MEMORY, 100_000);
        for (int capacity = 1; capacity < 4; capacity++) {
            Comparison comparison = Oracle.compare(program, expected.keySet(), OptimalDpor.start(), capacity);
            assertTrue(comparison.isSound(), comparison.toString());
            assertEquals(6, comparison.classes());
            assertEquals(1, comparison.repeated());
        }
    }
}
