package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** Programs on which a plausible simplification of the algorithm goes wrong. */
final class OptimalDporTest {
    private static final int RACES = 600;

    private static void assertOptimal(int classes, Program program) {
        Map<String, String> expected = BruteForce.classes(program, Oracle.MEMORY, 100_000);
        assertEquals(classes, expected.size());
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            LeafOrder order = seed == 0 ? LeafOrder.DEPTH_FIRST : random::nextInt;
            OptimalDpor dpor = new OptimalDpor(new Dependence(), order);
            Comparison comparison = Oracle.compare(program, expected.keySet(), dpor, 1 + seed % 8);
            assertTrue(comparison.isOptimal(), comparison.toString());
            assertEquals(0, dpor.open());
            assertNull(dpor.poll());
        }
    }

    /** A chain whose leaf has been run must stay walkable as long as an older sibling is open. */
    @Test
    void anExploredChainIsStillWalked_byTracesThroughOlderSiblings() {
        assertOptimal(
                8,
                Program.bare(t -> t.read(1), t -> t.read(2), t -> t.cas(2, 2, 2).write(1, 7), t -> t.write(2, 9)));
    }

    /** A leaf that crashes does not cover what it is independent of. */
    @Test
    void aCrashIsOrderedWithEveryEventOfOthers() {
        assertOptimal(6, Program.bare(t -> t.add(1, 1), t -> t.read(0).crash(), t -> t.trylock(100)
                .when(Code.result(0), body -> body.unlock(100))));
    }

    /** A crash that another order avoids must not be taken for one there. */
    @Test
    void aCrashThatDependsOnTheOrderIsNotPredicted() {
        assertOptimal(6, Program.bare(t -> t.add(1, 1), t -> t.read(0), t -> t.read(1)
                .when(Code.result(1), Code::crash)
                .exit(0)));
        assertOptimal(
                4, Program.bare(t -> t.writeBytes(14, 2, 5), t -> t.write(0, 2).cas(0, 2, 1), t -> t.read(0)
                        .when(Code.result(1), Code::crash)));
    }

    /** What other threads had pending when the process exited could have come first. */
    @Test
    void exitIsOrderedWithEveryOperationOfOthers() {
        assertOptimal(4, Program.full(main -> main.create(1), t -> t.write(0, 1)));
        assertOptimal(3, Program.bare(t -> t.exit(0), t -> t.lock(100).write(0, 1)));
    }

    /** Which waiter a signal wakes is a choice of its own. */
    @Test
    void aSignalWakesEachWaiterInTurn() {
        Program.Body waiter = t -> t.lock(100).waitOn(200, 100).unlock(100);
        Program program =
                Program.bare(waiter, waiter, t -> t.lock(100).signal(200).unlock(100));
        assertOptimal(BruteForce.classes(program, Oracle.MEMORY, 100_000).size(), program);
    }

    /** Memory that is written in pieces of other sizes is put together byte by byte. */
    @Test
    void theOutcomeOfACompareAndSwapIsPredicted_acrossMixedSizes() {
        Program program = Program.bare(
                t -> t.writeBytes(0, 2, 1), t -> t.cas(0, 1, 2), t -> t.writeBytes(1, 4, 3), t -> t.cas(0, 0, 1));
        assertOptimal(BruteForce.classes(program, Oracle.MEMORY, 100_000).size(), program);
    }

    /** Sequences as long as the trace, one for each race, would take time and memory by the square of its length. */
    @Test
    void theRacesOfALongTrace_areReversedAPartAtATime() throws InterruptedException {
        Program.Body writer = t -> {
            for (int k = 0; k < RACES; k++) {
                t.write(k, 1);
            }
        };
        assertEquals(RACES, openAfterOneExecution(writer, Long.MAX_VALUE));
        assertTrue(openAfterOneExecution(writer, RaceReversal.EFFORT) < RACES);
        assertEquals(2, openAfterOneExecution(writer, 1));
    }

    private static long openAfterOneExecution(Program.Body body, long effort) throws InterruptedException {
        OptimalDpor dpor = OptimalDpor.postponing(new Dependence(), LeafOrder.DEPTH_FIRST, effort);
        SimulatedTarget target = new SimulatedTarget(Program.times(2, body), 8 * RACES, 1);
        new Explorer(
                        target,
                        dpor,
                        Budget.unlimited(true).withMaxExecutions(1),
                        Plan.Limits.DEFAULT,
                        Detectors.standard(),
                        ExplorationListener.SILENT)
                .explore();
        return dpor.open();
    }

    /** If the outcome cannot be predicted, the exploration may be incomplete, and says so. */
    @Test
    void aResultThatCannotBePredicted_isReported() {
        Program program = Program.bare(
                t -> t.writeBytes(0, 12, 0), t -> t.writeBytes(0, 12, 0), t -> t.cas(0, 1, 2), t -> t.read(0));
        OptimalDpor dpor = new OptimalDpor();
        Map<String, String> expected = BruteForce.classes(program, Oracle.MEMORY, 100_000);
        Comparison comparison = Oracle.compare(program, expected.keySet(), dpor, 1);
        assertEquals(dpor.unpredicted() == 0, comparison.verdict().complete());
        assertTrue(dpor.unpredicted() > 0);
    }

    /** A runtime that does not tell what a store overwrites is found out. */
    @Test
    void valuesThatContradictEachOther_areReported() {
        Program.Body spinner = t ->
                t.cas(0, 0, 1).when(Code.result(1), body -> body.write(0, 0)).read(0);
        SimulatedTarget target = new SimulatedTarget(Program.times(3, spinner), Oracle.MEMORY, 1);
        target.tamper(OptimalDporTest::withoutOverwrittenValues);
        assertFalse(Oracle.explore(target, new OptimalDpor()).complete());
    }

    private static Execution withoutOverwrittenValues(Execution e) {
        List<Event> events = e.events().stream()
                .map(event -> event.operation().kind() != OperationKind.ATOMIC_STORE
                        ? event
                        : new Event(event.thread(), event.operation(), event.alternative(), 0, event.value()))
                .toList();
        return e.withEvents(events);
    }
}
