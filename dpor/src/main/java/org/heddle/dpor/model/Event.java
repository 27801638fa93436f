package org.heddle.dpor.model;

import java.util.Objects;

/**
 * An executed operation: a value, as a record is, with some more worked out beforehand, for the sake of the many comparisons.
 */
public final class Event {
    /** The alternative of an operation that has none. */
    public static final int NO_ALTERNATIVE = -1;

    /** The alternative of a timed operation whose deadline has passed while no thread was enabled. */
    public static final int TIMEOUT = 1;

    private final int thread;
    private final int alternative;
    private final Operation operation;
    private final long result;
    private final long value;
    private final Section section;
    private final long footprint;
    private final long digest;
    private final AccessKind use;

    /**
     * An event.
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
    public Event(int thread, Operation operation, int alternative, long result, long value) {
        this(thread, operation, alternative, result, value, null);
    }

    private Event(int thread, Operation operation, int alternative, long result, long value, Section section) {
        this.thread = thread;
        this.operation = operation;
        this.alternative = alternative;
        this.result = result;
        this.value = value;
        this.section = section;
        this.footprint = isTimeout() ? Footprint.EVERYTHING : Footprint.of(operation, section);
        this.digest = Digest.of(this);
        this.use = ObjectUse.fixed(this);
    }

    /** Who executed it. */
    public int thread() {
        return thread;
    }

    /** What was executed. */
    public Operation operation() {
        return operation;
    }

    /** Which alternative was taken. */
    public int alternative() {
        return alternative;
    }

    /**
     * How many stores an atomic access overlooks: of those executed before it, the last ones in modification order, which it neither reads nor stores
     * behind. 0 where it overlooks none, as in a sequentially consistent execution.
     */
    public int overlooked() {
        return operation.kind().canOverlook() && alternative > 0 ? alternative : 0;
    }

    /** The outcome. */
    public long result() {
        return result;
    }

    /** The value read or written. */
    public long value() {
        return value;
    }

    /** What it has left where it wrote, if it has written at most eight bytes. */
    public long written() {
        return operation.kind() == OperationKind.ATOMIC_RMW ? result : value;
    }

    /** The same with what the critical section did that the event begins. */
    public Event with(Section did) {
        return new Event(thread, operation, alternative, result, value, did);
    }

    /** What the critical section did that the event begins, where that was executed in one go; else null. */
    public Section section() {
        return section;
    }

    /** Whether it is a whole critical section: what is known of its lock, with what it touched, the mutex having been given back. */
    public boolean isWhole() {
        return section != null && section.unlock() != null;
    }

    private Section whole() {
        return isWhole() ? section : null;
    }

    /** Whether it waits where its object is not free; a whole section never does, as nobody is ever seen to hold its mutex. */
    public boolean canBlock() {
        return operation.kind().canBlock() && !isWhole();
    }

    /** See {@link Footprint}. */
    public long footprint() {
        return footprint;
    }

    /** See {@link Digest}. */
    long digest() {
        return digest;
    }

    /** How it uses its first object, whatever the relation is; null if that decides. */
    AccessKind use() {
        return use;
    }

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
        return taken && !isWhole() && (kind.has(OperationTrait.TAKES) || kind.has(OperationTrait.TAKES_SHARED));
    }

    /** Whether {@link Operation#lock()} is given back. */
    public boolean frees() {
        boolean isRefused = result != 0 && (operation.kind() == OperationKind.COND_WAIT || operation.isReaderRelease());
        return operation.kind().has(OperationTrait.FREES) && !isRefused;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Event event
                        && thread == event.thread
                        && alternative == event.alternative
                        && result == event.result
                        && value == event.value
                        && operation.equals(event.operation)
                        && Objects.equals(whole(), event.whole()));
    }

    @Override
    public int hashCode() {
        return Objects.hash(thread, operation, alternative, result, value);
    }

    @Override
    public String toString() {
        return "Event[thread=" + thread + ", operation=" + operation + ", alternative=" + alternative + ", result="
                + result + ", value=" + value + (section == null ? "" : ", " + section) + "]";
    }
}
