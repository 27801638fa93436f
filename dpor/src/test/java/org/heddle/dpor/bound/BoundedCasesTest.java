package org.heddle.dpor.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.heddle.dpor.bound.tree.BoundPersistentSets;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** Programs on which plausible ways to bound preemptions lose executions, known counts, and what is claimed in the end. */
final class BoundedCasesTest {
    private static final Program TWO_INCREMENTS =
            Program.times(3, t -> t.add(0, 1).add(1, 1));

    private static void assertBounded(Program program) {
        Map<String, Integer> costs = BruteForce.leastCosts(program, Oracle.MEMORY, 200_000, Measure.PREEMPTIONS);
        for (int k = 0; k <= 3; k++) {
            for (int seed = 0; seed < 20; seed++) {
                Random random = new Random(seed);
                LeafOrder order = seed == 0 ? LeafOrder.DEPTH_FIRST : random::nextInt;
                SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 1 + seed % 8);
                Oracle.explore(
                        target,
                        new TreeSearch(new Dependence(), new BoundPersistentSets(), Measure.PREEMPTIONS, k, order));
                int bound = k;
                assertTrue(costs.entrySet().stream()
                        .filter(entry -> entry.getValue() <= bound)
                        .allMatch(entry -> target.classes().containsKey(entry.getKey())));
            }
        }
    }

    /** P0: the reversal of the race costs a preemption, another way to the same class does not. */
    @Test
    void theOtherThreadFirst_isReachedWithoutAPreemption() {
        assertBounded(Program.bare(t -> t.write(1, 1).write(0, 1), t -> t.write(0, 2)));
    }

    /** P1: fails without the points at the start of a block. */
    @Test
    void pointsAtTheStartOfABlock_areNeeded() {
        assertBounded(Program.bare(
                t -> t.read(0), t -> t.write(0, 1).read(0), t -> t.read(0).write(0, 1)));
    }

    /** P2: fails where classes are pruned by their cost. */
    @Test
    void aClassWithinTheBound_behindOneThatCostsMore() {
        assertBounded(
                Program.bare(t -> t.write(0, 1).write(0, 2), t -> t.read(0).write(0, 2), t -> t.read(0)));
    }

    /** P3: fails where classes are pruned by their cost with a margin of one. */
    @Test
    void aClassWithinTheBound_behindOneThatCostsTwoMore() {
        Program.Body waiter = t -> t.signal(200).lock(100).waitOn(200, 100);
        assertBounded(Program.bare(
                waiter, t -> t.write(0, 1).signal(200), t -> t.read(0).lock(100).waitOn(200, 100)));
    }

    /** A thread that runs up to a held mutex can be left for free: a release must count as a conflict of an acquire. */
    @Test
    void aBlockedAcquire_isAFreeSwitch() {
        assertBounded(Program.bare(
                t -> t.write(0, 1).lock(101),
                t -> t.lock(101).read(0).unlock(101).exit(0)));
    }

    /** Switching away from a thread that is about to yield is no preemption. */
    @Test
    void aYield_isAFreeSwitch() {
        Program program = Program.bare(t -> t.write(0, 1).yieldOnce().read(0), t -> t.write(0, 2));
        assertBounded(program);
        assertEquals(
                List.of(0, 0, 0),
                List.copyOf(BruteForce.leastCosts(program, Oracle.MEMORY, 1_000, Measure.PREEMPTIONS)
                        .values()));
    }

    /** The classes within each bound of three threads with two increments each: 6, 24, 36. */
    @Test
    void classesOfEachBound_asPublished() {
        Map<String, Integer> costs = BruteForce.leastCosts(TWO_INCREMENTS, Oracle.MEMORY, 200_000, Measure.PREEMPTIONS);
        List<Long> within = Stream.of(0, 1, 2)
                .map(k -> costs.values().stream().filter(cost -> cost <= k).count())
                .toList();
        assertEquals(List.of(6L, 24L, 36L), within);
    }

    /**
     * At most C(nk, c) · (nb + c)! executions have c preemptions, for n threads of k steps of which b block, a thread's end among
     * them (Musuvathi and Qadeer, PLDI 2007, Theorem 1).
     */
    @Test
    void executionsOfEachBound_areAtMostThoseOfTheTheorem() {
        int n = 3;
        int steps = 2;
        long before = 0;
        for (int c = 0; c <= 3; c++) {
            for (boolean reduced : List.of(true, false)) {
                SimulatedTarget target = new SimulatedTarget(TWO_INCREMENTS, Oracle.MEMORY, 4);
                TreeSearch search = reduced
                        ? TreeSearch.preemptionBounded(new Dependence(), c)
                        : TreeSearch.plain(new Dependence(), Measure.PREEMPTIONS, c);
                long total = Oracle.explore(target, search).counts().total();
                long most = 0;
                for (int exactly = 0; exactly <= c; exactly++) {
                    most += choose(n * steps, exactly) * factorial(n + exactly);
                }
                assertTrue(total <= most, total + " executions, at most " + most);
                before = reduced ? total : Math.max(before, total);
            }
        }
        assertEquals(90, before, "all interleavings in the end");
    }

    private static long choose(int n, int k) {
        return k == 0 ? 1 : choose(n - 1, k - 1) * n / k;
    }

    private static long factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    /** Switches, delays and depth are bounded without reduction: exactly the classes within the bound, or more. */
    @Test
    void otherMeasures_reachEveryClassWithinTheBound() {
        List<Program> programs = List.of(
                TWO_INCREMENTS,
                Program.bare(
                        t -> t.lock(100).add(0, 1).unlock(100).read(1),
                        t -> t.lock(100).add(0, 1).unlock(100).write(1, 2),
                        t -> t.trylock(100).when(Code.result(0), body -> body.unlock(100))),
                Program.full(main -> main.create(1).create(2).join(1).join(2), t -> t.write(0, 1), t -> t.read(0)));
        for (Program program : programs) {
            for (Measure measure :
                    List.of(Measure.PREEMPTIONS, Measure.SWITCHES, Measure.DELAYS, Measure.DEPTH, Measure.VARIABLES)) {
                Map<String, Integer> costs = BruteForce.leastCosts(program, Oracle.MEMORY, 500_000, measure);
                for (int k = 0; k <= 4; k++) {
                    SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 4);
                    Verdict verdict = Oracle.explore(target, TreeSearch.plain(new Dependence(), measure, k));
                    int bound = k;
                    assertTrue(
                            costs.entrySet().stream()
                                    .filter(entry -> entry.getValue() <= bound)
                                    .allMatch(entry -> target.classes().containsKey(entry.getKey())),
                            measure + " " + k);
                    assertNotEquals(Proved.NOTHING, verdict.proved());
                }
            }
        }
    }

    /** Cheapest first, each class is still run once. */
    @Test
    void cheapestFirst_isOptimal() {
        Map<String, Integer> costs = BruteForce.leastCosts(TWO_INCREMENTS, Oracle.MEMORY, 200_000, Measure.PREEMPTIONS);
        for (int inFlight : List.of(1, 5)) {
            for (int room : List.of(1, 3, AutoSearch.ROOM)) {
                OptimalDpor cheapest = OptimalDpor.cheapestFirst(new Dependence(), room);
                Comparison comparison = Oracle.compare(TWO_INCREMENTS, costs.keySet(), cheapest, inFlight);
                assertTrue(comparison.isOptimal(), comparison.toString());
            }
        }
    }
}
