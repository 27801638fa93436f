package org.heddle.cluster.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.heddle.cli.cluster.Fleet;
import org.heddle.cli.cluster.SharedRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.protocol.Spent;
import org.heddle.server.restart.RestartCounts;
import org.junit.jupiter.api.Test;

/** Two places, each a queue that moves a clock on. */
final class QuickerPlaceTest {
    private static final int UNDER_WAY = 32;
    private static final long MICRO = 1_000;

    private long now;

    /** Answers each plan by an execution that names it. */
    private class Answering {
        private final long nanos;
        private final Deque<Plan> plans = new ArrayDeque<>();
        private int most;
        private int executed;

        Answering(long nanos) {
            this.nanos = nanos;
        }

        void add(Plan plan) {
            plans.add(plan);
            most = Math.max(most, plans.size());
        }

        Execution answer() {
            now += nanos;
            executed++;
            return Execution.lost("plan " + plans.remove().limits().maxEvents());
        }
    }

    private static RestartCounts.Snapshot counted(long forked) {
        return new RestartCounts.Snapshot(0, forked, 0, Map.of(), -1, RestartCounts.Events.NONE, Spent.NONE);
    }

    private final class Own extends Answering implements QuickerPlace.Here {
        Own(long nanos) {
            super(nanos);
        }

        @Override
        public int jobs() {
            return 2;
        }

        @Override
        public Lookahead lookahead() {
            return new Lookahead(4, 8);
        }

        @Override
        public void submit(Plan plan) {
            add(plan);
        }

        @Override
        public Execution take() {
            return answer();
        }

        @Override
        public void confirm() {}

        @Override
        public RestartCounts.Snapshot restarts() {
            return counted(super.executed);
        }

        @Override
        public List<String> incidents() {
            return List.of();
        }
    }

    private final class Others extends Answering implements SharedRunner {
        Others(long nanos) {
            super(nanos);
        }

        @Override
        public Lookahead lookahead() {
            return Lookahead.of(UNDER_WAY);
        }

        @Override
        public void submit(Plan plan) {
            add(plan);
        }

        @Override
        public Execution take() {
            return answer();
        }

        @Override
        public void confirm() {}

        @Override
        public RestartCounts.Snapshot restarts() {
            return counted(super.executed);
        }

        @Override
        public Fleet fleet() {
            return new Fleet(1, 1, 0, 0);
        }

        @Override
        public List<String> remarks() {
            return List.of("executed on 1 worker");
        }
    }

    private static Plan plan(int number) {
        return new Plan(List.of(), List.of(), new Plan.Limits(number, 0), false);
    }

    private static void run(QuickerPlace both, int executions) throws InterruptedException {
        int submitted = 0;
        for (int taken = 1; taken <= executions; taken++) {
            while (submitted < executions && submitted - taken + 1 < UNDER_WAY) {
                both.submit(plan(++submitted));
            }
            String text = new String(both.take().stderr(), java.nio.charset.StandardCharsets.UTF_8);
            assertEquals("plan " + taken, text);
        }
    }

    @Test
    void answersComeInTheOrderOfThePlans_whereverTheyRan() throws InterruptedException {
        Own own = new Own(100 * MICRO);
        Others others = new Others(900 * MICRO);
        QuickerPlace both = new QuickerPlace(own, others, () -> now);
        run(both, 3_000);
        assertEquals(3_000, both.restarts().forked());
        assertTrue(((Answering) own).executed > 2_000, both.remarks().toString());
        assertTrue(((Answering) own).most <= own.lookahead().most(), "more are under way here than there is room for");
        assertTrue(
                both.remarks().get(0).contains("one took 0.10 ms here, 0.90 ms by the workers"),
                both.remarks().get(0));
        assertEquals("executed on 1 worker", both.remarks().get(1));
    }

    @Test
    void longExecutions_goToTheWorkers() throws InterruptedException {
        Own own = new Own(700_000 * MICRO);
        QuickerPlace both = new QuickerPlace(own, new Others(1_000 * MICRO), () -> now);
        run(both, 1_000);
        assertTrue(((Answering) own).executed <= 2 * own.jobs(), both.remarks().toString());
    }

    @Test
    void whatIsGivenUp_isForgotten() throws InterruptedException {
        QuickerPlace both = new QuickerPlace(new Own(MICRO), new Others(MICRO), () -> now);
        for (int i = 1; i <= UNDER_WAY; i++) {
            both.submit(plan(i));
        }
        both.giveUp(UNDER_WAY);
        run(both, 500);
    }
}
