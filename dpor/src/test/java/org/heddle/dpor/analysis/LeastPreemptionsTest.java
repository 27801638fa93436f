package org.heddle.dpor.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.junit.jupiter.api.Test;

/** The cost of classes of random accesses, against the least cost of all orders of their class. */
class LeastPreemptionsTest {
    private static final int SEQUENCES = 500;

    private final Random random = new Random(18);
    private final LeastPreemptions costs = new LeastPreemptions(new Dependence());

    @Test
    void costIsTheLeastOfAllOrdersOfTheClass() {
        int[] seen = new int[8];
        for (int n = 0; n < SEQUENCES; n++) {
            List<Event> events = sequence(2 + n % 2);
            int least = least(events, new ArrayList<>(), 0);
            assertEquals(least, costs.of(events.toArray(new Event[0])), events::toString);
            seen[least]++;
        }
        assertTrue(seen[0] > 0 && seen[1] > 0 && seen[2] > 0 && seen[3] > 0, "costs of 0 to 3 are among them");
    }

    @Test
    void costOfOperationsOnChannels_isTheLeastOfAllOrdersOfTheClass() {
        int[] seen = new int[8];
        for (int n = 0; n < SEQUENCES; n++) {
            List<Event> events = onChannels(2 + n % 2);
            int least = least(events, new ArrayList<>(), 0);
            assertEquals(least, costs.of(events.toArray(new Event[0])), events::toString);
            seen[least]++;
        }
        assertTrue(seen[0] > 0 && seen[1] > 0 && seen[2] > 0, "costs of 0 to 2 are among them");
    }

    @Test
    void queueIsAsJavas() {
        IntDeque queue = new IntDeque();
        ArrayDeque<Integer> expected = new ArrayDeque<>();
        for (int n = 0; n < 100_000; n++) {
            boolean grows = n / 1_000 % 2 == 0; // by turns to a thousand and back
            int choice = random.nextInt(3);
            if (choice > 0 && !grows) {
                assertEquals(expected.isEmpty(), queue.isEmpty());
                if (!queue.isEmpty()) {
                    assertEquals(expected.removeFirst(), queue.removeFirst());
                }
            } else if (choice == 0) {
                expected.addFirst(n);
                queue.addFirst(n);
            } else {
                expected.addLast(n);
                queue.addLast(n);
            }
        }
        queue.clear();
        assertTrue(queue.isEmpty());
    }

    /** Of two threads with four events, or three with two. */
    private List<Event> sequence(int threads) {
        int each = threads == 2 ? 4 : 2;
        int[] left = new int[threads];
        Arrays.fill(left, each);
        long[] memory = new long[2];
        List<Event> events = new ArrayList<>();
        while (events.size() < threads * each) {
            int thread = random.nextInt(threads);
            if (left[thread]-- > 0) {
                events.add(event(thread, memory, events.size() + 1L));
            }
        }
        return events;
    }

    private Event event(int thread, long[] memory, long value) {
        int at = random.nextInt(2);
        return switch (random.nextInt(5)) {
            case 0 -> new Event(thread, operation(OperationKind.YIELD, 0, value), Event.NO_ALTERNATIVE, 0, 0);
            case 1, 2 -> new Event(
                    thread, operation(OperationKind.ATOMIC_LOAD, at, value), Event.NO_ALTERNATIVE, memory[at], 0);
            default -> {
                long before = memory[at];
                memory[at] = value;
                yield new Event(
                        thread, operation(OperationKind.ATOMIC_STORE, at, value), Event.NO_ALTERNATIVE, before, value);
            }
        };
    }

    /** Reads and writes of two channels of one place each, where each is ready. */
    private List<Event> onChannels(int threads) {
        List<Event> events = new ArrayList<>();
        while (events.size() < 3 * threads) {
            int thread = random.nextInt(threads);
            long channel = random.nextInt(2);
            boolean reads = random.nextBoolean();
            Event event = new Event(
                    thread,
                    new Operation(
                            reads ? OperationKind.CHANNEL_READ : OperationKind.CHANNEL_WRITE,
                            channel,
                            (reads ? 1L : 2L) << (2 * channel),
                            0,
                            MemoryOrder.SEQ_CST,
                            events.size() + 1),
                    Event.NO_ALTERNATIVE,
                    0,
                    events.stream().noneMatch(earlier -> earlier.operation().object() == channel)
                            ? (reads ? 1L : 2L) << (2 * channel)
                            : 3L << (2 * channel));
            if (isEnabled(event, events)) {
                events.add(event);
            }
        }
        return events;
    }

    /** A channel that nobody has used is ready for both; one that was read is empty, one that was written to is full. */
    private static boolean isEnabled(Event event, List<Event> done) {
        if (!event.canBlock()) {
            return true;
        }
        OperationKind last = done.stream()
                .map(Event::operation)
                .filter(operation -> operation.object() == event.operation().object())
                .reduce((earlier, later) -> later)
                .map(Operation::kind)
                .orElse(null);
        return last == null || event.operation().kind() != last;
    }

    private static Operation operation(OperationKind kind, int at, long site) {
        boolean isYield = kind == OperationKind.YIELD;
        return new Operation(kind, isYield ? 0 : 4096 + 64L * at, 0, isYield ? 0 : 8, MemoryOrder.SEQ_CST, site);
    }

    /** The least cost of the orders that go on from these events, which cost so much. */
    private static int least(List<Event> events, List<Event> done, int cost) {
        if (done.size() == events.size()) {
            return cost;
        }
        int least = Integer.MAX_VALUE;
        for (Event next : events) {
            if (!done.contains(next) && isReady(events, done, next)) {
                done.add(next);
                least = Math.min(least, least(events, done, cost + (preempts(events, done) ? 1 : 0)));
                done.remove(done.size() - 1);
            }
        }
        return least;
    }

    private static boolean isReady(List<Event> events, List<Event> done, Event next) {
        for (Event earlier : events) {
            if (earlier.equals(next)) {
                return true;
            }
            if (!done.contains(earlier) && areOrdered(earlier, next)) {
                return false;
            }
        }
        throw new IllegalStateException("an event is missing");
    }

    private static boolean areOrdered(Event a, Event b) {
        boolean isApart = a.operation().object() != b.operation().object() || isYield(a) || isYield(b);
        boolean areReads = a.operation().kind() == OperationKind.ATOMIC_LOAD
                && b.operation().kind() == OperationKind.ATOMIC_LOAD;
        return a.thread() == b.thread() || (!isApart && !areReads);
    }

    /** Whether the last event done comes where the thread before it has another one, which is no yield. */
    private static boolean preempts(List<Event> events, List<Event> done) {
        if (done.size() < 2) {
            return false;
        }
        int before = done.get(done.size() - 2).thread();
        return before != done.get(done.size() - 1).thread()
                && events.stream()
                        .filter(event -> event.thread() == before && !done.contains(event))
                        .findFirst()
                        .filter(event -> !isYield(event) && isEnabled(event, done.subList(0, done.size() - 1)))
                        .isPresent();
    }

    private static boolean isYield(Event event) {
        return event.operation().kind() == OperationKind.YIELD;
    }
}
