package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.PendingOperation;

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
        private final Map<Integer, List<Operation>> upcoming = new HashMap<>();
        private final Map<Integer, Integer> done = new HashMap<>();
        private final SyncState state;
        private final Map<List<Object>, Integer> open = new LinkedHashMap<>();
        private final Map<Integer, Integer> wokenBy = new HashMap<>();
        private final Map<Integer, Integer> createdBy = new HashMap<>();
        private final Map<Integer, Integer> exits = new HashMap<>();
        private final List<Span> spans = new ArrayList<>();
        private final List<Link> links = new ArrayList<>();

        Walk(Execution execution) {
            events = execution.events();
            state = new SyncState(execution);
            events.forEach(event -> add(event.thread(), event.operation()));
            for (PendingOperation pending : execution.pending()) {
                add(pending.thread(), pending.operation());
            }
        }

        private void add(int thread, Operation operation) {
            upcoming.computeIfAbsent(thread, id -> new ArrayList<>()).add(operation);
        }

        Timeline toEnd() {
            for (int step = 0; step < events.size(); step++) {
                Event event = events.get(step);
                link(step, event);
                state.execute(step, event);
                done.merge(event.thread(), 1, Integer::sum);
                change(step, now());
            }
            change(events.size(), List.of());
            spans.sort((a, b) -> Integer.compare(a.from(), b.from()));
            return new Timeline(List.copyOf(spans), List.copyOf(links), waitsFor());
        }

        private Map<Integer, Integer> waitsFor() {
            Map<Integer, Integer> all = new HashMap<>();
            for (int thread : upcoming.keySet()) {
                Operation next = next(thread);
                int other = next == null || state.enables(thread, next) ? -1 : state.waitsFor(thread, next);
                if (other >= 0) {
                    all.put(thread, other);
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
                case COND_BROADCAST -> upcoming.keySet().stream()
                        .filter(thread -> state.isWaiting(thread)
                                && next(thread).object() == event.operation().object())
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

        private Operation next(int thread) {
            List<Operation> all = upcoming.get(thread);
            int at = done.getOrDefault(thread, 0);
            return at < all.size() ? all.get(at) : null;
        }

        /** The spans that are open after a step. */
        private List<List<Object>> now() {
            List<List<Object>> now = new ArrayList<>();
            for (int thread : upcoming.keySet()) {
                for (Finding.HeldLock lock : state.heldBy(thread)) {
                    now.add(List.of(SpanType.HOLDS, thread, lock.mutex(), lock.step()));
                }
                Operation next = next(thread);
                boolean begun = done.containsKey(thread);
                if (next != null && begun && !state.enables(thread, next)) {
                    boolean waits = next.kind() == OperationKind.COND_WAKE && state.isWaiting(thread);
                    boolean reacquires = next.kind() == OperationKind.COND_WAKE && !waits;
                    long object = reacquires ? next.object2() : next.object();
                    now.add(List.of(
                            waits ? SpanType.WAITS : SpanType.BLOCKED, thread, object, done.getOrDefault(thread, 0)));
                }
            }
            return now;
        }

        private void change(int step, List<List<Object>> now) {
            open.entrySet().removeIf(entry -> {
                boolean over = !now.contains(entry.getKey());
                if (over) {
                    List<Object> span = entry.getKey();
                    spans.add(new Span(
                            (SpanType) span.get(0), (int) span.get(1), (long) span.get(2), entry.getValue(), step));
                }
                return over;
            });
            now.forEach(span -> open.putIfAbsent(span, step));
        }
    }
}
