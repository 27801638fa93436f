package org.heddle.dpor.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Execution.Course;
import org.heddle.dpor.model.execution.Execution.End;
import org.heddle.dpor.model.execution.Execution.Seen;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.PendingOperation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which executions end with nothing but calls that may wait, and threads that wait for their ends. */
final class StuckExecutionsTest {
    private static PendingOperation join(int thread, int other) {
        return new PendingOperation(
                thread, new Operation(OperationKind.THREAD_JOIN, other, 0, 0, MemoryOrder.SEQ_CST, 0));
    }

    private static PendingOperation waits(int thread) {
        return new PendingOperation(thread, new Operation(OperationKind.COND_WAKE, 64, 0, 0, MemoryOrder.SEQ_CST, 0));
    }

    private static Stream<Arguments> executions() {
        return Stream.of(
                Arguments.of(List.of(join(0, 1), waits(1)), List.of(1), true),
                Arguments.of(List.of(join(0, 2), waits(1), join(2, 1)), List.of(1), true),
                Arguments.of(List.of(join(0, 1), waits(1), waits(2)), List.of(1, 2), true),
                Arguments.of(List.of(join(0, 1), waits(1), waits(2)), List.of(1), false),
                Arguments.of(List.of(join(0, 1), waits(1), join(2, 3), join(3, 2)), List.of(1), false),
                Arguments.of(List.of(join(0, 9), waits(1)), List.of(1), false),
                Arguments.of(List.of(join(0, 1), waits(1)), List.of(), false));
    }

    @ParameterizedTest
    @MethodSource("executions")
    void executionsAreStuck_whereAllWaitInCallsThatMay_orForThreadsThatDo(
            List<PendingOperation> pending, List<Integer> mayWait, boolean expected) {
        List<Note> notes = mayWait.stream()
                .map(thread -> new Note(Note.Kind.CALL_WAITS, thread, 0, thread, 0, 0, 0, ""))
                .toList();
        Execution execution =
                Execution.of(new Course(List.of(), pending, List.of()), End.of(Outcome.DEADLOCK), Seen.of(notes));
        assertEquals(expected, Histories.areStuck(execution));
    }
}
