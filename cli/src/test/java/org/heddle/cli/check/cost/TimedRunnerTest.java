package org.heddle.cli.check.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.junit.jupiter.api.Test;

/** A runner whose time is taken does what it does without. */
final class TimedRunnerTest {
    private static final Plan PLAN = new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false);

    /** Answers each plan with an execution of its own. */
    private static final class Runner implements ExecutionRunner {
        private final ArrayDeque<Execution> answers = new ArrayDeque<>();

        @Override
        public Lookahead lookahead() {
            return Lookahead.of(8);
        }

        @Override
        public void submit(Plan plan) {
            answers.add(Execution.lost("for a test"));
        }

        @Override
        public Execution take() {
            return answers.remove();
        }

        @Override
        public void giveUp(int plans) {
            answers.clear();
        }
    }

    @Test
    void plansUnderWayAreCounted_andExecutionsComeInTheirOrder() throws Exception {
        Runner runner = new Runner();
        TimedRunner timed = new TimedRunner(runner);
        for (int i = 0; i < 3; i++) {
            timed.submit(PLAN);
        }
        for (int i = 0; i < 30; i++) {
            Execution oldest = runner.answers.element();
            assertSame(oldest, timed.take());
            timed.submit(PLAN);
        }
        timed.giveUp(3);
        timed.submit(PLAN);
        timed.take();
        TimedRunner.Times times = timed.times();
        assertEquals((30 * 3 + 1) / 31.0, times.inFlight());
        assertTrue(times.taking() > 0 && times.taking() <= times.all(), times.toString());
        assertTrue(times.submitting() > 0, times.toString());
    }
}
