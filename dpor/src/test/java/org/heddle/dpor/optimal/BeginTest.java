package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.heddle.dpor.bound.AutoSearch;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.Begin;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** What comes before a BEGIN is executed in one order alone; of what follows, every class is explored, by brute force. */
final class BeginTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 60);
    private static final int MOST_INTERLEAVINGS = 1_000;
    private static final int NO_LIMIT = 1_000;

    @Test
    void whatFollowsABegin_isExploredWhole_byEverySearchThatProves() {
        int compared = 0;
        int smaller = 0;
        for (long seed = 1; compared < PROGRAMS; seed++) {
            RandomProgram program = RandomProgram.withBegin(seed);
            List<Event> begin = begin(program);
            var all = BruteForce.classes(program.compile(), Oracle.MEMORY, MOST_INTERLEAVINGS);
            if (begin.isEmpty() || all == null) {
                continue;
            }
            compared++;
            Set<String> expected = BruteForce.classes(program.compile(), Oracle.MEMORY, MOST_INTERLEAVINGS, begin)
                    .keySet();
            smaller += expected.size() < all.size() ? 1 : 0;
            Random random = new Random(seed);
            Dependence dependence = new Dependence(Relation.PLAIN.cautious(RandomProgram.isCrowded(seed)));
            String which = "seed " + seed + "\n" + program;
            OptimalDpor deepest = new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST);
            Comparison optimal = compare(program, expected, deepest, 1);
            assertTrue(deepest.unpredicted() > 0 || optimal.isOptimal(), () -> which + optimal);
            OptimalDpor any = new OptimalDpor(dependence, random::nextInt);
            Comparison inFlight = compare(program, expected, any, 1 + random.nextInt(8));
            assertTrue(any.unpredicted() > 0 || inFlight.isOptimal(), () -> which + inFlight);
            OptimalDpor postponing = OptimalDpor.postponing(dependence, LeafOrder.DEPTH_FIRST, 1 + random.nextInt(20));
            Comparison later = compare(program, expected, postponing, 1);
            assertTrue(postponing.unpredicted() > 0 || later.isOptimal(), () -> which + later);
            Comparison bounded =
                    compare(program, expected, TreeSearch.preemptionBounded(dependence.withoutWays(), NO_LIMIT), 1);
            assertTrue(bounded.isSound(), () -> which + bounded);
            Comparison plain = compare(program, expected, TreeSearch.plain(dependence, Measure.NONE, NO_LIMIT), 1);
            assertTrue(plain.isSound(), () -> which + plain);
            Comparison auto = compare(program, expected, new AutoSearch(dependence, 1 + random.nextInt(5)), 1);
            assertEquals(0, auto.missing() + auto.unknown(), () -> which + auto);
        }
        assertTrue(smaller > PROGRAMS / 4, "in many programs something comes before: " + smaller);
    }

    /** The events up to the BEGIN in the execution that no plan directs; none where it does not come to one. */
    private static List<Event> begin(RandomProgram program) {
        List<List<Event>> first = new ArrayList<>();
        Oracle.explore(
                new SimulatedTarget(program.compile(), Oracle.MEMORY, 1),
                new OptimalDpor(),
                1,
                execution -> first.add(execution.events()));
        return first.get(0).subList(0, Begin.of(first.get(0)));
    }

    private static Comparison compare(RandomProgram program, Set<String> expected, Frontier frontier, int capacity) {
        return Oracle.compare(program.compile(), expected, frontier, capacity);
    }
}
