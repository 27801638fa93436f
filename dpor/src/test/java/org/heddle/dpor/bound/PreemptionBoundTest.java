package org.heddle.dpor.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.heddle.dpor.bound.tree.BoundPersistentSets;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The search bounded by preemptions against brute force on random programs: every class that has an execution of at most k
 * preemptions is reached at bound k. {@code -Dheddle.soak=N}, {@code -Dheddle.seed=N} and {@code -Dheddle.interleavings=N} as in
 * {@code RandomProgramsTest}.
 */
@Tag("thorough")
final class PreemptionBoundTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100);
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final int MOST_INTERLEAVINGS = Integer.getInteger("heddle.interleavings", 1_000);

    private final long[] runs = new long[4];
    private final long[] needed = new long[4];

    @Test
    void randomPrograms_everyClassWithinTheBoundIsReached() {
        int compared = 0;
        for (long seed = SEED; compared < PROGRAMS; seed++) {
            RandomProgram program = RandomProgram.ofAnyKind(seed);
            long own = seed;
            Map<String, Integer> costs = costs(program);
            if (costs != null) {
                compared++;
                if (failure(program, costs, seed) != null) {
                    RandomProgram smallest = program.shrink(candidate -> {
                        Map<String, Integer> c = costs(candidate);
                        return c != null && failure(candidate, c, own) != null;
                    });
                    throw new AssertionError(
                            "seed " + seed + "\n" + smallest + "\n" + failure(smallest, costs(smallest), seed));
                }
            }
        }
        for (int k = 0; k < runs.length; k++) {
            System.out.printf(
                    "%d programs, bound %d: %d classes, %d executions (%.2f)%n",
                    compared, k, needed[k], runs[k], (double) runs[k] / needed[k]);
        }
    }

    private static Map<String, Integer> costs(RandomProgram program) {
        return BruteForce.leastCosts(program.compile(), Oracle.MEMORY, MOST_INTERLEAVINGS, Measure.PREEMPTIONS);
    }

    private String failure(RandomProgram program, Map<String, Integer> costs, long seed) {
        Random random = new Random(seed);
        for (int k = 0; k < runs.length; k++) {
            String failure = failure(program, costs, k, LeafOrder.DEPTH_FIRST, 1, RandomProgram.isCrowded(seed));
            if (failure == null) {
                failure = failure(
                        program, costs, k, random::nextInt, 1 + random.nextInt(8), RandomProgram.isCrowded(seed));
            }
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    private String failure(
            RandomProgram program, Map<String, Integer> costs, int k, LeafOrder order, int inFlight, boolean crowded) {
        SimulatedTarget target = new SimulatedTarget(program.compile(), Oracle.MEMORY, inFlight);
        Verdict verdict = Oracle.explore(
                target,
                new TreeSearch(
                        new Dependence(Relation.PLAIN.cautious(crowded)),
                        new BoundPersistentSets(),
                        Measure.PREEMPTIONS,
                        k,
                        order));
        List<String> missing = costs.keySet().stream()
                .filter(name -> costs.get(name) <= k && !target.classes().containsKey(name))
                .toList();
        if (!missing.isEmpty() || !costs.keySet().containsAll(target.classes().keySet())) {
            return "at bound " + k + " with " + inFlight + " in flight " + missing.size() + " of " + costs.size()
                    + " classes are missing: " + missing;
        }
        boolean all = target.classes().size() == costs.size();
        Proved proved = verdict.proved();
        if (proved.isEverything() ? !all : !proved.equals(Proved.upTo(Measure.PREEMPTIONS, k))) {
            return "at bound " + k + " claims " + proved;
        }
        if (order == LeafOrder.DEPTH_FIRST) {
            needed[k] += costs.values().stream().filter(cost -> cost <= k).count();
            runs[k] += verdict.counts().total();
            assertEquals(0, verdict.counts().blocked());
        }
        return null;
    }
}
