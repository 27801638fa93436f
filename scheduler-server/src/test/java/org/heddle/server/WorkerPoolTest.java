package org.heddle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.launch.Jobs;
import org.heddle.server.protocol.message.Hello;
import org.heddle.server.protocol.message.Resolved;
import org.heddle.server.protocol.message.ResolvedKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plans go to the workers and their executions come back in order, whatever their size. */
@Timeout(900)
final class WorkerPoolTest {
    private Leftovers before;

    @BeforeEach
    void look() throws IOException {
        before = Leftovers.now();
    }

    @AfterEach
    void nothingLeft() throws IOException {
        Leftovers.assertNothingSince(before);
    }

    @Test
    void executions_comeInTheOrderOfTheirPlans() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("answer").withJobs(3))) {
            assertEquals(12, pool.lookahead().most());
            assertEquals(IntStream.range(0, 500).boxed().toList(), stepsOfExecutions(pool, 500));
        }
    }

    @Test
    void executionThatHangs_isNotWaitedForWhenTimeIsUp() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("hang", "0"))) {
            pool.submit(FakeZygote.plan());
            assertNull(pool.take(() -> true));
            pool.giveUp(1);
        }
    }

    @Test
    void executions_comeInTheOrderOfTheirPlansHoweverManyWorkersAreWorthIt() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("answer").withJobs(Jobs.upTo(3)))) {
            assertEquals(12, pool.lookahead().most());
            assertEquals(
                    IntStream.range(0, 20_000).mapToObj(i -> i % 7).toList(),
                    stepsOfExecutions(pool, 20_000, i -> i % 7));
        }
    }

    @Test
    void twoWorkers_areTwoProcesses() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("report").withJobs(2))) {
            Set<String> sockets = new TreeSet<>();
            for (int i = 0; i < 8; i++) {
                pool.submit(FakeZygote.plan());
            }
            for (int i = 0; i < 8; i++) {
                String report = new String(pool.take().stdout(), java.nio.charset.StandardCharsets.UTF_8);
                sockets.add(report.lines()
                        .filter(line -> line.contains("HEDDLE_SOCKET"))
                        .findFirst()
                        .orElseThrow());
            }
            assertEquals(2, sockets.size());
        }
    }

    @Test
    void answerInSmallPieces_isPutTogether() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("dribble"))) {
            assertEquals(IntStream.range(0, 50).boxed().toList(), stepsOfExecutions(pool, 50));
        }
    }

    @Test
    void plansAndAnswersLargerThanTheSocket_doNotBlockEachOther() throws Exception {
        Step step = new Step(1, Event.NO_ALTERNATIVE, OperationKind.MUTEX_LOCK, 42);
        Plan large = new Plan(Collections.nCopies(300_000, step), List.of(), new Plan.Limits(1, 5_000), false);
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("large"))) {
            for (int i = 0; i < 4; i++) {
                pool.submit(large);
            }
            for (int i = 0; i < 4; i++) {
                Execution execution = pool.take();
                assertEquals(
                        Outcome.EXITED, execution.outcome(), pool.incidents().toString());
                assertEquals(200_000, execution.events().size());
            }
        }
    }

    @Test
    void plansThatAreGivenUp_makeRoomForOthers() throws Exception {
        for (String mode : List.of("answer", "hang")) {
            try (WorkerPool pool =
                    WorkerPool.start(FakeZygote.options(mode, "2").withJobs(2))) {
                for (int i = 0; i < pool.lookahead().most(); i++) {
                    pool.submit(FakeZygote.plan());
                }
                pool.take();
                pool.giveUp(pool.lookahead().most() - 1);
                for (int i = 0; i < pool.lookahead().most(); i++) {
                    pool.submit(FakeZygote.plan());
                }
                assertEquals(Outcome.EXITED, pool.take().outcome(), mode);
                assertEquals(List.of(), pool.incidents(), mode);
            }
        }
    }

    @Test
    void tooManyPlans_areRefused() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("hang", "0"))) {
            for (int i = 0; i < pool.lookahead().most(); i++) {
                pool.submit(FakeZygote.plan());
            }
            assertThrows(IllegalStateException.class, () -> pool.submit(FakeZygote.plan()));
        }
    }

    @Test
    void hello_tellsWhetherTheProgramIsInstrumented() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("answer"))) {
            Hello hello = pool.hello();
            assertTrue(hello.instrumented());
        }
    }

    @Test
    void resolve_answersEveryAddressAlsoBetweenPlans() throws Exception {
        long[] addresses = LongStream.range(0, 10_000).toArray();
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("answer"))) {
            pool.submit(plan(7));
            List<Resolved> answers = pool.resolve(addresses);
            assertEquals(10_000, answers.size());
            assertEquals(
                    new Resolved(9_999, ResolvedKind.SITE, 0, 9_999 % 4096 + 1, 0, "a.c", "f", "xy", "", ""),
                    answers.get(9_999));
            assertEquals(7, pool.take().counters().plainReads());
        }
    }

    @Test
    void resolve_ofATargetThatDied_asksANewOne() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("die", "0"))) {
            pool.submit(FakeZygote.plan());
            assertEquals(ResolvedKind.SITE, pool.resolve(new long[] {5}).get(0).kind());
            assertEquals(Outcome.LOST, pool.take().outcome());
        }
    }

    @Test
    void closedPool_resolvesNothingAndLosesPlans() throws Exception {
        WorkerPool pool = WorkerPool.start(FakeZygote.options("answer"));
        pool.close();
        pool.close();
        assertEquals(List.of(Resolved.unknown(5)), pool.resolve(new long[] {5}));
        pool.submit(FakeZygote.plan());
        assertEquals(Outcome.LOST, pool.take().outcome());
    }

    private static List<Integer> stepsOfExecutions(WorkerPool pool, int plans) throws InterruptedException {
        return stepsOfExecutions(pool, plans, i -> i);
    }

    private static List<Integer> stepsOfExecutions(WorkerPool pool, int plans, IntUnaryOperator length)
            throws InterruptedException {
        List<Integer> steps = new java.util.ArrayList<>();
        int submitted = 0;
        while (steps.size() < plans) {
            while (submitted < plans
                    && submitted - steps.size() < pool.lookahead().most()) {
                pool.submit(plan(length.applyAsInt(submitted++)));
            }
            steps.add((int) pool.take().counters().plainReads());
        }
        return steps;
    }

    /** The fake zygote answers a plan with the number of its steps. */
    private static Plan plan(int steps) {
        Step step = new Step(1, Event.NO_ALTERNATIVE, OperationKind.MUTEX_LOCK, 42);
        return new Plan(Collections.nCopies(steps, step), List.of(), new Plan.Limits(1000, 50), false);
    }
}
