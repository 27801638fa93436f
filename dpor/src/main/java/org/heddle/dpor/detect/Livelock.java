package org.heddle.dpor.detect;

import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.PendingOperation;

/**
 * Explains executions that end with threads that spin for a change of memory that nobody is left to make: they would go round their
 * loops for ever, under a fair schedule as well (Kokologiannakis, Ren, Vafeiadis, "Dynamic Partial Order Reductions for Spinloops",
 * FMCAD 2021).
 */
final class Livelock {
    private Livelock() {}

    /** Whether some thread spins. */
    static boolean isOne(Execution execution) {
        return execution.pending().stream()
                .anyMatch(pending -> pending.operation().spins());
    }

    /** The finding. */
    static Finding explain(Execution execution, SyncState end) {
        FindingBuilder builder = new FindingBuilder(execution, end);
        StringBuilder message = new StringBuilder("livelock: ");
        int spinning = 0;
        for (PendingOperation pending : execution.pending()) {
            Operation operation = pending.operation();
            if (operation.spins()) {
                spinning++;
                builder.thread(pending.thread()).site(operation.site());
                message.append(spinning == 1 ? "" : ", ")
                        .append("thread %d spins until 0x%x".formatted(pending.thread(), operation.object()))
                        .append(operation.secondSize() > 0 ? " or 0x%x".formatted(operation.object2()) : "")
                        .append(operation.kind() == OperationKind.AWAIT ? " changes" : " can be had");
            }
        }
        for (PendingOperation pending : execution.pending()) {
            if (!pending.operation().spins()) {
                builder.thread(pending.thread());
            }
        }
        message.append(", and no thread is left that could change it");
        return builder.build(Kind.LIVELOCK, spinning == 1 ? "spin" : "spin-cycle", message.toString());
    }
}
