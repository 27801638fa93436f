package org.heddle.dpor.bound;

import java.util.HashMap;
import java.util.Map;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/** Tells loops in which threads look, or try, again and again: where others do the same, they may do so for ever. */
final class Retries {
    private static final int FAILURES = 2;
    private static final int LOOKS = 2;

    private Retries() {}

    private record Look(int thread, long site, long object, long seen) {}

    /** Whether a thread has failed twice at one place, or has seen the same there twice. */
    static boolean any(Execution execution) {
        Map<Look, Integer> times = new HashMap<>();
        for (Event event : execution.events()) {
            Operation operation = event.operation();
            boolean fails = fails(event);
            if (fails || operation.kind() == OperationKind.ATOMIC_LOAD || operation.kind() == OperationKind.READ) {
                Look look = new Look(event.thread(), operation.site(), operation.object(), fails ? 0 : event.value());
                if (times.merge(look, 1, Integer::sum) >= (fails ? FAILURES : LOOKS)) {
                    return true;
                }
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
