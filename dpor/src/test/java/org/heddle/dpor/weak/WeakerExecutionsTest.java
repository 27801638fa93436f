package org.heddle.dpor.weak;

import static org.heddle.dpor.model.MemoryOrder.ACQUIRE;
import static org.heddle.dpor.model.MemoryOrder.RELAXED;
import static org.heddle.dpor.model.MemoryOrder.RELEASE;
import static org.heddle.dpor.weak.Litmus.load;
import static org.heddle.dpor.weak.Litmus.store;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.optimal.MoreAlternatives;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.weak.Robustness.Doubt;
import org.junit.jupiter.api.Test;

/** What is executed behind the interleavings of small programs, against all that RC11 allows. */
class WeakerExecutionsTest {
    private static final int PROGRAMS = 300;
    private static final Dependence DEPENDENCE = new Dependence();

    /** An exploration of a program, and what it came to. */
    private static final class Course {
        final LitmusTarget.Seen interleavings = new LitmusTarget.Seen();
        final LitmusTarget.Seen behind = new LitmusTarget.Seen();
        final WeakerExecutions search;
        int drawn;

        Course(Litmus program, int underWay, int lost, Set<Doubt> outOfReach) {
            Robustness monitor = new Robustness(Set.of());
            search = new WeakerExecutions(
                    new OlderDraws(search(MoreAlternatives.NONE), monitor, 1),
                    monitor,
                    () -> search(new WeakAlternatives(outOfReach)),
                    outOfReach);
            Deque<WorkItem> items = new ArrayDeque<>();
            int extras = 0;
            while (search.open() > 0) {
                WorkItem next = items.size() < underWay ? search.poll() : null;
                if (next != null) {
                    items.add(next);
                    continue;
                }
                WorkItem item = items.remove();
                boolean isDrawn = item.strategy().equals(OlderDraws.NAME);
                drawn += isDrawn ? 1 : 0;
                extras += item.isExtra() ? 1 : 0;
                assertEquals(item.isExtra() && !isDrawn, item.strategy().equals(WeakerExecutions.NAME));
                assertTrue(!item.isExtra() || search.hasOnlyExtras());
                LitmusTarget.Seen seen = isDrawn ? new LitmusTarget.Seen() : item.isExtra() ? behind : interleavings;
                Execution execution = LitmusTarget.run(program, item, seen);
                if (!item.isExtra()) {
                    monitor.look(execution);
                } else if (extras == lost) {
                    execution = LitmusTarget.ended(execution, Outcome.HUNG);
                }
                assertEquals(item.isExtra(), search.isOutdated(item, execution));
                assertNull(search.explored(item, execution));
            }
            assertNull(search.poll());
            assertTrue(items.isEmpty());
        }

        private static OptimalDpor search(MoreAlternatives more) {
            return OptimalDpor.of(more, DEPENDENCE, LeafOrder.DEPTH_FIRST);
        }
    }

    @Test
    void ofRandomPrograms_allGraphsOfRc11AreExecuted_whereSomeAreOfNoInterleaving() {
        int weak = 0;
        int robust = 0;
        for (long seed = 0; seed < PROGRAMS; seed++) {
            Litmus program = Litmus.random(new Random(seed));
            Course course = new Course(program, 1 + (int) (seed % 3), 0, new HashSet<>());
            if (LitmusRuns.weak(program, 1)[1] == 0) {
                assertEquals(0, course.search.count(), program.toString());
                assertFalse(course.search.areAll());
                robust++;
            } else {
                assertEquals(LitmusRuns.all(program), course.behind.graphs.keySet(), program.toString());
                assertEquals(course.behind.graphs.size(), course.search.count());
                assertTrue(course.search.areAll());
                assertEquals(0, course.drawn);
                weak++;
            }
            assertTrue(course.search.proved().isEverything());
        }
        assertTrue(weak > 20 && robust > 20, weak + " and " + robust);
    }

    private static Litmus fiveReaders() {
        List<Litmus.Step> one = List.of(load(0, ACQUIRE), load(1, ACQUIRE));
        List<Litmus.Step> other = List.of(load(1, ACQUIRE), load(0, ACQUIRE));
        return Litmus.of(List.of(store(0, 1, RELEASE)), List.of(store(1, 1, RELEASE)), one, one, one, other, other);
    }

    @Test
    void ofMoreThanAThousand_someAreDrawn() {
        Course course = new Course(fiveReaders(), 1, 0, new HashSet<>());
        assertEquals(LitmusRuns.all(fiveReaders()).size(), 1024);
        assertTrue(course.interleavings.graphs.size() < 1000);
        assertEquals(1000, course.search.count());
        assertFalse(course.search.areAll());
        assertTrue(course.drawn > 0);
        assertTrue(course.search.proved().isEverything());
    }

    @Test
    void whereSomeAreOutOfReach_theyAreNotAll() {
        Set<Doubt> outOfReach = new HashSet<>(Set.of(Doubt.OUT_OF_REACH));
        Course course = new Course(Litmus.storeBuffering(RELAXED, RELAXED), 1, 0, outOfReach);
        assertEquals(4, course.search.count());
        assertFalse(course.search.areAll());
        assertTrue(course.drawn > 0);
    }

    @Test
    void whereOneDoesNotComeToItsEnd_theyAreNotAll_andTheProofOfInterleavingsStands() {
        Course course = new Course(Litmus.storeBuffering(RELAXED, RELAXED), 1, 2, new HashSet<>());
        assertFalse(course.search.areAll());
        assertTrue(course.drawn > 0);
        assertTrue(course.search.proved().isEverything());
        assertEquals(3, course.interleavings.graphs.size());
    }
}
