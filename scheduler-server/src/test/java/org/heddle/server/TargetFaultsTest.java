package org.heddle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way in which a zygote can fail costs one execution, is said in words, and leaves nothing behind. */
@Timeout(900)
final class TargetFaultsTest {
    private Leftovers before;

    @BeforeEach
    void look() throws IOException {
        before = Leftovers.now();
    }

    @AfterEach
    void nothingLeft() throws IOException {
        Leftovers.assertNothingSince(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "die | exited with status 7",
                "crash | was ended by SIGSEGV",
                "close | closed the connection",
                "hang | did not answer within 400 ms",
                "stray | exited with status 9",
                "garbage | protocol version 42405",
                "too-long | a frame of 268435457 bytes",
                "wrong-version | a frame of protocol version 2",
                "partial | exited with status 0",
                "error | the target reports: out of luck",
                "other-plan | RESULT of plan"
            })
    void zygoteThatFails_losesTheOldestPlanAndGoesOn(String mode, String why) throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options(mode, "2"))) {
            List<Outcome> outcomes = run(pool, 4);
            assertEquals(List.of(Outcome.EXITED, Outcome.EXITED, Outcome.LOST, Outcome.EXITED), outcomes);
            assertEquals(1, pool.incidents().size());
            assertTrue(pool.incidents().get(0).contains(why), pool.incidents().toString());
        }
    }

    @Test
    void zygoteThatNeverAnswers_isGivenUpAfterTheAllowedRestarts() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("die", "0"))) {
            List<Outcome> outcomes = new ArrayList<>(run(pool, 4));
            outcomes.addAll(run(pool, 4));
            assertEquals(8, outcomes.stream().filter(Outcome.LOST::equals).count());
            assertEquals(4, pool.incidents().size(), "the first target and three restarts");
        }
    }

    @Test
    void lostExecution_saysWhy() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("die", "0"))) {
            pool.submit(FakeZygote.plan());
            Execution lost = pool.take();
            assertTrue(
                    lost.notes().get(0).text().contains("exited with status 7"),
                    lost.notes().toString());
        }
    }

    @Test
    void executionThatWorksLongerThanTheTimeout_isWaitedFor() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("work"))) {
            assertEquals(List.of(Outcome.EXITED), run(pool, 1), "a timeout of 400 ms, an execution of 1 to 2 s");
        }
    }

    @Test
    void targetThatFloodsItsOutput_isAnswered() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("flood"))) {
            assertEquals(List.of(Outcome.EXITED, Outcome.EXITED, Outcome.EXITED, Outcome.EXITED), run(pool, 4));
        }
    }

    @Test
    void childThatLeavesTheProcessGroup_isFoundAtClose() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("stay-late"))) {
            assertEquals(List.of(Outcome.EXITED), run(pool, 1));
        }
    }

    @Test
    void closeWithPlansInFlight_answersThemAsLost() throws Exception {
        WorkerPool pool = WorkerPool.start(FakeZygote.options("hang", "0"));
        pool.submit(FakeZygote.plan());
        pool.close();
        assertEquals(Outcome.LOST, pool.take().outcome());
    }

    @Test
    void closeFromAnotherThread_endsTheWait() throws Exception {
        WorkerPool pool = WorkerPool.start(FakeZygote.options("hang", "0")
                .withTuning(new LaunchOptions.Tuning(Lookahead.of(4), 5_000, 60_000, 3, true)));
        pool.submit(FakeZygote.plan());
        Thread taker = Thread.currentThread();
        Thread closer = new Thread(() -> {
            while (!isWaitingForAnAnswer(taker)) {
                Thread.onSpinWait();
            }
            pool.close();
        });
        closer.start();
        assertEquals(Outcome.LOST, pool.take().outcome());
        closer.join();
    }

    @Test
    void interrupt_endsTheWaitAndTheAnswerCanStillBeTaken() throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options("hang", "0"))) {
            pool.submit(FakeZygote.plan());
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, pool::take);
            assertEquals(Outcome.LOST, pool.take().outcome());
        }
    }

    /** Whether the thread is within {@link WorkerPool#take} in a call of the system. */
    private static boolean isWaitingForAnAnswer(Thread thread) {
        StackTraceElement[] calls = thread.getStackTrace();
        return calls.length > 0
                && calls[0].isNativeMethod()
                && Arrays.stream(calls)
                        .anyMatch(call -> call.getClassName().equals(WorkerPool.class.getName())
                                && call.getMethodName().equals("take"));
    }

    private static List<Outcome> run(WorkerPool pool, int plans) throws InterruptedException, LaunchException {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < plans; i++) {
            pool.submit(FakeZygote.plan());
        }
        for (int i = 0; i < plans; i++) {
            outcomes.add(pool.take().outcome());
        }
        return outcomes;
    }
}
