package org.heddle.dpor.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Execution.Course;
import org.heddle.dpor.model.execution.Execution.End;
import org.heddle.dpor.model.execution.Execution.Seen;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.junit.jupiter.api.Test;

/**
 * Whether serial histories explain another one, against a search of all orders of its calls on a queue (Wing and Gong's algorithm, without
 * its cache).
 */
final class SerialHistoriesTest {
    private static final long DEQ = 1000;
    private static final long EMPTY = 2000;
    private static final long DONE = 3000;

    /** What each thread calls, in order: enq of a number below {@link #DEQ}, or deq. */
    private record Client(List<List<Long>> threads) {
        static Client drawn(Random random) {
            List<List<Long>> threads = new ArrayList<>();
            int value = 1;
            for (int thread = 0; thread < 2 + random.nextInt(2); thread++) {
                List<Long> calls = new ArrayList<>();
                for (int k = 0; k < 1 + random.nextInt(2); k++) {
                    calls.add(random.nextBoolean() ? value++ : DEQ);
                }
                threads.add(calls);
            }
            return new Client(threads);
        }
    }

    private static long apply(Deque<Long> queue, long call) {
        if (call != DEQ) {
            queue.addLast(call);
            return DONE;
        }
        return queue.isEmpty() ? EMPTY : queue.removeFirst();
    }

    /** All orders of the calls, one at a time. */
    private static void serialise(
            Client client, int[] at, List<Event> events, Deque<Long> queue, Consumer<List<Event>> sink) {
        boolean isOver = true;
        for (int thread = 0; thread < at.length; thread++) {
            if (at[thread] < client.threads.get(thread).size()) {
                isOver = false;
                Deque<Long> next = new ArrayDeque<>(queue);
                long call = client.threads.get(thread).get(at[thread]);
                List<Event> more = new ArrayList<>(events);
                more.add(event(thread, OperationKind.SECTION_BEGIN, call));
                more.add(event(thread, OperationKind.SECTION_END, apply(next, call)));
                int[] further = at.clone();
                further[thread]++;
                serialise(client, further, more, next, sink);
            }
        }
        if (isOver) {
            sink.accept(events);
        }
    }

    private static Event event(int thread, OperationKind kind, long said) {
        Operation operation = new Operation(kind, 0, 0, said, MemoryOrder.SEQ_CST, 0);
        return new Event(thread, operation, Event.NO_ALTERNATIVE, 0, 0);
    }

    private static SerialHistories serial(Client client) {
        return serial(client, Consistency.LINEARIZABILITY);
    }

    private static SerialHistories serial(Client client, Consistency consistency) {
        SerialHistories serial = new SerialHistories(consistency);
        serial.begin();
        serialise(
                client,
                new int[client.threads.size()],
                List.of(),
                new ArrayDeque<>(),
                events -> serial.add(
                        Execution.of(new Course(events, List.of(), List.of()), End.of(Outcome.EXITED), Seen.NOTHING)));
        serial.complete();
        return serial;
    }

    /** Calls that overlap at random, with the results of a queue, some of them changed; the last of a thread may not end. */
    private static List<Event> overlapping(Client client, Random random) {
        List<Event> events = new ArrayList<>();
        int count = client.threads.size();
        int[] at = new int[count];
        int[] phase = new int[count]; // 0 outside, 1 begun, 2 has taken effect
        long[] result = new long[count];
        Deque<Long> queue = new ArrayDeque<>();
        boolean leavesPending = random.nextInt(4) == 0;
        while (true) {
            List<Integer> live = new ArrayList<>();
            for (int thread = 0; thread < count; thread++) {
                if (at[thread] < client.threads.get(thread).size()) {
                    live.add(thread);
                }
            }
            if (live.isEmpty() || (leavesPending && random.nextInt(12) == 0)) {
                return events;
            }
            int thread = live.get(random.nextInt(live.size()));
            long call = client.threads.get(thread).get(at[thread]);
            switch (phase[thread]++) {
                case 0 -> events.add(event(thread, OperationKind.INVOCATION, call));
                case 1 -> result[thread] = apply(queue, call);
                default -> {
                    boolean changes = call == DEQ && random.nextInt(4) == 0;
                    long told = changes ? random.nextBoolean() ? EMPTY : 1 + random.nextInt(3) : result[thread];
                    events.add(event(thread, OperationKind.RESPONSE, told));
                    phase[thread] = 0;
                    at[thread]++;
                }
            }
        }
    }

    /** Whether some order of the calls gives their results; a pending one takes effect or not. */
    private static boolean isLinearizable(List<Call> calls, boolean[] taken, Deque<Long> queue) {
        return isExplained(calls, taken, queue, Call::isBefore);
    }

    /** The same, where one call has to come before another one only if that is so. */
    private static boolean isExplained(
            List<Call> calls, boolean[] taken, Deque<Long> queue, BiPredicate<Call, Call> isBefore) {
        boolean isOver = true;
        for (int k = 0; k < calls.size(); k++) {
            isOver &= taken[k] || calls.get(k).isPending();
        }
        if (isOver) {
            return true;
        }
        for (int k = 0; k < calls.size(); k++) {
            Call call = calls.get(k);
            boolean isNext = !taken[k];
            for (int other = 0; other < calls.size(); other++) {
                isNext &= taken[other] || !isBefore.test(calls.get(other), call);
            }
            if (!isNext) {
                continue;
            }
            Deque<Long> next = new ArrayDeque<>(queue);
            long result = apply(next, call.invocation());
            boolean[] more = Arrays.copyOf(taken, taken.length);
            more[k] = true;
            if ((call.isPending() || result == call.response()) && isExplained(calls, more, next, isBefore)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void randomHistoriesOfAQueue_areExplained_ifAndOnlyIfTheyAreLinearizable() {
        int explained = 0;
        int wrong = 0;
        for (long seed = 1; seed <= 400; seed++) {
            Random random = new Random(seed);
            Client client = Client.drawn(random);
            SerialHistories serial = serial(client);
            for (int k = 0; k < 20; k++) {
                List<Event> events = overlapping(client, random);
                for (History history : Histories.of(events, CallOrder.OF_TIME)) {
                    boolean expected = isLinearizable(
                            history.calls(), new boolean[history.calls().size()], new ArrayDeque<>());
                    assertEquals(expected, serial.explains(history), "seed " + seed + ": " + history);
                    explained += expected ? 1 : 0;
                    wrong += expected ? 0 : 1;
                }
            }
        }
        assertTrue(explained > 1000 && wrong > 1000, explained + " and " + wrong);
    }

    /** Of which some are not linearizable, and some are neither. */
    @Test
    void randomHistoriesOfAQueue_areExplainedInTheOrderOfThreads_ifAndOnlyIfTheyAreSequentiallyConsistent() {
        int explained = 0;
        int wrong = 0;
        int notLinearizable = 0;
        for (long seed = 1; seed <= 400; seed++) {
            Random random = new Random(seed);
            Client client = Client.drawn(random);
            SerialHistories serial = serial(client, Consistency.SEQUENTIAL);
            for (int k = 0; k < 20; k++) {
                for (History history : Histories.of(overlapping(client, random), CallOrder.OF_TIME)) {
                    List<Call> calls = history.calls();
                    boolean expected = isExplained(
                            calls,
                            new boolean[calls.size()],
                            new ArrayDeque<>(),
                            (one, other) -> one.thread() == other.thread() && one.begin() < other.begin());
                    assertEquals(expected, serial.explains(history), "seed " + seed + ": " + history);
                    explained += expected ? 1 : 0;
                    wrong += expected ? 0 : 1;
                    boolean differs = expected && !isLinearizable(calls, new boolean[calls.size()], new ArrayDeque<>());
                    notLinearizable += differs ? 1 : 0;
                }
            }
        }
        assertTrue(
                explained > 1000 && wrong > 300 && notLinearizable > 100,
                explained + ", " + wrong + " and " + notLinearizable);
    }

    /** All orders of the calls of a queue whose deq waits while it is empty: each ends where all calls have, or one waits. */
    private static void serialiseWaiting(
            Client client, int[] at, List<Event> events, Deque<Long> queue, SerialHistories serial) {
        boolean isOver = true;
        for (int thread = 0; thread < at.length; thread++) {
            if (at[thread] == client.threads.get(thread).size()) {
                continue;
            }
            isOver = false;
            long call = client.threads.get(thread).get(at[thread]);
            List<Event> more = new ArrayList<>(events);
            more.add(event(thread, OperationKind.SECTION_BEGIN, call));
            if (call == DEQ && queue.isEmpty()) {
                serial.add(stuck(more, Outcome.ASSUMPTION, List.of(thread)));
                continue;
            }
            Deque<Long> next = new ArrayDeque<>(queue);
            more.add(event(thread, OperationKind.SECTION_END, apply(next, call)));
            int[] further = at.clone();
            further[thread]++;
            serialiseWaiting(client, further, more, next, serial);
        }
        if (isOver) {
            serial.add(Execution.of(new Course(events, List.of(), List.of()), End.of(Outcome.EXITED), Seen.NOTHING));
        }
    }

    /** An execution at whose end calls of these threads wait. */
    private static Execution stuck(List<Event> events, Outcome outcome, List<Integer> waiting) {
        List<Note> notes = waiting.stream()
                .map(thread -> new Note(Note.Kind.CALL_WAITS, thread, events.size(), thread, 0, 0, 0, ""))
                .toList();
        return Execution.of(new Course(events, List.of(), List.of()), End.of(outcome), Seen.of(notes));
    }

    /** Whether an order of the calls, which have all ended, gives their results and leaves the queue empty. */
    private static boolean leavesNothing(List<Call> calls, boolean[] taken, Deque<Long> queue) {
        boolean isOver = true;
        for (int k = 0; k < calls.size(); k++) {
            isOver &= taken[k];
            boolean isNext = !taken[k];
            for (int other = 0; other < calls.size(); other++) {
                isNext &= taken[other] || !calls.get(other).isBefore(calls.get(k));
            }
            Deque<Long> next = new ArrayDeque<>(queue);
            boolean[] more = Arrays.copyOf(taken, taken.length);
            more[k] = true;
            if (isNext
                    && calls.get(k).response() != EMPTY
                    && apply(next, calls.get(k).invocation()) == calls.get(k).response()
                    && leavesNothing(calls, more, next)) {
                return true;
            }
        }
        return isOver && queue.isEmpty();
    }

    @Test
    void waitsInRandomHistoriesOfAQueue_areExplained_ifAndOnlyIfTheyAreLinearizable() {
        int explained = 0;
        int wrong = 0;
        for (long seed = 1; seed <= 600; seed++) {
            Random random = new Random(seed);
            Client client = Client.drawn(random);
            SerialHistories serial = new SerialHistories(Consistency.LINEARIZABILITY);
            serial.begin();
            serialiseWaiting(client, new int[client.threads.size()], List.of(), new ArrayDeque<>(), serial);
            serial.complete();
            for (int k = 0; k < 40; k++) {
                for (History history : Histories.of(overlapping(client, random), CallOrder.OF_TIME)) {
                    List<Call> ended = history.ended().calls();
                    for (Call waiting : history.calls()) {
                        if (!waiting.isPending() || waiting.invocation() != DEQ) {
                            continue;
                        }
                        boolean expected = leavesNothing(ended, new boolean[ended.size()], new ArrayDeque<>());
                        assertEquals(expected, serial.explainsWait(history, waiting), "seed " + seed + ": " + history);
                        explained += expected ? 1 : 0;
                        wrong += expected ? 0 : 1;
                    }
                }
            }
        }
        assertTrue(explained > 300 && wrong > 300, explained + " and " + wrong);
    }

    @Test
    void ordersThatEndWithACallThatWaits_areCountedByIt() {
        SerialHistories serial = new SerialHistories(Consistency.LINEARIZABILITY);
        serial.begin();
        Client client = new Client(List.of(List.of(DEQ), List.of(DEQ), List.of(7L)));
        serialiseWaiting(client, new int[3], List.of(), new ArrayDeque<>(), serial);
        assertEquals(4, serial.countStuck(), "each deq at once, each after the other one has taken what there was");
        assertEquals(4, serial.count());
    }

    @Test
    void theNearestOrder_agreesLongest() {
        Client client = new Client(List.of(List.of(1L), List.of(DEQ)));
        SerialHistories serial = serial(client);
        List<Event> events = List.of(
                event(0, OperationKind.INVOCATION, 1),
                event(0, OperationKind.RESPONSE, DONE),
                event(1, OperationKind.INVOCATION, DEQ),
                event(1, OperationKind.RESPONSE, EMPTY));
        History history = Histories.of(events, CallOrder.OF_TIME).get(0);
        assertFalse(serial.explains(history));
        assertEquals(0, serial.nearest(history).get(0).thread());
        assertEquals(2, serial.count());
    }

    @Test
    void histories_inWhichAnotherCallEndsFirst_haveTwoDigests() {
        List<Event> begun = List.of(event(0, OperationKind.INVOCATION, 1), event(1, OperationKind.INVOCATION, 2));
        Event one = event(0, OperationKind.RESPONSE, DONE);
        Event other = event(1, OperationKind.RESPONSE, DONE);
        List<Event> third = List.of(event(2, OperationKind.INVOCATION, DEQ), event(2, OperationKind.RESPONSE, 1));
        List<Event> first = new ArrayList<>(begun);
        first.addAll(List.of(one, third.get(0), other, third.get(1)));
        List<Event> second = new ArrayList<>(begun);
        second.addAll(List.of(other, third.get(0), one, third.get(1)));
        assertTrue(Histories.of(first, CallOrder.OF_TIME).get(0).digest()
                != Histories.of(second, CallOrder.OF_TIME).get(0).digest());
    }

    @Test
    void histories_thatDifferInTimeAlone_haveTwoDigests() {
        List<Event> apart = List.of(
                event(0, OperationKind.INVOCATION, 1),
                event(0, OperationKind.RESPONSE, DONE),
                event(1, OperationKind.INVOCATION, 2),
                event(1, OperationKind.RESPONSE, DONE));
        List<Event> overlapping = List.of(apart.get(0), apart.get(2), apart.get(1), apart.get(3));
        List<Event> alsoOverlapping = List.of(apart.get(2), apart.get(0), apart.get(3), apart.get(1));
        long first = Histories.of(apart, CallOrder.OF_TIME).get(0).digest();
        long second = Histories.of(overlapping, CallOrder.OF_TIME).get(0).digest();
        assertTrue(first != second);
        assertEquals(
                second, Histories.of(alsoOverlapping, CallOrder.OF_TIME).get(0).digest());
    }
}
