package org.heddle.dpor.model;

/**
 * An executed operation.
 *
 * @param thread who executed it: a stable name, equal in every execution of one binary in which the same creator creates
 *     its k-th thread; 0 is the main thread. Numbers are sparse.
 * @param operation what was executed
 * @param alternative which of the operation's alternatives was taken, or {@link #NO_ALTERNATIVE}
 * @param result the outcome where it matters to dependence (see {@link OperationKind}); of a store the value overwritten, of
 *     a read-modify-write the value written, where they fit 8 bytes
 * @param value the value read by a load, a read-modify-write or a failed compare-and-swap, or written by a store or a successful
 *     compare-and-swap, where it fits 8 bytes. With {@code result} and the expected value in {@link Operation#object2()}, memory is
 *     known before and after every access, so that the outcome of a compare-and-swap can be told for another order.
 */
public record Event(int thread, Operation operation, int alternative, long result, long value) {
    /** The alternative of an operation that has none. */
    public static final int NO_ALTERNATIVE = -1;

    /** The alternative of a timed operation whose deadline has passed while no thread was enabled. */
    public static final int TIMEOUT = 1;

    /**
     * Whether this is a timeout that came as the last resort. No thread was enabled, so it happens after everything before it, and
     * whatever comes later happens after it.
     */
    public boolean isTimeout() {
        return alternative == TIMEOUT
                && operation.argument() > OperationKind.DEADLINE_ANY
                && operation.kind().isTimed();
    }

    /** Whether its thread holds {@link Operation#lock()} from here on. */
    public boolean takes() {
        OperationKind kind = operation.kind();
        boolean taken = kind == OperationKind.COND_WAKE ? value != OperationKind.NOT_RECOVERABLE : result == 0;
        return taken && (kind.has(OperationTrait.TAKES) || kind.has(OperationTrait.TAKES_SHARED));
    }

    /** Whether {@link Operation#lock()} is given back. */
    public boolean frees() {
        boolean isRefused = result != 0 && (operation.kind() == OperationKind.COND_WAIT || operation.isReaderRelease());
        return operation.kind().has(OperationTrait.FREES) && !isRefused;
    }
}
