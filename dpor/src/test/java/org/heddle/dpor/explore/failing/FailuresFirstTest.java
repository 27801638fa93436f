package org.heddle.dpor.explore.failing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Execution.Course;
import org.heddle.dpor.model.execution.Execution.End;
import org.heddle.dpor.model.execution.Execution.Seen;
import org.heddle.dpor.model.execution.Outcome;
import org.junit.jupiter.api.Test;

/** Beside a search a call fails at each place, in each way, a few times. */
final class FailuresFirstTest {
    private static final int LOCK = 50;

    /** A search of so many executions, which all begin anew. */
    private static final class Search implements Frontier {
        private int left;
        private int explored;

        Search(int executions) {
            left = executions;
        }

        @Override
        public WorkItem poll() {
            return left == explored ? null : new Item();
        }

        @Override
        public Divergence explored(WorkItem item, Execution execution) {
            explored++;
            return null;
        }

        @Override
        public void abandon(WorkItem item) {
            explored++;
        }

        @Override
        public long open() {
            return (long) left - explored;
        }
    }

    private record Item() implements WorkItem {
        @Override
        public List<Step> prefix() {
            return List.of();
        }

        @Override
        public List<Event> sleep() {
            return List.of();
        }
    }

    private static Event call(int site, int ways, int alternative) {
        Operation operation =
                new Operation(OperationKind.CHOOSE, 12, OperationKind.FAILS, ways + 1L, MemoryOrder.SEQ_CST, site);
        return new Event(1, operation, alternative, 0, 0);
    }

    private static Event lock(int site) {
        return new Event(
                1,
                new Operation(OperationKind.MUTEX_LOCK, 99, 0, 0, MemoryOrder.SEQ_CST, site),
                Event.NO_ALTERNATIVE,
                0,
                0);
    }

    private static Execution execution(Event... events) {
        return Execution.of(new Course(List.of(events), List.of(), List.of()), End.of(Outcome.EXITED), Seen.NOTHING);
    }

    /** All extra executions that come of this one. */
    private static List<List<Step>> failing(Execution execution) {
        FailuresFirst first = new FailuresFirst(new Search(1_000));
        first.explored(search(first), execution);
        List<List<Step>> prefixes = new ArrayList<>();
        for (int polls = 0; polls < 100; polls++) {
            WorkItem item = first.poll();
            if (item.isExtra()) {
                prefixes.add(item.prefix());
            }
        }
        return prefixes;
    }

    private static WorkItem search(Frontier frontier) {
        WorkItem item = frontier.poll();
        assertFalse(item.isExtra());
        return item;
    }

    @Test
    void eachWayOfEachCall_isTried_withWhatCameBefore() {
        Event lock = lock(LOCK);
        Event first = call(7, 1, 0);
        List<List<Step>> prefixes = failing(execution(first, lock, call(8, 2, 0)));
        Step fails = new Step(1, 1, OperationKind.CHOOSE, 12);
        Step failsOtherwise = new Step(1, 2, OperationKind.CHOOSE, 12);
        assertEquals(
                List.of(
                        List.of(fails),
                        List.of(Step.of(first), Step.of(lock), fails),
                        List.of(Step.of(first), Step.of(lock), failsOtherwise)),
                prefixes);
    }

    @Test
    void ofManyCallsAtOnePlace_aFewFailAtOnce_theOthersBehindThoseAtOtherPlaces_eachOnce() {
        Event[] calls = new Event[42];
        for (int i = 0; i < calls.length; i += 2) {
            calls[i] = lock(LOCK);
            calls[i + 1] = call(i < 40 ? 7 : 8, 1, 0);
        }
        List<Integer> sizes = failing(execution(calls)).stream().map(List::size).toList();
        assertEquals(List.of(2, 4, 6, 42), sizes.subList(0, FailuresFirst.AT_EACH + 1));
        assertEquals(
                IntStream.rangeClosed(4, 20).mapToObj(call -> 2 * call).toList(),
                sizes.subList(FailuresFirst.AT_EACH + 1, sizes.size()));
    }

    @Test
    void aCallThatHasFailed_doesNotFailAgain_whenAnotherExecutionMakesIt() {
        FailuresFirst first = new FailuresFirst(new Search(1_000));
        Event[] calls = new Event[12];
        for (int i = 0; i < calls.length; i += 2) {
            calls[i] = lock(LOCK);
            calls[i + 1] = call(7, 1, 0);
        }
        first.explored(search(first), execution(calls));
        long before = first.open();
        assertTrue(first.poll().isExtra());
        first.explored(search(first), execution(calls));
        assertEquals(before - 1, first.open());
    }

    @Test
    void aFunctionThatCallsForOthers_isTriedBehindEach() {
        Event[] calls = new Event[40];
        for (int i = 0; i < calls.length; i += 2) {
            calls[i] = lock(LOCK + i);
            calls[i + 1] = call(7, 1, 0);
        }
        assertEquals(calls.length / 2, failing(execution(calls)).size());
    }

    @Test
    void whatComesBehindAFailedCall_isTriedToo() {
        FailuresFirst first = new FailuresFirst(new Search(10));
        first.explored(search(first), execution(call(7, 1, 0)));
        WorkItem failing = first.poll();
        first.explored(failing, execution(call(7, 1, 1), call(9, 1, 0)));
        search(first);
        assertEquals(2, first.poll().prefix().size());
    }

    @Test
    void anExecutionOfTheSearchAndOneThatFails_comeByTurns_andNothingIsLeftWhenTheSearchEnds() {
        Search search = new Search(2);
        FailuresFirst first = new FailuresFirst(search);
        first.explored(search(first), execution(call(7, 1, 0), lock(LOCK), call(8, 1, 0)));
        WorkItem failing = first.poll();
        assertTrue(failing.isExtra());
        first.explored(search(first), execution());
        assertEquals(1, first.open(), "the one that is out");
        first.abandon(failing);
        assertNull(first.poll());
        assertEquals(0, first.open());
    }
}
