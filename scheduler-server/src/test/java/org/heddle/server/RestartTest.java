package org.heddle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.protocol.message.Fallback;
import org.heddle.server.restart.Restart;
import org.heddle.server.restart.RestartCounts;
import org.heddle.server.restart.RestartDiffersException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the server makes of a target that executes plans without a fork. */
@Timeout(900)
final class RestartTest {
    private static final int COMPARED_AT_ANY_COST = 5; // how many more there are rests on what they cost by the clock

    @Test
    void executions_areCountedAndCompared() throws Exception {
        RestartCounts.Snapshot counts = run("runner", Restart.PROCESS, 1_000);
        assertEquals(1_000, counts.inProcess());
        assertEquals(0, counts.forked());
        assertTrue(counts.compared() >= COMPARED_AT_ANY_COST, counts.toString());
        assertEquals(Map.of(), counts.fallbacks());
    }

    @Test
    void compare_comparesEveryExecution() throws Exception {
        RestartCounts.Snapshot counts = run("runner", Restart.COMPARE, 1_000);
        assertEquals(1_000, counts.inProcess());
        assertEquals(1_000, counts.compared());
    }

    @Test
    void fork_asksForNothingElse() throws Exception {
        assertEquals(1_000, run("runner", Restart.FORK, 1_000).forked());
    }

    @Test
    void fallbacks_areCountedWithTheirReason() throws Exception {
        RestartCounts.Snapshot counts = run("runner-falls-back", Restart.PROCESS, 200);
        assertEquals(200, counts.forked());
        assertEquals(Map.of(Fallback.SYSTEM_CALL, 200L), counts.fallbacks());
        assertEquals(57, counts.systemCall());
        assertEquals(0, counts.compared(), "a fork is not compared with a fork");
    }

    @Test
    void targetWithoutRunner_isAskedOnlyForWhatIsUnderWay() throws Exception {
        RestartCounts.Snapshot counts = run("runner-lacks", Restart.PROCESS, 200);
        assertTrue(counts.fallbacks().get(Fallback.SHARED) <= 4, counts.toString());
    }

    @Test
    void resultsThatComeAgainAfterTheRunnersDeath_areTakenOnce() throws Exception {
        RestartCounts.Snapshot counts = run("runner-killed", Restart.PROCESS, 1_000);
        assertEquals(1_000, counts.inProcess());
        assertTrue(counts.compared() >= COMPARED_AT_ANY_COST, counts.toString());
    }

    @Test
    void resultThatDiffers_endsTheExploration() {
        assertThrows(RestartDiffersException.class, () -> run("runner-differs", Restart.PROCESS, 1_000));
    }

    @Test
    void lastComparisonThatHangs_isGivenUpWhenTimeIsUp() throws Exception {
        int answers = 3; // two to the first plan, which is compared, and one to the second, which is not
        try (WorkerPool pool =
                WorkerPool.start(FakeZygote.options("hang", "" + answers).withRestart(Restart.PROCESS))) {
            for (int i = 0; i < 2; i++) {
                pool.submit(FakeZygote.plan());
                assertEquals(Outcome.EXITED, pool.take().outcome());
            }
            assertEquals(1, pool.restarts().compared());
            pool.confirm(() -> true);
            assertEquals(1, pool.restarts().compared(), "the last plan has not been compared");
            assertEquals(List.of(), pool.incidents());
        }
    }

    private static RestartCounts.Snapshot run(String mode, Restart restart, int plans) throws Exception {
        try (WorkerPool pool = WorkerPool.start(FakeZygote.options(mode).withRestart(restart))) {
            int submitted = 0;
            for (int taken = 0; taken < plans; taken++) {
                while (submitted < plans && submitted - taken < pool.lookahead().most()) {
                    pool.submit(FakeZygote.plan());
                    submitted++;
                }
                assertEquals(
                        Outcome.EXITED, pool.take().outcome(), pool.incidents().toString());
            }
            return pool.restarts();
        }
    }
}
