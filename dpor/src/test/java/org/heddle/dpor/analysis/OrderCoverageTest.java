package org.heddle.dpor.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** One execution of each class shows the orders that all interleavings show. */
final class OrderCoverageTest {
    private static final int PROGRAMS = 60;
    private static final int MOST_INTERLEAVINGS = 500;
    private static final Program WRITE_AND_READ =
            Program.times(2, t -> t.write(0, 1).read(0));

    @Test
    void oneExecutionOfEachClass_showsTheOrdersOfAllInterleavings() {
        int compared = 0;
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            Program program = RandomProgram.of(seed).compile();
            if (BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS) != null) {
                OrderCoverage all = cover(program, everything(), Long.MAX_VALUE);
                OrderCoverage each = cover(program, new OptimalDpor(), Long.MAX_VALUE);
                assertEquals(all.pairs(), each.pairs(), "seed " + seed);
                assertEquals(all.delays().threads(), each.delays().threads(), "seed " + seed);
                assertEquals(all.delays().never(), each.delays().never(), "seed " + seed);
                compared++;
            }
        }
        assertTrue(compared >= PROGRAMS / 4, "only " + compared + " were small enough");
    }

    @Test
    void firstExecution_showsOneOrder_andAllShowBoth() {
        OrderCoverage first = cover(WRITE_AND_READ, new OptimalDpor(), 1);
        assertFalse(first.pairs().isEmpty());
        assertTrue(
                first.pairs().stream().noneMatch(OrderCoverage.Pair::both),
                first.pairs().toString());
        OrderCoverage all = cover(WRITE_AND_READ, new OptimalDpor(), Long.MAX_VALUE);
        assertTrue(
                all.pairs().stream().allMatch(OrderCoverage.Pair::both),
                all.pairs().toString());
        assertTrue(all.isWhole());
    }

    @Test
    void firstExecution_delaysTheSecondThread_andAllDelayBoth() {
        Delays first = cover(WRITE_AND_READ, new OptimalDpor(), 1).delays();
        assertEquals(2, first.threads());
        assertEquals(List.of(new Delays.Undelayed(0, 0)), first.never());
        Delays all = cover(WRITE_AND_READ, new OptimalDpor(), Long.MAX_VALUE).delays();
        assertEquals(2, all.threads());
        assertEquals(List.of(), all.never());
    }

    @Test
    void threadThatNothingDependsOn_isNotAskedAbout() {
        Program program = Program.bare(t -> t.write(0, 1), t -> t.write(1, 1), t -> t.read(0));
        Delays delays = cover(program, new OptimalDpor(), Long.MAX_VALUE).delays();
        assertEquals(2, delays.threads());
        assertEquals(List.of(), delays.never());
    }

    @Test
    void threadThatHasToComeFirst_hasNoRace_andThatWhichCouldBeDelayed_isNamedWithItsCreation() {
        Program program = Program.full(
                t -> t.write(1, 1).create(1).create(2).join(1).join(2),
                t -> t.write(0, 1).read(1),
                t -> t.write(0, 2).read(1));
        Delays first = cover(program, new OptimalDpor(), 1).delays();
        assertEquals(2, first.threads(), "main has written before the others are there");
        assertEquals(1, first.never().size());
        int early = first.never().get(0).id();
        assertTrue(early == 1 || early == 2, first.never().toString());
        assertEquals(
                1_000 + 1 + early, first.never().get(0).createdAt(), "main's operations are at 1001, 1002 and so on");
        assertEquals(
                List.of(),
                cover(program, new OptimalDpor(), Long.MAX_VALUE).delays().never());
    }

    private static Frontier everything() {
        return TreeSearch.plain(new Dependence(), Measure.NONE, 0);
    }

    private static OrderCoverage cover(Program program, Frontier frontier, long executions) {
        OrderCoverage coverage = new OrderCoverage();
        Oracle.explore(new SimulatedTarget(program, Oracle.MEMORY, 1), frontier, executions, execution -> {
            if (execution.outcome().isComplete()) {
                coverage.learn(withPlaces(execution));
            }
        });
        return coverage;
    }

    /** Each thread's n-th operation has a place of its own. */
    private static Execution withPlaces(Execution execution) {
        Map<Integer, Integer> done = new HashMap<>();
        List<Event> events = execution.events().stream()
                .map(event -> at(event, 1_000L * (event.thread() + 1) + done.merge(event.thread(), 1, Integer::sum)))
                .toList();
        return execution.withEvents(events);
    }

    private static Event at(Event event, long site) {
        Operation operation = event.operation();
        return new Event(
                event.thread(),
                new Operation(
                        operation.kind(),
                        operation.object(),
                        operation.object2(),
                        operation.argument(),
                        operation.order(),
                        site),
                event.alternative(),
                event.result(),
                event.value());
    }
}
