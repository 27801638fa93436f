package org.heddle.dpor.weak;

import static org.heddle.dpor.model.MemoryOrder.ACQUIRE;
import static org.heddle.dpor.model.MemoryOrder.RELAXED;
import static org.heddle.dpor.model.MemoryOrder.RELEASE;
import static org.heddle.dpor.model.MemoryOrder.SEQ_CST;
import static org.heddle.dpor.weak.Litmus.fence;
import static org.heddle.dpor.weak.Litmus.load;
import static org.heddle.dpor.weak.Litmus.store;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.weak.Litmus.Kind;
import org.heddle.dpor.weak.Litmus.Step;
import org.heddle.dpor.weak.Robustness.Doubt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The exploration of all that RC11 allows, against all graphs by its axioms. */
class WeakAlternativesTest {
    private static final int PROGRAMS = 5 * Integer.getInteger("heddle.soak", 60);
    private static final long SEED = Long.getLong("heddle.seed", 0);
    private static final Dependence DEPENDENCE = new Dependence();

    /** All that is explored with so many plans under way at a time. */
    private static LitmusTarget.Seen explore(Litmus program, Rules rules, LeafOrder order, int underWay) {
        LitmusTarget.Seen seen = new LitmusTarget.Seen();
        Set<Doubt> doubts = new HashSet<>();
        OptimalDpor search = OptimalDpor.of(new WeakAlternatives(rules, doubts), DEPENDENCE, order);
        Deque<WorkItem> items = new ArrayDeque<>();
        while (true) {
            while (items.size() < underWay) {
                WorkItem item = search.poll();
                if (item == null) {
                    break;
                }
                items.add(item);
            }
            if (items.isEmpty()) {
                break;
            }
            WorkItem item = items.poll();
            assertNull(search.explored(item, LitmusTarget.run(program, item, seen)));
        }
        assertEquals(0, search.open());
        assertEquals(Set.of(), doubts);
        assertEquals(0, search.unpredicted());
        return seen;
    }

    private static void compare(long first, int programs) {
        int weak = 0;
        long graphs = 0;
        long executions = 0;
        long blocked = 0;
        for (long seed = first; seed < first + programs; seed++) {
            Litmus program = Litmus.random(new Random(seed));
            Random random = new Random(seed);
            LeafOrder order = seed % 2 == 0 ? LeafOrder.DEPTH_FIRST : random::nextInt;
            LitmusTarget.Seen seen = explore(program, new Rules(), order, 1 + random.nextInt(4));
            assertEquals(LitmusRuns.all(program), seen.graphs.keySet(), "seed " + seed + ": " + program);
            weak += LitmusRuns.weak(program, 1)[1] > 0 ? 1 : 0;
            graphs += seen.graphs.size();
            executions += seen.graphs.values().stream().mapToInt(n -> n).sum();
            blocked += seen.blocked;
        }
        assertTrue(weak > programs / 20, weak + " of " + programs);
        assertEquals(0, blocked);
        assertEquals(graphs, executions);
    }

    @Test
    void ofRandomPrograms_allGraphsOfRc11AreExplored() {
        compare(SEED, PROGRAMS);
    }

    private static void assertGraphs(int expected, Litmus program) {
        assertEquals(expected, LitmusRuns.all(program).size());
        LitmusTarget.Seen seen = explore(program, new Rules(), LeafOrder.DEPTH_FIRST, 1);
        assertEquals(expected, seen.graphs.size());
        assertEquals(expected, seen.graphs.values().stream().mapToInt(n -> n).sum());
    }

    private static Step add(int location, MemoryOrder order) {
        return new Step(Kind.ADD, location, 1, -1, order, order);
    }

    @Test
    void knownCounts() {
        assertGraphs(4, Litmus.storeBuffering(RELAXED, RELAXED));
        assertGraphs(
                3,
                Litmus.of(
                        List.of(store(0, 1, RELAXED), fence(SEQ_CST), load(1, RELAXED)),
                        List.of(store(1, 1, RELAXED), fence(SEQ_CST), load(0, RELAXED))));
        assertGraphs(
                4,
                Litmus.of(
                        List.of(store(0, 1, RELEASE), store(1, 2, RELEASE)),
                        List.of(store(1, 1, RELEASE), store(0, 2, RELEASE))));
        assertGraphs(16, Litmus.independentReads(RELEASE, ACQUIRE));
        assertGraphs(
                24, // GenMC has 22: its read-modify-writes are two events, and sb;hb;sb need not leave the location
                Litmus.of(
                        List.of(store(0, 1, SEQ_CST), store(1, 1, RELEASE)),
                        List.of(add(1, SEQ_CST), load(1, RELAXED)),
                        List.of(store(1, 3, SEQ_CST), load(0, SEQ_CST))));
        assertGraphs(
                18, // GenMC has 17, by the same rule; 18 where it leaves modification order out
                Litmus.of(
                        List.of(load(0, ACQUIRE), load(1, SEQ_CST)),
                        List.of(store(0, 1, SEQ_CST), store(0, 2, SEQ_CST)),
                        List.of(store(1, 1, SEQ_CST), load(0, SEQ_CST))));
    }

    @Test
    void aRuleThatIsWrongOnPurpose_isNoticed() {
        for (Rules rules : RobustnessTest.broken().subList(0, 6)) {
            boolean isNoticed = false;
            for (long seed = 0; seed < 2_000 && !isNoticed; seed++) {
                Litmus program = Litmus.random(new Random(seed));
                LitmusTarget.Seen seen = explore(program, rules, LeafOrder.DEPTH_FIRST, 1);
                isNoticed = !LitmusRuns.all(program).equals(seen.graphs.keySet());
            }
            assertTrue(isNoticed);
        }
    }

    @Tag("thorough")
    @Test
    void ofManyRandomPrograms_allGraphsOfRc11AreExplored() {
        compare(1_000_000 + SEED, 5 * PROGRAMS);
    }
}
