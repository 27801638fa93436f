package org.heddle.dpor.model.execution;

import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;

/**
 * What an unfinished thread would have done next when the execution ended.
 *
 * @param thread whose operation it is
 * @param operation what it would have done
 * @param value what its event has as {@link Event#value()} wherever it is executed: of a semaphore's operation, the value that the
 *     semaphore had when first used. Of other operations, nothing that counts.
 */
public record PendingOperation(int thread, Operation operation, long value) {
    /** An operation on anything but a semaphore. */
    public PendingOperation(int thread, Operation operation) {
        this(thread, operation, 0);
    }
}
