package org.heddle.dpor.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The exploration of programs that call objects under test shows every order of the calls in time, with every result; and it stays optimal.
 * Brute force is the oracle, on half as many programs as {@code -Dheddle.soak=N} says.
 */
final class CallOrderTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 300) / 2;
    private static final int MOST = 20_000;

    @Tag("thorough")
    @Test
    void randomCalls_areSeenInEveryOrderInTime_andEachClassOnce() {
        int compared = 0;
        int histories = 0;
        for (long seed = 1; compared < PROGRAMS; seed++) {
            Program program = program(new Random(seed));
            BruteForce.Called expected = BruteForce.called(program, Oracle.MEMORY, MOST);
            if (expected == null) {
                continue;
            }
            compared++;
            histories += expected.histories().size();
            assertEquals(expected.histories(), seen(program, new Dependence()), "seed " + seed);
            Oracle.Comparison comparison = Oracle.compare(
                    program, expected.classes(), new OptimalDpor(new Dependence(), LeafOrder.DEPTH_FIRST), 1);
            assertTrue(comparison.isOptimal(), "seed " + seed + ": " + comparison);
        }
        assertTrue(histories > 5 * PROGRAMS, histories + " histories");
    }

    @Test
    void callsThatWouldCommute_wouldBeMissed() {
        Dependence broken = new Dependence() {
            @Override
            public AccessKind first(Event event) {
                boolean isOfCall = event.operation().kind().family() == ObjectFamily.HISTORY;
                return isOfCall ? AccessKind.SHARE : super.first(event);
            }
        };
        boolean isNoticed = false;
        for (long seed = 1; seed <= 20 && !isNoticed; seed++) {
            Program program = program(new Random(seed));
            BruteForce.Called expected = BruteForce.called(program, Oracle.MEMORY, MOST);
            isNoticed = expected != null && !expected.histories().equals(seen(program, broken));
        }
        assertTrue(isNoticed);
        assertFalse(new Dependence().conflict(AccessKind.SHARE, AccessKind.SHARE));
    }

    private static Set<Long> seen(Program program, Dependence dependence) {
        Set<Long> seen = new HashSet<>();
        Oracle.explore(
                new SimulatedTarget(program, Oracle.MEMORY, 1),
                new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST),
                MOST,
                execution -> Histories.of(execution.events(), CallOrder.OF_TIME)
                        .forEach(history -> seen.add(history.digest())));
        return seen;
    }

    /** Two or three threads, each with one or two calls of one of two objects, and accesses within and between them. */
    private static Program program(Random random) {
        List<Program.Body> threads = new ArrayList<>();
        int count = 2 + random.nextInt(2);
        for (int thread = 0; thread < count; thread++) {
            int calls = 1 + random.nextInt(count == 2 ? 2 : 1);
            long seed = random.nextLong();
            threads.add(code -> body(code, calls, new Random(seed)));
        }
        return Program.bare(threads.toArray(Program.Body[]::new));
    }

    private static void body(Code code, int calls, Random random) {
        for (int call = 0; call < calls; call++) {
            if (random.nextInt(3) == 0) {
                access(code, random);
            }
            int accesses = random.nextInt(3);
            code.call(random.nextInt(2), 7 + random.nextInt(2), body -> {
                for (int k = 0; k < accesses; k++) {
                    access(body, random);
                }
            });
        }
    }

    private static void access(Code code, Random random) {
        if (random.nextBoolean()) {
            code.read(random.nextInt(2));
        } else {
            code.write(random.nextInt(2), 1 + random.nextInt(2));
        }
    }
}
