package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

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
        private final Map<List<Object>, Integer> open = new LinkedHashMap<>();
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
                state.execute(step, event);
                change(step, now(step + 1));
            }
            change(events.size(), List.of());
            spans.sort((a, b) -> Integer.compare(a.from(), b.from()));
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

        /** The spans that are open before the event with this number. */
        private List<List<Object>> now(int depth) {
            List<List<Object>> now = new ArrayList<>();
            for (int thread = 0; thread < decisions.threads(); thread++) {
                int id = decisions.id(thread);
                for (Finding.HeldLock lock : state.heldBy(id)) {
                    now.add(List.of(SpanType.HOLDS, id, lock.mutex(), lock.step()));
                }
                int next = decisions.next(thread, depth);
                boolean begun = next != Decisions.NONE && decisions.previous(next) != Decisions.NONE;
                if (begun && !decisions.isEnabled(next, depth)) {
                    Operation operation = decisions.event(next).operation();
                    boolean waits = operation.kind() == OperationKind.COND_WAKE && state.isWaiting(id);
                    long object = waits ? operation.object() : operation.lock();
                    now.add(List.of(waits ? SpanType.WAITS : SpanType.BLOCKED, id, object, decisions.previous(next)));
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
