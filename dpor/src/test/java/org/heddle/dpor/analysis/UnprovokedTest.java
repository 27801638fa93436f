package org.heddle.dpor.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.junit.jupiter.api.Test;

/** A choice of the runtime's is known by its site, and by what it leads to. */
final class UnprovokedTest {
    private static final int SITE = 7;
    private static final int OTHER_SITE = 8;

    private static Event event(int thread, OperationKind kind, int site, int alternative, long result) {
        return new Event(thread, new Operation(kind, 0, 0, 0, MemoryOrder.SEQ_CST, site), alternative, result, 0);
    }

    private static List<Event> waitAfter(int alternative, int siteOfChoice, long result) {
        return List.of(
                event(1, OperationKind.CHOOSE, siteOfChoice, alternative, 0),
                event(2, OperationKind.COND_WAIT, SITE, Event.NO_ALTERNATIVE, 0),
                event(1, OperationKind.COND_WAIT, SITE, Event.NO_ALTERNATIVE, 0),
                event(2, OperationKind.COND_WAKE, SITE, Event.NO_ALTERNATIVE, 0),
                event(1, OperationKind.COND_WAKE, SITE, Event.NO_ALTERNATIVE, result));
    }

    @Test
    void aWaitThatEndsWithoutASignal_isOne() {
        assertEquals(
                List.of(new Unprovoked(Unprovoked.Type.WAKEUP, 0, 4)),
                Unprovoked.of(waitAfter(1, SITE, OperationKind.TIMED_OUT)));
    }

    @Test
    void aWaitThatIsSignalled_isNone() {
        assertEquals(List.of(), Unprovoked.of(waitAfter(1, SITE, 0)));
    }

    @Test
    void aWaitThatNeedsASignal_isNone() {
        assertEquals(List.of(), Unprovoked.of(waitAfter(0, SITE, 0)));
    }

    @Test
    void theProgramsOwnChoice_isNone() {
        assertEquals(List.of(), Unprovoked.of(waitAfter(1, OTHER_SITE, OperationKind.TIMED_OUT)));
    }

    @Test
    void aLoadAtTheSite_isAFailure() {
        List<Event> events = List.of(
                event(1, OperationKind.CHOOSE, SITE, 1, 0),
                event(1, OperationKind.ATOMIC_LOAD, SITE, Event.NO_ALTERNATIVE, 0));
        assertEquals(List.of(new Unprovoked(Unprovoked.Type.FAILURE, 0, 1)), Unprovoked.of(events));
    }

    @Test
    void aLoadThatOverlooksAStore_isOne() {
        List<Event> events = List.of(
                event(1, OperationKind.ATOMIC_LOAD, SITE, Event.NO_ALTERNATIVE, 0),
                event(1, OperationKind.ATOMIC_LOAD, SITE, 1, 0));
        assertEquals(List.of(new Unprovoked(Unprovoked.Type.OLDER_VALUE, 1, 1)), Unprovoked.of(events));
    }
}
