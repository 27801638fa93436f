package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs of the literature have known numbers of classes, which an optimal exploration must run exactly. */
final class KnownCountsTest {
    private static final int MEMORY = 2048;

    private static Verdict explore(Program program, int inFlight) {
        SimulatedTarget target = new SimulatedTarget(program, MEMORY, inFlight).withoutRecording();
        return Oracle.explore(target, new OptimalDpor());
    }

    private static void assertClasses(long expected, Program program) {
        for (int inFlight : List.of(1, 8)) {
            Verdict verdict = explore(program, inFlight);
            assertTrue(verdict.complete(), () -> "complete: " + verdict.gaps());
            assertEquals(expected, verdict.counts().total());
            assertEquals(0, verdict.counts().blocked());
        }
    }

    private static Program program(List<Code> threads) {
        return new Program(threads, Program.Style.BARE);
    }

    /** Flanagan and Godefroid's indexer: each thread puts four messages into a table of 128. */
    @ParameterizedTest
    @CsvSource({"11,1", "12,8", "13,64", "14,512", "15,4096"})
    void indexer_collisionsOnly(int threads, long classes) {
        List<Code> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            long tid = t;
            Code code = new Code().local(r -> r[1] = 0);
            code.loopWhile(r -> r[1] < 4, body -> {
                body.local(r -> {
                    r[1]++;
                    r[2] = r[1] * 11 + tid;
                    r[3] = r[2] * 7 % 128;
                    r[0] = 0;
                });
                body.cas(r -> r[3], r -> 0, r -> r[2]);
                body.loopWhile(r -> r[0] == 0, retry -> {
                    retry.local(r -> r[3] = (r[3] + 1) % 128);
                    retry.cas(r -> r[3], r -> 0, r -> r[2]);
                });
            });
            all.add(code);
        }
        assertClasses(classes, program(all));
    }

    /** Flanagan and Godefroid's file system: 32 inodes, 26 blocks, a lock for each. */
    @ParameterizedTest
    @CsvSource({"13,1", "14,2", "16,8", "18,32"})
    void filesystem_contendedBlocksOnly(int threads, long classes) {
        int blocks = 26;
        int inodes = 32;
        List<Code> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int i = t % inodes;
            Code code = new Code().lock(1000 + i).read(i);
            code.when(Code.result(0), body -> {
                body.local(r -> {
                    r[1] = i * 2L % blocks;
                    r[2] = 1;
                });
                body.loopWhile(r -> r[2] == 1, search -> {
                    search.lock(r -> 2000 + r[1]).read(r -> 100 + r[1]);
                    search.when(
                            Code.result(0),
                            found -> {
                                found.write(r -> 100 + r[1], r -> 1).write(r -> i, r -> r[1] + 1);
                                found.unlock(r -> 2000 + r[1]).local(r -> r[2] = 0);
                            },
                            busy -> busy.unlock(r -> 2000 + r[1]).local(r -> r[1] = (r[1] + 1) % blocks));
                });
            });
            code.unlock(1000 + i);
            all.add(code);
        }
        assertClasses(classes, program(all));
    }

    @ParameterizedTest
    @CsvSource({"1,2", "5,32", "8,256", "9,512"})
    void readers_eachBeforeOrAfterTheWrite(int readers, long classes) {
        List<Code> all = new ArrayList<>(List.of(new Code().write(0, 1)));
        for (int k = 1; k <= readers; k++) {
            all.add(new Code().read(k).read(0));
        }
        assertClasses(classes, program(all));
    }

    @ParameterizedTest
    @CsvSource({"5,64", "7,320"})
    void lastzero(int n, long classes) {
        List<Code> all = new ArrayList<>();
        Code search = new Code().local(r -> r[1] = n).read(r -> r[1]);
        search.loopWhile(r -> r[0] != 0, body -> body.local(r -> r[1]--).read(r -> r[1]));
        all.add(search);
        for (int j = 1; j <= n; j++) {
            int own = j;
            all.add(new Code().read(own - 1).local(r -> r[1] = r[0] + 1).write(r -> own, r -> r[1]));
        }
        assertClasses(classes, program(all));
    }

    @ParameterizedTest
    @CsvSource({"2,2", "3,6", "4,24", "5,120"})
    void atomicIncrements_allOrders(int threads, long classes) {
        assertClasses(classes, Program.times(threads, t -> t.add(0, 1)));
    }

    @ParameterizedTest
    @CsvSource({"2,4", "3,36", "4,576"})
    void twoAtomicIncrements_allPairsOfOrders(int threads, long classes) {
        assertClasses(classes, Program.times(threads, t -> t.add(0, 1).add(1, 1)));
    }

    @Test
    void storeBuffering_threeClasses() {
        assertClasses(
                3, Program.bare(t -> t.write(0, 1).read(1), t -> t.write(1, 1).read(0)));
    }

    @ParameterizedTest
    @CsvSource({"2,3", "3,7", "4,15", "5,31"})
    void diningPhilosophers_allClassesAndOneDeadlock(int n, long classes) {
        List<Code> all = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            int left = 100 + k;
            int right = 100 + (k + 1) % n;
            all.add(new Code().lock(left).lock(right).unlock(right).unlock(left));
        }
        assertClasses(classes, program(all));
        assertEquals(1, explore(program(all), 4).counts().of(Outcome.DEADLOCK));
    }

    @ParameterizedTest
    @CsvSource({"3,6", "4,14", "5,30"})
    void diningPhilosophersInOrder_noDeadlock(int n, long classes) {
        List<Code> all = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            int low = 100 + Math.min(k, (k + 1) % n);
            int high = 100 + Math.max(k, (k + 1) % n);
            all.add(new Code().lock(low).lock(high).unlock(high).unlock(low));
        }
        assertClasses(classes, program(all));
        assertEquals(0, explore(program(all), 4).counts().of(Outcome.DEADLOCK));
    }

    /** The program on which cutting notdep off at the second event of the race loses a class. */
    @Test
    void laterEventsCount_tenClasses() {
        assertClasses(
                10,
                Program.bare(
                        t -> t.write(1, 2),
                        t -> t.write(0, 1).read(0).when(r -> r[0] != 1, then -> then.read(1)),
                        t -> t.write(1, 1),
                        t -> t.write(0, 2)));
    }

    @ParameterizedTest
    @CsvSource({"2,2", "3,6"})
    void mutexOrder(int threads, long classes) {
        assertClasses(classes, Program.times(threads, t -> t.lock(100).unlock(100)));
    }

    @Test
    void failedTrylockIsARead_twentyOneClasses() {
        assertClasses(21, Program.times(3, t -> t.trylock(100).when(Code.result(0), body -> body.unlock(100))));
    }

    @Test
    void racyCounter_twoThreadsFiveRounds() {
        Program program = Program.times(2, t -> {
            for (int k = 0; k < 5; k++) {
                t.read(0).local(r -> r[1] = r[0] + 1).write(r -> 0, r -> r[1]);
            }
        });
        Verdict verdict = explore(program, 8);
        assertTrue(verdict.complete());
        assertEquals(34_904, verdict.counts().total());
        assertEquals(0, verdict.counts().blocked());
    }
}
