package org.heddle.cli.report.words;

import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/**
 * Words for what store buffers do under {@code --model=tso} and {@code --model=pso}. Their steps are operations on semaphores at addresses where the program has
 * none: {@code NAMES} in {@code store_buffer.c}, even ones for a store that is in the buffer, odd ones for one that is in memory.
 */
final class StoreBuffers {
    private static final long NAMES = 1L << 40;
    private static final long NAMES_END = 2L << 40;

    private StoreBuffers() {}

    static boolean areUsedBy(Operation operation) {
        boolean isStep =
                switch (operation.kind()) {
                    case SEM_POST, SEM_WAIT, SEM_PASS -> true;
                    default -> false;
                };
        return isStep && operation.object() >= NAMES && operation.object() < NAMES_END;
    }

    /**
     * What such an operation does.
     *
     * @param stored what the store at its place is to; empty if that is not known
     */
    static String words(Operation operation, String stored) {
        boolean isInMemory = operation.object() % 2 == 1;
        if (operation.kind() != OperationKind.SEM_POST) {
            return isInMemory ? "wait until an earlier store is in memory" : "take the next store";
        }
        return isInMemory ? "tell that it is in memory" : "buffer a store" + (stored.isEmpty() ? "" : " to " + stored);
    }
}
