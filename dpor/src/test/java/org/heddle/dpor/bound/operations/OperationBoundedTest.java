package org.heddle.dpor.bound.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import org.heddle.dpor.bound.AutoSearch;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.restart.Endlessness;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Programs whose threads go round loops, against brute force with the same bound on the operations of each thread.
 * {@code -Dheddle.soak=N} sets how many programs there are, half of it, {@code -Dheddle.seed=N} the first one's seed.
 */
@Tag("thorough")
final class OperationBoundedTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100) / 2;
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final int MOST_INTERLEAVINGS = 2_000;
    private static final int EXECUTIONS = 400;
    private static final int MOST_EVENTS = 1_000;

    private int compared;
    private long classes;

    @Test
    void loopingPrograms_withinEachBoundEveryClassIsExploredOnce() {
        compareAll(RandomProgram::looping);
    }

    @Test
    void loopingProgramsWithTimersAndSignals_withinEachBoundEveryClassIsExploredOnce() {
        compareAll(RandomProgram::loopingWithTimers);
    }

    private void compareAll(LongFunction<RandomProgram> programs) {
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            RandomProgram program = programs.apply(seed);
            String failure = check(program, seed);
            if (failure != null) {
                long own = seed;
                RandomProgram smallest = program.shrink(candidate -> check(candidate, own) != null);
                throw new AssertionError("seed " + seed + ": " + failure + "\n" + program + "\nshrunk: "
                        + check(smallest, seed) + "\n" + smallest);
            }
        }
        System.out.printf("%d programs, %d bounds compared, %d classes%n", PROGRAMS, compared, classes);
        assertTrue(compared > PROGRAMS, "most programs are compared within several bounds, not " + compared);
    }

    private String check(RandomProgram random, long seed) {
        Program program = random.compile();
        Random order = new Random(seed);
        boolean crowded = RandomProgram.isCrowded(seed);
        LeafOrder leaves = seed % 2 == 0 ? LeafOrder.DEPTH_FIRST : order::nextInt;
        Endlessness known = new Endlessness();
        known.suspect();
        OperationBounded search = new OperationBounded(
                () -> new OptimalDpor(new Dependence(Relation.PLAIN.cautious(crowded)), leaves), known, 2);
        SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 1 + order.nextInt(6));
        Verdict verdict = explore(target, search, EXECUTIONS);
        if (search.unpredicted() > 0) {
            return null;
        }
        long proved = verdict.complete() ? Long.MAX_VALUE : verdict.proved().operations();
        for (int bound = 2; bound <= 8 && bound <= proved; bound = Level.next(bound)) {
            Map<String, String> expected = BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS, bound);
            Map<String, Integer> reached = target.classesWithin(bound);
            if (expected == null || (verdict.complete() && reached.isEmpty())) {
                break;
            }
            compared++;
            classes += expected.size();
            if (!expected.keySet().equals(reached.keySet())) {
                return "bound " + bound + ": " + expected.size() + " classes, " + reached.size() + " reached";
            }
            if (reached.values().stream().anyMatch(times -> times > 1)) {
                return "bound " + bound + ": some class is explored twice";
            }
        }
        return proved < 2 ? "nothing is proved: " + verdict.proved() + verdict.gaps() : null;
    }

    @Test
    void terminatingPrograms_areExploredAsWithoutTheBound() {
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            Program program = RandomProgram.of(seed).compile();
            Dependence dependence = new Dependence(Relation.PLAIN.cautious(RandomProgram.isCrowded(seed)));
            SimulatedTarget plain = new SimulatedTarget(program, Oracle.MEMORY, 1);
            SimulatedTarget bounded = new SimulatedTarget(program, Oracle.MEMORY, 1);
            Verdict expected = explore(plain, new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST), 2_000);
            Verdict verdict = explore(bounded, bounded(dependence, new Endlessness()), 2_000);
            assertEquals(expected.counts(), verdict.counts(), "seed " + seed);
            assertEquals(expected.proved(), verdict.proved(), "seed " + seed);
            assertEquals(plain.classes(), bounded.classes(), "seed " + seed);
        }
    }

    @Test
    void terminatingProgramsTakenForEndlessOnes_areProvedInTheEnd() {
        int proved = 0;
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            Program program = RandomProgram.of(seed).compile();
            Map<String, String> expected = BruteForce.classes(program, Oracle.MEMORY, 300);
            if (expected == null) {
                continue;
            }
            Endlessness known = new Endlessness();
            known.suspect();
            SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 3);
            Frontier search = bounded(new Dependence(Relation.PLAIN.cautious(RandomProgram.isCrowded(seed))), known);
            Verdict verdict = explore(target, search, 100_000);
            if (search.unpredicted() == 0) {
                assertEquals(Proved.EVERYTHING, verdict.proved(), "seed " + seed);
                assertTrue(target.classes().keySet().containsAll(expected.keySet()), "seed " + seed);
                proved++;
            }
        }
        assertTrue(proved > PROGRAMS / 4, "many are compared, not " + proved);
    }

    @Test
    void boundedSearches_withinEachBoundTheyProveWhatTheyProveOfProgramsThatEnd() {
        Program program = Program.bare(
                code -> code.loopWhile(r -> true, c -> c.lock(100).unlock(100)),
                code -> code.loopWhile(r -> true, c -> c.lock(100).unlock(100)));
        Endlessness known = new Endlessness();
        OperationBounded search = new OperationBounded(() -> TreeSearch.preemptionBounded(new Dependence(), 1), known);
        Verdict verdict = explore(new SimulatedTarget(program, Oracle.MEMORY, 2), search, 300);
        assertEquals(Measure.PREEMPTIONS, verdict.proved().measure());
        assertEquals(1, verdict.proved().bound());
        assertTrue(verdict.proved().operations() >= 8, verdict.proved().toString());
    }

    @Test
    void endlessPrograms_areNeverCutOffWithBudgetUnused() {
        int endless = 0;
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            Program program = RandomProgram.looping(seed).compile();
            Frontier search = new BarrierlessAuto(seed).start();
            Verdict verdict = explore(new SimulatedTarget(program, Oracle.MEMORY, 2).withoutRecording(), search, 200);
            if (!verdict.complete() && search.unpredicted() == 0) {
                endless++;
                boolean isFar = verdict.proved().operations() > MOST_EVENTS / 8;
                assertTrue(isFar || verdict.gaps().containsKey(Gap.EXECUTION_LIMIT), "seed " + seed + verdict.gaps());
                assertTrue(isFar || verdict.counts().total() == 200, "seed " + seed);
            }
        }
        assertTrue(endless > PROGRAMS / 10, "some go on for ever, not " + endless);
    }

    private record BarrierlessAuto(long seed) {
        Frontier start() {
            Dependence dependence = new Dependence(Relation.PLAIN.cautious(RandomProgram.isCrowded(seed)));
            return new OperationBounded(() -> new AutoSearch(dependence), new Endlessness());
        }
    }

    @Test
    void bounds_growByAHalfAndAThird() {
        assertEquals(12, Level.next(8));
        assertEquals(16, Level.next(12));
        assertEquals(24, Level.next(16));
        assertEquals(32, Level.next(24));
    }

    private static Frontier bounded(Dependence dependence, Endlessness known) {
        return new OperationBounded(() -> new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST), known);
    }

    private static Verdict explore(SimulatedTarget target, Frontier search, long executions) {
        try {
            return new Explorer(
                            target,
                            search,
                            Budget.unlimited(true).withMaxExecutions(executions),
                            new Plan.Limits(MOST_EVENTS, 10_000),
                            Detectors.standard(),
                            ExplorationListener.SILENT)
                    .explore();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
