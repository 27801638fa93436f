package org.heddle.dpor.explore.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

final class TimeLimitedRunnerTest {
    private static final Plan ANY = new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false);

    /** The executions from this one on are not there when somebody waits for them and asks whether the time is up. */
    private static final class Slow implements ExecutionRunner {
        private final SimulatedTarget target =
                new SimulatedTarget(Program.times(2, t -> t.add(0, 1)), Oracle.MEMORY, 3);
        private final List<Integer> givenUp = new ArrayList<>();
        private final int hangsFrom;
        private int submitted;
        private int taken;

        Slow(int hangsFrom) {
            this.hangsFrom = hangsFrom;
        }

        @Override
        public Lookahead lookahead() {
            return target.lookahead();
        }

        @Override
        public void submit(Plan plan) {
            submitted++;
            target.submit(plan);
        }

        @Override
        public Execution take() {
            throw new AssertionError("waits however long it takes");
        }

        @Override
        public Execution take(BooleanSupplier isOver) {
            if (taken++ < hangsFrom) {
                return target.take();
            }
            assertEquals(true, isOver.getAsBoolean());
            return null;
        }

        @Override
        public void giveUp(int inFlight) {
            givenUp.add(inFlight);
        }
    }

    @Test
    void executionsThatAreNotThereWhenTheTimeIsUp_areGivenUp_andLaterPlansAreNotRun() throws InterruptedException {
        Slow slow = new Slow(1);
        int[] now = {0};
        ExecutionRunner limited = new TimeLimitedRunner(slow, () -> now[0] >= 1);
        for (int k = 0; k < 3; k++) {
            limited.submit(ANY);
        }
        assertNotEquals(Outcome.LOST, limited.take().outcome());
        now[0] = 1;
        assertEquals(Outcome.LOST, limited.take().outcome());
        limited.submit(ANY);
        assertEquals(Outcome.LOST, limited.take().outcome());
        assertEquals(Outcome.LOST, limited.take().outcome());
        assertEquals(List.of(2), slow.givenUp);
        assertEquals(3, slow.submitted);
    }

    @Test
    void aPlanAfterTheTimeIsUp_givesUpThoseBeforeIt_andAnswersComeInOrder() throws InterruptedException {
        Slow slow = new Slow(9);
        int[] now = {0};
        ExecutionRunner limited = new TimeLimitedRunner(slow, () -> now[0] >= 1);
        limited.submit(ANY);
        now[0] = 1;
        limited.submit(ANY);
        assertEquals(List.of(1), slow.givenUp);
        assertEquals(Outcome.LOST, limited.take().outcome());
        assertEquals(Outcome.LOST, limited.take().outcome());
        assertEquals(1, slow.submitted);
    }
}
