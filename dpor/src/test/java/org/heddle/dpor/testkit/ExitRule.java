package org.heddle.dpor.testkit;

import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/** When a simulated process may end by itself. */
public enum ExitRule {
    /** At any time. */
    EARLY,
    /** With status 0, only where no other thread can go on. */
    LATE,
    /** A mistake: failures wait as well. */
    LATE_FAILURES,
    /** A mistake: what is called late does not wait. */
    CALLED_LATE;

    /** Whether this operation ends the process with status 0. */
    static boolean isSuccess(Operation operation) {
        return operation.kind() == OperationKind.PROCESS_EXIT && operation.argument() == 0;
    }

    /** The operation as the rule has it. */
    Operation applied(Operation operation) {
        boolean late = operation.kind() == OperationKind.PROCESS_EXIT
                && this != EARLY
                && (this == LATE_FAILURES || isSuccess(operation));
        return late
                ? new Operation(
                        operation.kind(),
                        operation.object(),
                        OperationKind.LATE,
                        operation.argument(),
                        MemoryOrder.SEQ_CST,
                        operation.site())
                : operation;
    }

    /** Whether an operation waits for others to go on. */
    boolean waits(Operation operation) {
        return this != CALLED_LATE && operation.isLateExit();
    }
}
