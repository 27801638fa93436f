package org.heddle.dpor.weak;

import static org.heddle.dpor.model.MemoryOrder.RELAXED;
import static org.heddle.dpor.model.MemoryOrder.SEQ_CST;
import static org.heddle.dpor.weak.Litmus.fence;
import static org.heddle.dpor.weak.Litmus.load;
import static org.heddle.dpor.weak.Litmus.store;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.weak.Litmus.Step;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What accesses may overlook, one by one, against all graphs by the axioms of RC11. */
class OlderReadsTest {
    private static final int PROGRAMS = 5 * Integer.getInteger("heddle.soak", 60);
    private static final long SEED = Long.getLong("heddle.seed", 0);

    /** All graphs that come of a program when each access in its turn overlooks any stores that it is said to be allowed to overlook. */
    private static Set<String> reached(Litmus program, Rules rules) {
        Set<String> found = new HashSet<>();
        reach(program, Candidate.empty(program), new HashSet<>(), found, new OlderReads(rules));
        return found;
    }

    private static void reach(Litmus program, Candidate graph, Set<String> known, Set<String> found, OlderReads reads) {
        if (!known.add(graph.key())) {
            return;
        }
        boolean isWhole = true;
        for (int thread = 0; thread < program.threads().size(); thread++) {
            Step step = graph.next(program, thread);
            if (step == null) {
                continue;
            }
            isWhole = false;
            Candidate plain = graph.overlooking(program, thread, 0);
            int row = graph.nodes().size();
            assertTrue(reads.look(LitmusRuns.execution(plain)), plain.toString());
            List<OlderReads.Choice> allowed = reads.choices().stream()
                    .filter(choice -> choice.row() == row && reads.allows(choice))
                    .toList();
            reach(program, plain, known, found, reads);
            for (OlderReads.Choice choice : allowed) {
                reach(program, graph.overlooking(program, thread, choice.overlooked()), known, found, reads);
            }
        }
        if (isWhole) {
            found.add(graph.key());
        }
    }

    @Test
    void ofRandomPrograms_theyGiveAllGraphsOfRc11() {
        compare(SEED, PROGRAMS);
    }

    @Tag("thorough")
    @Test
    void ofManyRandomPrograms_theyGiveAllGraphsOfRc11() {
        compare(1_000_000 + SEED, 5 * PROGRAMS);
    }

    private static void compare(long first, int programs) {
        int more = 0;
        for (long seed = first; seed < first + programs; seed++) {
            Litmus program = Litmus.random(new Random(seed));
            Set<String> expected = LitmusRuns.all(program);
            assertEquals(expected, reached(program, new Rules()), "seed " + seed + ": " + program);
            more += LitmusRuns.weak(program, 1)[1] > 0 ? 1 : 0;
        }
        assertTrue(more > programs / 20, more + " of " + programs);
    }

    @Test
    void aRuleThatIsWrongOnPurpose_isNoticed() {
        for (Rules rules : RobustnessTest.broken().subList(0, 6)) { // those that are not about how psc is found
            assertNoticed(rules);
        }
        assertNoticed(new Rules() {
            @Override
            boolean isConsistent(Event event) {
                return false;
            }
        });
        assertNoticed(new Rules() {
            @Override
            boolean isCoherent() {
                return false;
            }
        });
    }

    private static void assertNoticed(Rules rules) {
        boolean isNoticed = false;
        for (long seed = 0; seed < 2_000 && !isNoticed; seed++) {
            Litmus program = Litmus.random(new Random(seed));
            isNoticed = !LitmusRuns.all(program).equals(reached(program, rules));
        }
        assertTrue(isNoticed);
    }

    private static Execution both(boolean fenced) {
        Litmus program = fenced
                ? Litmus.of(
                        List.of(store(0, 1, RELAXED), fence(SEQ_CST), load(1, RELAXED)),
                        List.of(store(1, 1, RELAXED), fence(SEQ_CST), load(0, RELAXED)))
                : Litmus.storeBuffering(RELAXED, RELAXED);
        Candidate graph = Candidate.empty(program);
        for (int step = 0; step < (fenced ? 4 : 2); step++) {
            graph = graph.with(program, step % 2, Candidate.INITIAL, 0);
        }
        graph = graph.with(program, 0, Candidate.INITIAL, 0);
        return LitmusRuns.execution(graph.with(program, 1, Candidate.INITIAL, 0));
    }

    @Test
    void anExecutionWithOlderReads_isAllowed_unlessFencesForbidIt() {
        List<Event> events = both(false).events();
        assertEquals(1, events.get(events.size() - 1).overlooked());
        assertTrue(OlderReads.areAllowed(both(false)));
        assertFalse(OlderReads.areAllowed(both(true)));
    }
}
