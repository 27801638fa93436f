package org.heddle.dpor.weak;

import static org.heddle.dpor.model.MemoryOrder.ACQUIRE;
import static org.heddle.dpor.model.MemoryOrder.RELAXED;
import static org.heddle.dpor.model.MemoryOrder.RELEASE;
import static org.heddle.dpor.model.MemoryOrder.SEQ_CST;
import static org.heddle.dpor.weak.Litmus.load;
import static org.heddle.dpor.weak.Litmus.store;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.junit.jupiter.api.Test;

/** What is drawn of small programs, against all that RC11 allows. */
class OlderDrawsTest {
    private static final int PROGRAMS = 120;

    /** So many graphs are drawn whole: of more, a thousand draws may miss some. */
    private static final int FEW = 40;

    /** A search that is over once its only item is. */
    private static final class Over implements Frontier {
        @Override
        public WorkItem poll() {
            return null;
        }

        @Override
        public Divergence explored(WorkItem item, Execution execution) {
            throw new AssertionError(item.toString());
        }

        @Override
        public void abandon(WorkItem item) {
            throw new AssertionError(item.toString());
        }

        @Override
        public long open() {
            return 0;
        }
    }

    /** The graph that the program comes to as the item has it. */
    private static Candidate run(Litmus program, WorkItem item) {
        Candidate graph = Candidate.empty(program);
        for (org.heddle.dpor.model.Step step : item.prefix()) {
            graph = graph.overlooking(program, step.thread(), Math.max(0, step.alternative()));
        }
        Random random = item.policy().kind() == Policy.Kind.CONTINUE
                ? null
                : new Random(item.policy().seed());
        List<Integer> enabled = enabled(program, graph);
        while (!enabled.isEmpty()) {
            int which = random == null ? 0 : random.nextInt(enabled.size());
            graph = graph.overlooking(program, enabled.get(which), 0);
            enabled = enabled(program, graph);
        }
        return graph;
    }

    private static List<Integer> enabled(Litmus program, Candidate graph) {
        List<Integer> threads = new ArrayList<>();
        for (int thread = 0; thread < program.threads().size(); thread++) {
            if (graph.next(program, thread) != null) {
                threads.add(thread);
            }
        }
        return threads;
    }

    private static Set<String> drawn(Litmus program, long seed) {
        Robustness monitor = new Robustness(Set.of());
        Set<String> seen = new HashSet<>();
        LitmusRuns.sequential(program, execution -> monitor.look(execution));
        OlderDraws draws = new OlderDraws(new Over(), monitor, seed);
        for (WorkItem item = draws.poll(); item != null; item = draws.poll()) {
            Candidate graph = run(program, item);
            Execution execution = LitmusRuns.execution(graph);
            assertTrue(item.isExtra() && draws.hasOnlyExtras() && draws.isOutdated(item, execution));
            assertTrue(draws.open() > 0);
            assertNull(draws.explored(item, execution));
            seen.add(graph.key());
        }
        assertEquals(0, draws.open());
        return seen;
    }

    @Test
    void ofRandomPrograms_nothingIsDrawnThatRc11DoesNotAllow_andOfSmallOnesAllThatItDoes() {
        int small = 0;
        int large = 0;
        for (long seed = 0; seed < PROGRAMS; seed++) {
            Litmus program = Litmus.random(new Random(seed));
            Set<String> allowed = LitmusRuns.all(program);
            Set<String> drawn = drawn(program, seed);
            if (!drawn.isEmpty() && allowed.size() <= FEW) {
                assertEquals(allowed, drawn, "seed " + seed + ": " + program);
                small++;
            } else if (!drawn.isEmpty()) {
                assertTrue(allowed.containsAll(drawn), "seed " + seed + ": " + program);
                large++;
            }
        }
        assertTrue(small > 10 && large > 2, small + " and " + large);
    }

    private static void assertAllDrawn(int graphs, Litmus program) {
        Set<String> allowed = LitmusRuns.all(program);
        assertEquals(graphs, allowed.size());
        assertEquals(allowed, drawn(program, 1));
    }

    @Test
    void storeBuffering_isDrawnWhole() {
        assertAllDrawn(4, Litmus.storeBuffering(RELEASE, ACQUIRE));
    }

    @Test
    void independentReads_areDrawnWhole() {
        assertAllDrawn(16, Litmus.independentReads(RELEASE, ACQUIRE));
    }

    @Test
    void loadsOfOneThread_mayAllFindOlderValues() {
        assertAllDrawn(
                16,
                Litmus.of(
                        List.of(store(0, 1, RELAXED), store(1, 1, RELAXED), store(2, 1, RELAXED), store(3, 1, RELAXED)),
                        List.of(load(3, RELAXED), load(2, RELAXED), load(1, RELAXED), load(0, RELAXED))));
    }

    @Test
    void whereTheMonitorFindsNothing_nothingIsDrawn() {
        Litmus program = Litmus.storeBuffering(SEQ_CST, SEQ_CST);
        assertEquals(Set.of(), drawn(program, 1));
        OlderDraws draws = new OlderDraws(new Over(), new Robustness(Set.of()), 1);
        assertFalse(draws.open() > 0);
    }
}
