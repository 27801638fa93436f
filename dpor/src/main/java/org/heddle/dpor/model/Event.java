package org.heddle.dpor.model;

/**
 * An executed operation.
 *
 * @param thread who executed it: a stable name, equal in every execution of one binary in which the same creator creates
 *     its k-th thread; 0 is the main thread. Numbers are sparse.
 * @param operation what was executed
 * @param alternative which of the operation's alternatives was taken, or {@link #NO_ALTERNATIVE}
 * @param result the outcome where it matters to dependence (see {@link OperationKind}); for accesses see value
 * @param value the value read, or written by a store, where it fits 8 bytes
 */
public record Event(int thread, Operation operation, int alternative, long result, long value) {
    /** The alternative of an operation that has none. */
    public static final int NO_ALTERNATIVE = -1;
}
