package org.heddle.dpor.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of the calls of two threads, one after the other in time, comes before the other one. */
final class OrderOfCallsTest {
    private static Event event(int thread, OperationKind kind, int alternative) {
        return new Event(thread, new Operation(kind, 64, 0, 1, MemoryOrder.RELAXED, 0), alternative, 0, 0);
    }

    /** Two calls of thread 1, one of thread 2, which then loads; some of them as the notes say. */
    private static Execution execution(int overlooked, String known, boolean isLate) {
        List<Event> events = List.of(
                event(1, OperationKind.INVOCATION, Event.NO_ALTERNATIVE),
                event(1, OperationKind.RESPONSE, Event.NO_ALTERNATIVE),
                event(1, OperationKind.INVOCATION, Event.NO_ALTERNATIVE),
                event(1, OperationKind.RESPONSE, Event.NO_ALTERNATIVE),
                event(2, OperationKind.INVOCATION, Event.NO_ALTERNATIVE),
                event(2, OperationKind.RESPONSE, Event.NO_ALTERNATIVE),
                event(2, OperationKind.ATOMIC_LOAD, overlooked));
        List<Note> notes = new ArrayList<>();
        notes.add(new Note(Note.Kind.CALLS_BEFORE, 2, 5, 4, 0, 0, 0, known));
        if (isLate) {
            notes.add(new Note(Note.Kind.ENDS_LATE, 1, 4, 3, 0, 0, 0, ""));
        }
        return Execution.of(new Course(events, List.of(), List.of()), End.of(Outcome.EXITED), Seen.of(notes));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # older values found | ends that happen before | whether the second call ends late | whether each is before the third
            0 | ''  | false | true  | true
            1 | ''  | false | false | false
            1 | '1' | false | true  | false
            1 | '3' | false | true  | true
            0 | ''  | true  | true  | false
            0 | '3' | true  | true  | true
            """)
    void callsComeBefore_asInTime_orAsTheyHappenBefore(
            int overlooked, String known, boolean isLate, boolean isFirst, boolean isSecond) {
        History history = Histories.of(execution(overlooked, known, isLate)).get(0);
        List<Call> calls = history.calls();
        assertEquals(isFirst, history.isBefore(calls.get(0), calls.get(2)));
        assertEquals(isSecond, history.isBefore(calls.get(1), calls.get(2)));
        assertEquals(true, history.isBefore(calls.get(0), calls.get(1)), "of one thread");
        assertEquals(false, history.isBefore(calls.get(2), calls.get(0)), "never against time");
    }
}
