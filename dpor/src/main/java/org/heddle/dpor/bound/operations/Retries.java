package org.heddle.dpor.bound.operations;

import java.util.HashSet;
import java.util.Set;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;

/** Tells loops in which threads try again and again: where others do the same, they may do so for ever. */
final class Retries {
    private Retries() {}

    private record Attempt(int thread, long site, long object) {
        static Attempt of(Event event) {
            return new Attempt(
                    event.thread(), event.operation().site(), event.operation().object());
        }
    }

    /** Whether a thread has failed twice at one place. */
    static boolean any(Execution execution) {
        Set<Attempt> failed = new HashSet<>();
        for (Event event : execution.events()) {
            if (fails(event) && !failed.add(Attempt.of(event))) {
                return true;
            }
        }
        return false;
    }

    private static boolean fails(Event event) {
        OperationKind kind = event.operation().kind();
        return kind == OperationKind.ATOMIC_CAS
                ? event.result() == 0
                : kind.blockingForm() != kind && event.result() != 0;
    }
}
