package org.heddle.dpor.explore.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** How many plans are in flight, and that a proof does not depend on it. */
final class LookaheadTest {
    private static final Program COUNTERS = Program.times(3, t -> t.add(0, 1).add(0, 1)); // 6! / 2!^3 classes
    private static final int CLASSES = 90;

    @Test
    void fewExecutions_haveTheLeast_andManyTheMost() {
        Lookahead lookahead = new Lookahead(8, 64);
        assertEquals(8, lookahead.after(0));
        assertEquals(8, lookahead.after(71));
        assertEquals(9, lookahead.after(72));
        assertEquals(64, lookahead.after(512));
        assertEquals(64, lookahead.after(Long.MAX_VALUE));
    }

    @Test
    void severalRunners_haveSoMuchMoreInFlight() {
        assertEquals(new Lookahead(24, 192), new Lookahead(8, 64).times(3));
    }

    @Test
    void lookaheadWithoutRoom_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> Lookahead.of(0));
        assertThrows(IllegalArgumentException.class, () -> new Lookahead(8, 7));
    }

    @Test
    void growingLookahead_runsEachClassOnce() throws InterruptedException {
        for (Lookahead lookahead : List.of(Lookahead.of(1), new Lookahead(1, 64), new Lookahead(3, 5))) {
            Verdict verdict = explore(new SimulatedTarget(COUNTERS, Oracle.MEMORY, lookahead));
            assertTrue(verdict.complete());
            assertEquals(CLASSES, verdict.counts().total(), lookahead.toString());
        }
    }

    @Test
    void growingLookahead_isAPartOfWhatWasExecuted() throws InterruptedException {
        List<Integer> inFlight = new ArrayList<>(); // after each execution
        SimulatedTarget target = new SimulatedTarget(COUNTERS, Oracle.MEMORY, new Lookahead(1, 64));
        ExecutionRunner counting = new ExecutionRunner() {
            private int now;

            @Override
            public Lookahead lookahead() {
                return target.lookahead();
            }

            @Override
            public void submit(Plan plan) {
                target.submit(plan);
                now++;
            }

            @Override
            public Execution take() {
                inFlight.add(now--);
                return target.take();
            }
        };
        explore(counting);
        for (int executions = 0; executions < inFlight.size(); executions++) {
            assertTrue(inFlight.get(executions) <= Math.max(1, executions / 8), inFlight.toString());
        }
        assertTrue(inFlight.contains(7), inFlight.toString());
    }

    private static Verdict explore(ExecutionRunner target) throws InterruptedException {
        return new Explorer(
                        target,
                        new OptimalDpor(),
                        Budget.unlimited(true),
                        Plan.Limits.DEFAULT,
                        Detectors.standard(),
                        ExplorationListener.SILENT)
                .explore();
    }
}
