package org.heddle.dpor.detect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.FairCycles;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.Program.Body;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Livelocks of simulated programs that retry, back off, and wait for flags, against all cycles among all of their states. {@code
 * -Dheddle.soak=N} sets how many random programs there are, a quarter of it, {@code -Dheddle.seed=N} the first one's seed.
 */
final class LivelockCyclesTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 60) / 4;
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final int MOST_STATES = 5_000;
    private static final int EXECUTIONS = 300;

    private static boolean isFound(Program program) {
        try {
            Verdict verdict = new Explorer(
                            new SimulatedTarget(program, Oracle.MEMORY, 1)
                                    .withoutRecording()
                                    .withRounds(),
                            SearchOptions.DEFAULT.frontier(),
                            Budget.unlimited(true).withMaxExecutions(EXECUTIONS),
                            new Plan.Limits(300, 10_000),
                            Detectors.ofExploration(),
                            ExplorationListener.SILENT)
                    .explore();
            return verdict.findings().stream().anyMatch(found -> found.finding().isCycle());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void assertLivelock(boolean expected, Program program) {
        assertEquals(expected, FairCycles.anyLivelock(program, Oracle.MEMORY, 100_000), "by brute force");
        assertEquals(expected, isFound(program), "by the exploration");
    }

    /** Locks one and tries the other, and begins anew unless it gets both. */
    private static Body backsOff(int first, int second) {
        return t -> t.loopWhile(r -> r[1] == 0, c -> c.lock(first)
                .trylock(second)
                .when(Code.result(0), got -> got.unlock(second).local(r -> r[1] = 1))
                .unlock(first)
                .yieldOnce());
    }

    /** The same, and gives up when it has failed so many times. */
    private static Body givesUp(int first, int second, int times) {
        return t -> t.loopWhile(r -> r[1] == 0 && r[2] < times, c -> c.lock(first)
                .trylock(second)
                .when(Code.result(0), got -> got.unlock(second).local(r -> r[1] = 1))
                .unlock(first)
                .local(r -> r[2]++));
    }

    private static Body locks(int first, int second) {
        return t -> t.lock(first).lock(second).unlock(second).unlock(first);
    }

    private static Body waitsFor(int variable, long value) {
        return t -> t.read(variable)
                .loopWhile(r -> r[0] != value, c -> c.yieldOnce().read(variable));
    }

    /** Says that it wants to enter, and withdraws as long as the other one does as well. */
    private static Body intends(int own, int other) {
        return t -> t.loopWhile(r -> r[1] == 0, c -> c.write(own, 1)
                        .read(other)
                        .when(Code.result(0), free -> free.local(r -> r[1] = 1), taken -> taken.write(own, 0)))
                .write(own, 0);
    }

    private static Body hands(int variable, long mine, long yours) {
        return t -> t.loopWhile(
                r -> r[1] == 0, c -> c.cas(variable, mine, yours).when(Code.result(1), done -> done.read(variable)
                        .when(Code.result(mine), back -> back.local(r -> r[1] = 1))));
    }

    @Test
    void threadsThatBackOffFromEachOther_goRoundForEver() {
        assertLivelock(true, Program.bare(backsOff(100, 101), backsOff(101, 100)));
        assertLivelock(false, Program.bare(backsOff(100, 101), backsOff(100, 101)));
        assertLivelock(true, Program.bare(intends(0, 1), intends(1, 0)));
    }

    @Test
    void threePhilosophersThatTry_goRoundForEver() {
        assertLivelock(true, Program.bare(backsOff(100, 101), backsOff(101, 102), backsOff(102, 100)));
    }

    @Test
    void loopsThatEndSomeTime_areNoLivelock() {
        assertLivelock(false, Program.bare(givesUp(100, 101, 4), givesUp(101, 100, 4)));
        assertLivelock(false, Program.bare(givesUp(100, 101, 4), backsOff(101, 100)));
        assertLivelock(false, Program.bare(waitsFor(0, 1), t -> t.write(0, 1)));
        assertLivelock(false, Program.bare(backsOff(100, 101), locks(100, 101)));
    }

    @Test
    void threadsThatAreMeantToGoOn_areNoLivelock() {
        Body server = t -> t.loopWhile(r -> true, c -> c.lock(100).unlock(100));
        assertLivelock(false, Program.bare(server, server));
    }

    private static Program random(long seed) {
        Random random = new Random(seed);
        int threads = 2 + random.nextInt(2);
        List<Body> bodies = new ArrayList<>();
        for (int k = 0; k < threads; k++) {
            int first = 100 + random.nextInt(2);
            int second = 201 - first;
            int variable = random.nextInt(2);
            bodies.add(
                    switch (random.nextInt(9)) {
                        case 0, 1, 2 -> backsOff(first, second);
                        case 3 -> givesUp(first, second, 1 + random.nextInt(3));
                        case 4 -> intends(variable, 1 - variable);
                        case 5 -> hands(variable, random.nextInt(2), random.nextInt(3));
                        case 6 -> locks(100, 101);
                        case 7 -> t -> t.write(variable, random.nextInt(2)).write(variable, 1);
                        default -> waitsFor(variable, random.nextInt(2));
                    });
        }
        return Program.bare(bodies.toArray(Body[]::new));
    }

    @Test
    @Tag("thorough")
    void randomPrograms_haveALivelockWhereBruteForceFindsOne() {
        int with = 0;
        int without = 0;
        List<Long> missed = new ArrayList<>();
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            Boolean expected = FairCycles.anyLivelock(random(seed), Oracle.MEMORY, MOST_STATES);
            if (expected == null) {
                continue;
            }
            boolean found = isFound(random(seed));
            assertTrue(expected || !found, "a livelock that is none: seed " + seed);
            with += expected ? 1 : 0;
            without += expected ? 0 : 1;
            if (expected && !found) {
                missed.add(seed);
            }
        }
        System.out.printf("%d programs with a livelock, %d without, missed: %s%n", with, without, missed);
        assertEquals(List.of(), missed, "of " + with);
        assertTrue(with > PROGRAMS / 10 && without > PROGRAMS / 10, with + " with one, " + without + " without");
        assertNotNull(missed);
    }
}
