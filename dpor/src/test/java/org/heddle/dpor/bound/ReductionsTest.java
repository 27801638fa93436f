package org.heddle.dpor.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.heddle.dpor.bound.tree.AllBranches;
import org.heddle.dpor.bound.tree.BacktrackRule;
import org.heddle.dpor.bound.tree.BoundPersistentSets;
import org.heddle.dpor.bound.tree.FlanaganGodefroid;
import org.heddle.dpor.bound.tree.SourceSets;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.RandomProgram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The other reductions, and the enumeration without any, against brute force on random programs: the same classes, in any order and
 * with several executions in flight. Half as many as {@code -Dheddle.soak=N} says; it and {@code -Dheddle.seed=N} are those of
 * {@code RandomProgramsTest}.
 */
@Tag("thorough")
final class ReductionsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100) / 2;
    private static final long SEED = Long.getLong("heddle.seed", 1);

    private long executions;
    private long blocked;
    private long classes;

    @Test
    void classic_reachesEveryClass() {
        check(new FlanaganGodefroid());
    }

    @Test
    void sourceSets_reachEveryClass() {
        check(new SourceSets());
    }

    @Test
    void boundPersistentSetsWithoutABound_reachEveryClass() {
        check(new BoundPersistentSets());
    }

    @Test
    void noReduction_reachesEveryClass() {
        check(new AllBranches());
    }

    private void check(BacktrackRule rule) {
        int compared = 0;
        for (long seed = SEED; compared < PROGRAMS; seed++) {
            RandomProgram program = RandomProgram.ofAnyKind(seed);
            long own = seed;
            Map<String, String> expected = BruteForce.classes(program.compile(), Oracle.MEMORY, 300);
            if (expected == null) {
                continue;
            }
            compared++;
            String failure = failure(rule, program, own);
            if (failure != null) {
                RandomProgram smallest = program.shrink(candidate -> failure(rule, candidate, own) != null);
                throw new AssertionError(
                        "seed " + seed + "\n" + smallest + "\n" + failure(rule, smallest, own) + "\n" + failure);
            }
        }
        System.out.printf(
                "%s: %d programs, %d classes, %d executions, %d of them blocked%n",
                rule.getClass().getSimpleName(), compared, classes, executions, blocked);
        assertEquals(PROGRAMS, compared);
    }

    private String failure(BacktrackRule rule, RandomProgram program, long seed) {
        Map<String, String> expected = BruteForce.classes(program.compile(), Oracle.MEMORY, 300);
        if (expected == null) {
            return null; // a simpler program may have more interleavings
        }
        Random random = new Random(seed);
        for (LeafOrder order : List.<LeafOrder>of(LeafOrder.DEPTH_FIRST, random::nextInt)) {
            int inFlight = order == LeafOrder.DEPTH_FIRST ? 1 : 1 + random.nextInt(8);
            Dependence dependence = new Dependence(Relation.PLAIN.cautious(RandomProgram.isCrowded(seed)));
            TreeSearch search = new TreeSearch(dependence, rule, Measure.NONE, 0, order);
            Comparison comparison = Oracle.compare(program.compile(), expected.keySet(), search, inFlight);
            if (!comparison.isSound()) {
                return inFlight + " in flight: " + comparison;
            }
            if (inFlight == 1) {
                classes += comparison.classes();
                executions += comparison.verdict().counts().total();
                blocked += comparison.verdict().counts().blocked();
            }
        }
        return null;
    }
}
