package org.heddle.dpor.explore.restart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongFunction;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.ExitRule;
import org.heddle.dpor.testkit.Histories;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Late exits against brute force with early ones, on random programs: threads do and see the same, and all ends are the same but
 * for those that nobody can tell apart. Half as many as {@code -Dheddle.soak=N} says; it and {@code -Dheddle.seed=N} are those of
 * {@code RandomProgramsTest}.
 */
@Tag("thorough")
final class LateExitsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100) / 2;
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final int MOST_INTERLEAVINGS = 1_000;
    private static final int BOUNDS = 3;

    private static final List<LongFunction<RandomProgram>> KINDS =
            List.of(RandomProgram::of, RandomProgram::ofAnyKind, RandomProgram::withSections, RandomProgram::exiting);

    private static SearchOptions search(boolean auto, Measure measure, int limit) {
        return new SearchOptions(auto, measure, limit, Reduction.OPTIMAL).with(Set.of(Coarser.EXIT));
    }

    /** What is wrong; null if nothing is, or the program is too large. */
    private static String check(RandomProgram random, long seed, ExitRule rule) {
        Program program = random.compile();
        Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
        if (all == null) {
            return null;
        }
        Map<String, String> classes = BruteForce.classes(program, Oracle.MEMORY, 2 * MOST_INTERLEAVINGS, rule);
        if (classes == null) {
            return null;
        }
        Random order = new Random(seed);
        for (LeafOrder leaves : List.<LeafOrder>of(LeafOrder.DEPTH_FIRST, order::nextInt)) {
            int inFlight = leaves == LeafOrder.DEPTH_FIRST ? 1 : 1 + order.nextInt(8);
            SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, inFlight).exiting(rule);
            OptimalDpor dpor =
                    new OptimalDpor(new Dependence(Relation.PLAIN.cautious(RandomProgram.isCrowded(seed))), leaves);
            Comparison comparison = Oracle.compare(target, classes.keySet(), dpor);
            if (dpor.unpredicted() == 0 && !comparison.isOptimal()) {
                return "not optimal: " + comparison;
            }
            if (!target.histories().equal(all)) {
                return "unbounded: " + target.histories().compare(all);
            }
        }
        return null;
    }

    private static String checkCourses(RandomProgram random) {
        Program program = random.compile();
        Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
        if (all == null) {
            return null;
        }
        SimulatedTarget auto = new SimulatedTarget(program, Oracle.MEMORY, 2);
        Verdict verdict = Oracle.explore(auto, search(true, Measure.NONE, 0).frontier());
        boolean isLess = !verdict.complete()
                && Oracle.explore(new SimulatedTarget(program, Oracle.MEMORY, 2), SearchOptions.DEFAULT.frontier())
                        .complete();
        if (isLess || !auto.histories().equal(all)) {
            return "automatic course: " + auto.histories().compare(all);
        }
        for (int k = 0; k < BOUNDS; k++) {
            Histories within = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, k);
            SimulatedTarget bounded = new SimulatedTarget(program, Oracle.MEMORY, 2);
            Oracle.explore(bounded, search(false, Measure.PREEMPTIONS, k).frontier());
            if (!bounded.histories().contain(within)) {
                return "within " + k + " preemptions: " + bounded.histories().compare(within);
            }
            if (!all.contain(bounded.histories())) {
                return "within " + k + " preemptions there is what there is not: "
                        + bounded.histories().compare(all);
            }
        }
        return null;
    }

    @Test
    void randomPrograms_everythingThatCanBeToldIsFound_oneExecutionOfEachClass() {
        long seed = SEED;
        for (int n = 0; n < PROGRAMS; n++, seed++) {
            RandomProgram program = KINDS.get((int) (seed % KINDS.size())).apply(seed);
            String failure = check(program, seed, ExitRule.LATE);
            if (failure != null) {
                long own = seed;
                RandomProgram smallest = program.shrink(candidate -> check(candidate, own, ExitRule.LATE) != null);
                throw new AssertionError("seed " + seed + ": " + smallest + "\n" + check(smallest, seed, ExitRule.LATE)
                        + "\n" + failure);
            }
        }
    }

    @Test
    void randomPrograms_theAutomaticCourseAndTheBoundedSearchLoseNothing() {
        long seed = SEED;
        for (int n = 0; n < PROGRAMS; n++, seed++) {
            RandomProgram program = KINDS.get((int) (seed % KINDS.size())).apply(seed);
            String failure = checkCourses(program);
            if (failure != null) {
                RandomProgram smallest = program.shrink(candidate -> checkCourses(candidate) != null);
                throw new AssertionError(
                        "seed " + seed + ": " + smallest + "\n" + checkCourses(smallest) + "\n" + failure);
            }
        }
    }

    /** A failure may be what keeps others from failing, so that it must not wait for them. */
    @Test
    void failuresThatWait_areNoticed() {
        assertNoticed(ExitRule.LATE_FAILURES, 280);
    }

    /** What Heddle takes for late must be so. */
    @Test
    void lateExitsThatDoNotWait_areNoticed() {
        assertNoticed(ExitRule.CALLED_LATE, 1);
    }

    /** Within 50 programs from the first one on: programs that tell are rare, and looking for one takes long. */
    private static void assertNoticed(ExitRule mistake, long first) {
        for (long seed = first; seed < first + 50; seed++) {
            if (check(RandomProgram.exiting(seed), seed, mistake) != null) {
                return;
            }
        }
        throw new AssertionError(mistake + " is not noticed");
    }

    private static Program withoutJoin(int workers, Program.Body worker) {
        Program.Body[] threads = new Program.Body[workers + 1];
        threads[0] = main -> {
            for (int thread = 1; thread <= workers; thread++) {
                main.create(thread);
            }
        };
        for (int thread = 1; thread <= workers; thread++) {
            threads[thread] = worker;
        }
        return Program.full(threads);
    }

    private static Verdict explore(Program program, Set<Coarser> coarser) {
        SearchOptions options = new SearchOptions(false, Measure.NONE, 0, Reduction.OPTIMAL).with(coarser);
        return Oracle.explore(new SimulatedTarget(program, Oracle.MEMORY, 2), options.frontier());
    }

    @Test
    void exitWithoutJoin_countsLikeJoin() {
        Program program = withoutJoin(2, t -> t.add(0, 1).add(0, 1).add(0, 1));
        assertEquals(170, explore(program, Set.of()).counts().total());
        assertEquals(20, explore(program, Set.of(Coarser.EXIT)).counts().total());
    }

    @Test
    void threadThatGoesOnForEver_isExploredWithEarlyExits() {
        Program program = withoutJoin(1, t -> t.loopWhile(r -> true, Code::yieldOnce));
        SearchOptions options = search(true, Measure.NONE, 0);
        SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 1);
        Verdict verdict = Oracle.explore(target, options.frontier(), 200);
        assertFalse(verdict.complete());
        assertTrue(verdict.counts().of(Outcome.EXITED) > 0, "some executions exit");
    }
}
