package org.heddle.dpor.detect.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;

/**
 * What a picture of an execution needs besides its events: for how long which thread held, waited or was kept waiting, and which
 * event let another thread go on.
 *
 * @param spans in the order in which they began
 * @param links in the order of the later event
 * @param waitsFor at the end, the thread that keeps a thread from its next operation: who holds the lock, say; by thread
 */
public record Timeline(List<Span> spans, List<Link> links, Map<Integer, Integer> waitsFor) {
    /** What a span says of its thread. */
    public enum SpanType {
        /** It holds the object, a lock. */
        HOLDS,
        /** It waits on the object, a condition variable, and has not been woken. */
        WAITS,
        /** It cannot execute its next operation, which is on the object. */
        BLOCKED
    }

    /** What a link says of its two events. */
    public enum LinkType {
        /** The first, a signal or broadcast, woke the second. */
        WAKES,
        /** The first created the thread of the second. */
        CREATES,
        /** The second joined the thread that ended with the first. */
        ENDS
    }

    /**
     * A span of time.
     *
     * @param type what it says
     * @param thread the thread
     * @param object the object, or the other thread where a join is blocked
     * @param from the step after which it begins
     * @param to the step that ends it; the number of events where it lasts to the end
     */
    public record Span(SpanType type, int thread, long object, int from, int to) {}

    /** Two events of which the first let the second happen, by their steps. */
    public record Link(LinkType type, int from, int to) {}

    /** The timeline of an execution. */
    public static Timeline of(Execution execution) {
        return new Walk(execution).toEnd();
    }

    private static final class Walk {
        private final List<Event> events;
        private final Decisions decisions = new Decisions(new Dependence());
        private final SyncState state = new SyncState();
        private final Concerned concerned = new Concerned();
        private final Map<LockHolders.Held, Integer> holds = new LinkedHashMap<>();
        private final Map<Integer, Opened> stands = new TreeMap<>();
        private final Map<Integer, Integer> wokenBy = new HashMap<>();
        private final Map<Integer, Integer> createdBy = new HashMap<>();
        private final Map<Integer, Integer> exits = new HashMap<>();
        private final List<Span> spans = new ArrayList<>();
        private final List<Link> links = new ArrayList<>();

        Walk(Execution execution) {
            events = execution.events();
            decisions.load(events.toArray(new Event[0]), execution);
        }

        Timeline toEnd() {
            for (int step = 0; step < events.size(); step++) {
                Event event = events.get(step);
                link(step, event);
                Set<Integer> threads = new TreeSet<>(concerned.by(event));
                change(step, state.executed(step, event));
                int executed = decisions.thread(step);
                int next = decisions.next(executed, step + 1);
                concerned.awaits(
                        executed,
                        next == Decisions.NONE ? null : decisions.event(next).operation());
                threads.add(executed);
                for (int thread : threads) {
                    change(thread, step, now(thread, step + 1));
                }
            }
            change(events.size(), new LockHolders.Change(List.of(), List.copyOf(holds.keySet())));
            for (int thread : List.copyOf(stands.keySet())) {
                change(thread, events.size(), null);
            }
            spans.sort(Comparator.comparingInt(Span::from)
                    .thenComparingInt(Span::thread)
                    .thenComparing(Span::type)
                    .thenComparingLong(Span::object));
            return new Timeline(List.copyOf(spans), List.copyOf(links), waitsFor());
        }

        private Map<Integer, Integer> waitsFor() {
            Map<Integer, Integer> all = new HashMap<>();
            for (int thread = 0; thread < decisions.threads(); thread++) {
                int next = decisions.next(thread, events.size());
                int id = decisions.id(thread);
                boolean isBlocked = next != Decisions.NONE && !decisions.isEnabled(next, events.size());
                int other = isBlocked ? state.waitsFor(id, decisions.event(next).operation()) : -1;
                if (other >= 0) {
                    all.put(id, other);
                }
            }
            return Map.copyOf(all);
        }

        private void link(int step, Event event) {
            int object = (int) event.operation().object();
            switch (event.operation().kind()) {
                case THREAD_CREATE -> createdBy.put(object, step);
                case THREAD_START -> link(LinkType.CREATES, createdBy.get(event.thread()), step);
                case THREAD_EXIT -> exits.put(event.thread(), step);
                case THREAD_JOIN -> link(LinkType.ENDS, exits.get(object), step);
                case COND_SIGNAL -> wokenBy.put(event.alternative(), step);
                case COND_BROADCAST -> IntStream.range(0, decisions.threads())
                        .map(decisions::id)
                        .filter(thread ->
                                state.isWaitingOn(thread, event.operation().object()))
                        .forEach(thread -> wokenBy.put(thread, step));
                case COND_WAKE -> link(LinkType.WAKES, wokenBy.remove(event.thread()), step);
                default -> {}
            }
        }

        private void link(LinkType type, Integer from, int to) {
            if (from != null) {
                links.add(new Link(type, from, to));
            }
        }

        private void change(int step, LockHolders.Change change) {
            change.begun().forEach(held -> holds.put(held, step));
            for (LockHolders.Held held : change.ended()) {
                spans.add(new Span(SpanType.HOLDS, held.thread(), held.lock().mutex(), holds.remove(held), step));
            }
        }

        /** Why the thread stands still before the event with this number, null if it does not. */
        private Opened now(int thread, int depth) {
            int id = decisions.id(thread);
            int next = decisions.next(thread, depth);
            boolean begun = next != Decisions.NONE && decisions.previous(next) != Decisions.NONE;
            if (!begun || decisions.isEnabled(next, depth)) {
                return null;
            }
            Operation operation = decisions.event(next).operation();
            boolean waits = operation.kind() == OperationKind.COND_WAKE && state.isWaiting(id);
            long object = waits ? operation.object() : operation.lock();
            return new Opened(waits ? SpanType.WAITS : SpanType.BLOCKED, object, decisions.previous(next), depth - 1);
        }

        private void change(int thread, int step, Opened now) {
            Opened before = stands.get(thread);
            if (before != null && now != null && before.isSame(now)) {
                return;
            }
            if (before != null) {
                spans.add(new Span(before.type, decisions.id(thread), before.object, before.from, step));
            }
            if (now == null) {
                stands.remove(thread);
            } else {
                stands.put(thread, now);
            }
        }
    }

    /**
     * A thread that stands still.
     *
     * @param cause the step of its thread that led to it
     * @param from the step after which it begins
     */
    private record Opened(SpanType type, long object, int cause, int from) {
        boolean isSame(Opened other) {
            return type == other.type && object == other.object && cause == other.cause;
        }
    }

    /** Whose next operation an event may let run or keep from running: of long executions with many threads, few at a time. */
    private static final class Concerned {
        private final Map<Long, Set<Integer>> byObject = new HashMap<>();
        private final Set<Integer> byMemory = new HashSet<>();
        private final Set<Integer> byAnything = new HashSet<>();
        private final Map<Integer, Operation> nextOf = new HashMap<>();

        /** What the thread does next, null if nothing. */
        void awaits(int thread, Operation next) {
            Operation before = next == null ? nextOf.remove(thread) : nextOf.put(thread, next);
            if (before != null) {
                sets(before).forEach(set -> set.remove(thread));
            }
            if (next != null && next.kind().canBlock()) {
                sets(next).forEach(set -> set.add(thread));
            }
        }

        Set<Integer> by(Event event) {
            Set<Integer> threads = new HashSet<>(byAnything);
            threads.addAll(byObject.getOrDefault(event.operation().object(), Set.of()));
            threads.addAll(byObject.getOrDefault(event.operation().lock(), Set.of()));
            if (ObjectFamily.of(event.operation()) == ObjectFamily.MEMORY) {
                threads.addAll(byMemory);
            }
            return threads;
        }

        private List<Set<Integer>> sets(Operation next) {
            if (next.kind() == OperationKind.AWAIT) {
                return List.of(byMemory);
            }
            boolean isByObject =
                    switch (next.kind().family()) {
                        case MUTEX, SPINLOCK, RWLOCK, CONDITION, SEMAPHORE, BARRIER, ONCE -> next.interruptedBy() == 0;
                        default -> false;
                    };
            return isByObject ? List.of(threads(next.object()), threads(next.lock())) : List.of(byAnything);
        }

        private Set<Integer> threads(long object) {
            return byObject.computeIfAbsent(object, address -> new HashSet<>());
        }
    }
}
