package org.heddle.cluster.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.junit.jupiter.api.Test;

/** Who holds which plan, and whose answer counts. */
final class LeasesTest {
    private static final Plan PLAN = new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false);

    private static final Execution LOST = Execution.lost("no room");
    private final Leases leases = new Leases();
    private final Execution first = completed();
    private final Execution second = completed();

    /** What is equal to no other. */
    private static Execution completed() {
        return new Execution(
                Execution.Course.UNKNOWN,
                Execution.End.of(Outcome.EXITED),
                Execution.Seen.NOTHING,
                new Execution.Output(new byte[0], new byte[0]),
                VisibleMemory.NONE);
    }

    @Test
    void executionsAreTakenInTheOrderOfSubmission() {
        int worker = leases.join(2);
        leases.submit(PLAN);
        leases.submit(PLAN);
        long one = leases.lend(worker).number();
        long two = leases.lend(worker).number();
        assertTrue(leases.answer(worker, two, second));
        assertNull(leases.take());
        assertTrue(leases.answer(worker, one, first));
        assertSame(first, leases.take());
        assertSame(second, leases.take());
    }

    @Test
    void windowLimitsWhatAWorkerHolds() {
        int worker = leases.join(1);
        leases.submit(PLAN);
        leases.submit(PLAN);
        Leases.Lease lease = leases.lend(worker);
        assertNull(leases.lend(worker));
        leases.answer(worker, lease.number(), first);
        leases.setWindow(worker, 0);
        assertNull(leases.lend(worker));
        leases.setWindow(worker, 1);
        assertNotEquals(lease.number(), leases.lend(worker).number());
    }

    @Test
    void whatALostWorkerHeld_isLentToAnother_oldestFirst() {
        int lost = leases.join(2);
        int other = leases.join(3);
        leases.submit(PLAN);
        leases.submit(PLAN);
        leases.submit(PLAN);
        long one = leases.lend(lost).number();
        long two = leases.lend(lost).number();
        assertEquals(2, leases.lose(lost));
        assertEquals(one, leases.lend(other).number());
        assertEquals(two, leases.lend(other).number());
        assertEquals(2, leases.lentAgain());
    }

    @Test
    void answerOfALostWorker_doesNotCount() {
        int lost = leases.join(1);
        leases.submit(PLAN);
        long number = leases.lend(lost).number();
        leases.lose(lost);
        assertNull(leases.wanted(lost, number));
        assertFalse(leases.answer(lost, number, first));
        assertNull(leases.take());
    }

    @Test
    void planOfASlowWorker_isLentToASecond_andTheFirstAnswerCounts() {
        int slow = leases.join(1);
        int quick = leases.join(1);
        leases.submit(PLAN);
        long number = leases.lend(slow).number();
        assertNull(leases.lend(quick));
        leases.hurry();
        leases.hurry();
        assertEquals(number, leases.lend(quick).number());
        assertNull(leases.lend(quick));
        assertTrue(leases.answer(quick, number, second));
        assertFalse(leases.answer(slow, number, first));
        assertSame(second, leases.take());
    }

    @Test
    void planThatTwoWorkersHold_isNotLentAgainWhenOneIsLost() {
        int slow = leases.join(1);
        int quick = leases.join(2);
        leases.submit(PLAN);
        leases.lend(slow);
        leases.hurry();
        long number = leases.lend(quick).number();
        assertEquals(0, leases.lose(slow));
        assertTrue(leases.answer(quick, number, first));
    }

    @Test
    void planThatLosesEveryWorker_isAnsweredInTheEnd() {
        leases.submit(PLAN);
        Execution answer = null;
        for (int i = 0; answer == null; i++) {
            assertTrue(i < 10, "lent for ever");
            int worker = leases.join(1);
            leases.lend(worker);
            leases.lose(worker);
            answer = leases.take();
        }
        assertEquals(Outcome.LOST, answer.outcome());
    }

    @Test
    void answersToPlansGivenUp_doNotCount() {
        int worker = leases.join(1);
        leases.submit(PLAN);
        long number = leases.lend(worker).number();
        leases.giveUp();
        assertFalse(leases.answer(worker, number, first));
        leases.submit(PLAN);
        assertTrue(leases.answer(worker, leases.lend(worker).number(), second));
        assertSame(second, leases.take());
    }

    @Test
    void allPlansOfASilentWorker_areLentToOthers_oldestFirst() {
        int silent = leases.join(2);
        leases.submit(PLAN);
        leases.submit(PLAN);
        long one = leases.lend(silent).number();
        long two = leases.lend(silent).number();
        leases.lendAgain(silent); // there is nobody else
        int other = leases.join(3);
        leases.lendAgain(silent);
        leases.lendAgain(silent);
        assertEquals(one, leases.lend(other).number());
        assertEquals(two, leases.lend(other).number());
        assertNull(leases.lend(other));
        assertTrue(leases.answer(silent, one, first));
        assertFalse(leases.answer(other, one, second));
    }

    @Test
    void planWhoseExecutionAWorkerHasLost_isLentToAnother() {
        int full = leases.join(1);
        leases.submit(PLAN);
        long number = leases.lend(full).number();
        int other = leases.join(1);
        assertFalse(leases.answer(full, number, LOST));
        assertNull(leases.lend(full));
        assertEquals(number, leases.lend(other).number());
        assertTrue(leases.answer(other, number, first));
        assertSame(first, leases.take());
    }

    @Test
    void executionThatIsLostThreeTimes_isLost() {
        int only = leases.join(1);
        leases.submit(PLAN);
        assertFalse(leases.answer(only, leases.lend(only).number(), LOST));
        assertFalse(leases.answer(only, leases.lend(only).number(), LOST));
        assertTrue(leases.answer(only, leases.lend(only).number(), LOST));
        assertSame(LOST, leases.take());
    }

    @Test
    void executionThatTheSecondWorkerLoses_isAwaitedFromTheFirst() {
        int slow = leases.join(1);
        int full = leases.join(1);
        leases.submit(PLAN);
        long number = leases.lend(slow).number();
        leases.hurry();
        leases.lend(full);
        assertFalse(leases.answer(full, number, LOST));
        assertNull(leases.lend(full));
        assertTrue(leases.answer(slow, number, first));
    }
}
