package org.heddle.dpor.bound.operations;

import org.heddle.dpor.model.execution.CutOff;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * Tells programs that go on for ever by the length of their executions: some thread executes many operations in a row, or several times
 * as many as in the first execution, as those of a tree do that has no bottom.
 */
final class Growth {
    /** A thread that executes no more operations than this is none that goes on for ever. */
    private static final int SHORT = 100;

    /** A thread that executes so many operations in a row may wait in a loop for others: the runtime lets these go first then. */
    private static final int TURN = 1_000;

    /** Executions of a program that ends may differ in length by this factor. */
    private static final int FACTOR = 4;

    private int firstLength;

    /** Whether the execution is of a program that may go on for ever; the first one asked about is what others are compared with. */
    boolean goesOn(Execution execution) {
        if (isCutShort(execution)) {
            return true;
        }
        if (execution.events().size() >= TURN && CutOff.longestTurn(execution) >= TURN) {
            return true;
        }
        if (firstLength == 0) {
            firstLength = Math.max(1, CutOff.longest(execution));
        }
        int most = Math.max(SHORT, FACTOR * firstLength);
        return !execution.endsAsTimePasses() && execution.events().size() > most && CutOff.longest(execution) > most;
    }

    /** Whether a shorter execution might not have been cut short. */
    static boolean isCutShort(Execution execution) {
        return execution.outcome() == Outcome.TOO_LONG || execution.outcome() == Outcome.RESOURCES;
    }
}
