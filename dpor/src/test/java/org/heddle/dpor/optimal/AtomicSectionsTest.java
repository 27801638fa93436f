package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.restart.DependenceAware;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/**
 * Atomic sections in which the process ends, and numbers of executions. A section commutes with what is local to another thread,
 * but one that ends the process does not.
 */
final class AtomicSectionsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 150);
    private static final long SEED = Long.getLong("heddle.seed", 1);

    @Test
    void sectionsThatEndTheProcess_everyOutcomeIsReached() {
        int compared = 0;
        for (long seed = SEED; compared < PROGRAMS; seed++) {
            RandomProgram program = RandomProgram.withSectionsThatEnd(seed);
            Set<String> expected = BruteForce.outcomes(program.compile(), Oracle.MEMORY, 2_000);
            if (expected == null) {
                continue;
            }
            compared++;
            String failure = failure(program, expected);
            if (failure != null) {
                RandomProgram smallest = program.shrink(candidate -> failure(candidate) != null);
                throw new AssertionError("seed " + seed + ": " + failure + "\n" + program + "\nshrunk: " + smallest
                        + "\n" + failure(smallest));
            }
        }
        assertEquals(PROGRAMS, compared);
    }

    private static String failure(RandomProgram program) {
        Set<String> expected = BruteForce.outcomes(program.compile(), Oracle.MEMORY, 2_000);
        return expected == null ? null : failure(program, expected);
    }

    private static String failure(RandomProgram program, Set<String> expected) {
        SimulatedTarget target = new SimulatedTarget(program.compile(), Oracle.MEMORY, 1);
        Verdict verdict = Oracle.explore(
                target, new DependenceAware(dependence -> new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST)));
        boolean reachesAll = expected.equals(target.outcomes());
        return reachesAll && verdict.complete() ? null : (reachesAll ? "" : "an outcome is missing, ") + verdict;
    }

    @Test
    void sectionsOfOneVariable_areExploredInEveryOrderAndNoOther() {
        Program program = Program.times(
                3, code -> code.section(body -> body.add(0, 1).add(0, 1).write(1, 1)));
        SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 1);
        Verdict verdict = Oracle.explore(target, new OptimalDpor(new Dependence(), LeafOrder.DEPTH_FIRST));
        assertTrue(verdict.complete());
        assertEquals(6, verdict.counts().total());
    }
}
