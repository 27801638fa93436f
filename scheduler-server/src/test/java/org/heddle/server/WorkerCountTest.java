package org.heddle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.IntToLongFunction;
import org.heddle.server.launch.Jobs;
import org.junit.jupiter.api.Test;

/** How many workers are at work, on a machine whose times are given. */
final class WorkerCountTest {
    private static final int EACH = 4;
    private static final long MICROSECOND = 1_000;

    private long now;
    private int inFlight = 2 * EACH;

    @Test
    void shortExecutions_areLeftToOneWorker() {
        WorkerCount count = new WorkerCount(Jobs.upTo(2), 2 * EACH);
        assertEquals(2, count.current());
        run(count, 20_000, workers -> workers == 1 ? 18 : 32, 0.4);
        assertEquals(1, count.current());
    }

    @Test
    void executionsThatGainNothing_areLeftToOneWorker() {
        WorkerCount count = new WorkerCount(Jobs.upTo(2), 2 * EACH);
        run(count, 20_000, workers -> 50, 0.5);
        assertEquals(1, count.current());
    }

    @Test
    void executionsThatGain_keepBothWorkersAndLoseLittleInTrials() {
        WorkerCount count = new WorkerCount(Jobs.upTo(2), 2 * EACH);
        long began = now;
        run(count, 100_000, workers -> 120 / workers, 0.5);
        assertEquals(2, count.current());
        assertTrue(now - began < 1.05 * 100_000 * 60 * MICROSECOND, (now - began) + " ns");
    }

    @Test
    void manyPlansInFlight_costLittleInTrials() {
        inFlight = 128;
        WorkerCount count = new WorkerCount(Jobs.upTo(2), 2 * EACH);
        long began = now;
        run(count, 1_000_000, workers -> 120 / workers, 0.5);
        assertEquals(2, count.current());
        assertTrue(now - began < 1.05 * 1_000_000 * 60 * MICROSECOND, (now - began) + " ns");
    }

    @Test
    void longExecutions_areNeverTried() {
        WorkerCount count = new WorkerCount(Jobs.upTo(2), 2 * EACH);
        long began = now;
        run(count, 1_000, workers -> 20_000 / workers, 0.98);
        assertEquals(2, count.current());
        assertEquals(1_000 * 10_000 * MICROSECOND, now - began);
    }

    @Test
    void executionsThatBecomeLonger_getTheSecondWorkerBack() {
        WorkerCount count = new WorkerCount(Jobs.upTo(2), 2 * EACH);
        run(count, 20_000, workers -> workers == 1 ? 18 : 32, 0.4);
        run(count, 100_000, workers -> 300 / workers, 0.7);
        assertEquals(2, count.current());
    }

    @Test
    void manyWorkers_areHalvedUntilItCosts() {
        WorkerCount count = new WorkerCount(Jobs.upTo(64), 64 * EACH);
        run(count, 200_000, workers -> Math.max(20, 160 / workers) + workers / 8, 0.5);
        assertEquals(8, count.current());
    }

    @Test
    void numberThatWasAskedFor_isKept() {
        WorkerCount count = new WorkerCount(Jobs.exactly(2), 2 * EACH);
        run(count, 20_000, workers -> workers == 1 ? 18 : 32, 0.4);
        assertEquals(2, count.current());
    }

    @Test
    void pause_endsATrial() {
        WorkerCount count = new WorkerCount(Jobs.upTo(2), 2 * EACH);
        for (int i = 0; count.current() == 2 && i < 10_000; i++) {
            run(count, 1, workers -> 60, 0.5);
        }
        assertEquals(1, count.current());
        count.pause();
        assertEquals(2, count.current());
    }

    @Test
    void explorationsThatEndSoon_countTogether() {
        WorkerCount count = new WorkerCount(Jobs.upTo(2), 2 * EACH);
        for (int i = 0; i < 40; i++) {
            run(count, 2_000, workers -> workers == 1 ? 18 : 32, 0.4);
            count.pause();
            now += 1_000_000 * MICROSECOND;
        }
        assertEquals(1, count.current());
    }

    /** Takes executions that come after so many microseconds with so many workers, for a part of which is waited. */
    private void run(WorkerCount count, int executions, IntToLongFunction micros, double waiting) {
        for (int i = 0; i < executions; i++) {
            long time = micros.applyAsLong(count.current()) * MICROSECOND;
            now += time;
            count.taken(now, (long) (waiting * time), inFlight);
        }
    }
}
