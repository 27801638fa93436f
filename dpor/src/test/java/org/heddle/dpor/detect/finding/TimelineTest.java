package org.heddle.dpor.detect.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.detect.finding.Timeline.Link;
import org.heddle.dpor.detect.finding.Timeline.LinkType;
import org.heddle.dpor.detect.finding.Timeline.Span;
import org.heddle.dpor.detect.finding.Timeline.SpanType;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

final class TimelineTest {
    private static Timeline timeline(Program program, Step... prefix) {
        SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 1);
        target.submit(new Plan(List.of(prefix), List.of(), Plan.Limits.DEFAULT, false));
        return Timeline.of(target.take());
    }

    private static Step lock(int thread, int mutex) {
        return new Step(thread, Event.NO_ALTERNATIVE, OperationKind.MUTEX_LOCK, mutex);
    }

    @Test
    void deadlock_hasLocksHeldToTheEnd_andThreadsBlockedFromWhereTheyRanInto() {
        Timeline timeline =
                timeline(Program.bare(t -> t.lock(1).lock(2), t -> t.lock(2).lock(1)), lock(0, 1), lock(1, 2));
        assertEquals(
                List.of(
                        new Span(SpanType.HOLDS, 0, 1, 0, 2),
                        new Span(SpanType.BLOCKED, 0, 2, 1, 2),
                        new Span(SpanType.BLOCKED, 1, 1, 1, 2),
                        new Span(SpanType.HOLDS, 1, 2, 1, 2)),
                timeline.spans().stream()
                        .sorted((a, b) -> a.thread() != b.thread()
                                ? a.thread() - b.thread()
                                : Long.compare(a.object(), b.object()))
                        .toList());
    }

    @Test
    void deadlock_saysWhoWaitsForWhom() {
        Timeline timeline =
                timeline(Program.bare(t -> t.lock(1).lock(2), t -> t.lock(2).lock(1)), lock(0, 1), lock(1, 2));
        assertEquals(Map.of(0, 1, 1, 0), timeline.waitsFor());
    }

    @Test
    void lockGivenBack_isHeldFromItsAcquireToItsRelease() {
        Timeline timeline =
                timeline(Program.bare(t -> t.write(0, 1).lock(1).write(0, 2).unlock(1)));
        assertEquals(List.of(new Span(SpanType.HOLDS, 0, 1, 1, 3)), timeline.spans());
    }

    /** What looks at all locks of a thread after each of its events takes minutes for these. */
    @Test
    void manyLocksThatNobodyGivesBack_areHeldToTheEnd() {
        int locks = 5_000;
        Timeline timeline = timeline(Program.bare(t -> {
            for (int k = 1; k <= locks; k++) {
                t.lock(k);
            }
        }));
        assertEquals(locks, timeline.spans().size());
        assertTrue(timeline.spans().stream().allMatch(span -> span.to() == locks));
    }

    @Test
    void signal_isLinkedToTheWaitThatItEnds() {
        Timeline timeline = timeline(Program.bare(
                t -> t.lock(1).waitOn(2, 1).unlock(1), t -> t.lock(1).signal(2).unlock(1)));
        assertTrue(timeline.spans().contains(new Span(SpanType.WAITS, 0, 2, 1, 3)), timeline.toString());
        assertTrue(timeline.spans().contains(new Span(SpanType.BLOCKED, 0, 1, 3, 4)), timeline.toString());
        assertEquals(List.of(new Link(LinkType.WAKES, 3, 5)), timeline.links());
    }

    @Test
    void broadcast_isLinkedToAllThatItWakes() {
        Timeline timeline = timeline(Program.bare(
                t -> t.lock(1).waitOn(2, 1).unlock(1),
                t -> t.lock(1).waitOn(2, 1).unlock(1),
                t -> t.broadcast(2)));
        assertEquals(List.of(4, 4), timeline.links().stream().map(Link::from).toList());
    }

    @Test
    void creationAndEnd_areLinkedToStartAndJoin() {
        Timeline timeline = timeline(Program.full(main -> main.create(1).join(1), t -> t.write(0, 1)));
        assertEquals(
                List.of(LinkType.CREATES, LinkType.ENDS),
                timeline.links().stream().map(Link::type).toList());
    }

    /** What is worked out from event to event is what comes of looking at every thread after every event. */
    @Test
    void spansOfRandomPrograms_areThoseThatALookAtEveryThreadFinds() throws InterruptedException {
        int spans = 0;
        for (long seed = 1; seed <= 300; seed++) {
            for (RandomProgram program : List.of(RandomProgram.of(seed), RandomProgram.interrupting(seed))) {
                SimulatedTarget target = new SimulatedTarget(program.compile(), Oracle.MEMORY, 1);
                OptimalDpor dpor = new OptimalDpor(new Dependence(), new Random(seed)::nextInt);
                for (int n = 0; n < 5 && dpor.open() > 0; n++) {
                    WorkItem item = dpor.poll();
                    target.submit(Plan.of(item, Plan.Limits.DEFAULT));
                    Execution execution = target.take();
                    Set<Span> expected = everySpan(execution);
                    assertEquals(expected, Set.copyOf(Timeline.of(execution).spans()), "seed " + seed);
                    spans += expected.size();
                    dpor.explored(item, execution);
                }
            }
        }
        assertTrue(spans > 3_000, spans + " spans");
    }

    private static Set<Span> everySpan(Execution execution) {
        Decisions decisions = new Decisions(new Dependence());
        List<Event> events = execution.events();
        decisions.load(events.toArray(new Event[0]), execution);
        SyncState state = new SyncState();
        Map<List<Object>, Integer> open = new LinkedHashMap<>();
        Set<Span> spans = new HashSet<>();
        for (int step = 0; step <= events.size(); step++) {
            List<List<Object>> now = List.of();
            if (step < events.size()) {
                state.execute(step, events.get(step));
                now = everySpanNow(decisions, state, step + 1);
            }
            for (List<Object> span : List.copyOf(open.keySet())) {
                if (!now.contains(span)) {
                    SpanType type = (SpanType) span.get(0);
                    spans.add(new Span(type, (int) span.get(1), (long) span.get(2), open.remove(span), step));
                }
            }
            for (List<Object> span : now) {
                open.putIfAbsent(span, step);
            }
        }
        return spans;
    }

    private static List<List<Object>> everySpanNow(Decisions decisions, SyncState state, int depth) {
        List<List<Object>> now = new ArrayList<>();
        for (int thread = 0; thread < decisions.threads(); thread++) {
            int id = decisions.id(thread);
            state.heldBy(id).forEach(lock -> now.add(List.of(SpanType.HOLDS, id, lock.mutex(), lock.step())));
            int next = decisions.next(thread, depth);
            boolean begun = next != Decisions.NONE && decisions.previous(next) != Decisions.NONE;
            if (begun && !decisions.isEnabled(next, depth)) {
                Operation operation = decisions.event(next).operation();
                boolean waits = operation.kind() == OperationKind.COND_WAKE && state.isWaiting(id);
                SpanType type = waits ? SpanType.WAITS : SpanType.BLOCKED;
                long object = waits ? operation.object() : operation.lock();
                now.add(List.of(type, id, object, decisions.previous(next)));
            }
        }
        return now;
    }
}
