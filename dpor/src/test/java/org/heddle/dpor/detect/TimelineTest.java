package org.heddle.dpor.detect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.heddle.dpor.detect.Timeline.Link;
import org.heddle.dpor.detect.Timeline.LinkType;
import org.heddle.dpor.detect.Timeline.Span;
import org.heddle.dpor.detect.Timeline.SpanType;
import org.heddle.dpor.explore.Plan;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
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
}
