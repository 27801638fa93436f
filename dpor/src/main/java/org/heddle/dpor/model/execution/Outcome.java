package org.heddle.dpor.model.execution;

import org.heddle.dpor.model.Coded;

/**
 * How an execution ended. The {@linkplain #code() codes} are those of {@code enum heddle_outcome} in {@code wire_enums.h}.
 */
public enum Outcome implements Coded {
    /** The process exited; {@link Execution#status()} is its exit status. */
    EXITED(1),
    /** A signal ended the process (a crash); the status is the signal's number. */
    SIGNALED(2),
    /** No thread is enabled and at least one has not finished. */
    DEADLOCK(3),
    /** Every enabled thread is asleep: everything from here on is covered elsewhere. */
    SLEEP_BLOCKED(4),
    /** The plan's prefix could not be followed; see {@link Execution#divergence()}. */
    DIVERGED(5),
    /** The limit of visible operations was reached. */
    TOO_LONG(6),
    /** No visible operation happened within the time limit; the execution was killed. */
    HUNG(7),
    /** A function was called that the runtime does not model; the note names it. */
    UNMODELLED(8),
    /** An assertion failed; the note carries its text. */
    ASSERTION(9),
    /** {@code heddle_assume(false)}: the execution does not count. */
    ASSUMPTION(10),
    /** The program wrote more output than the limit; it was killed. */
    OUTPUT_FLOOD(11),
    /** A resource of the runtime ran out (threads, trace buffer, memory); the note says which. */
    RESOURCES(12),
    /** The worker died before it could answer; nothing is known of this execution. */
    LOST(13),
    /** Every thread that could go on had executed as many operations as the plan allows each. */
    CUT_OFF(14);

    private final int code;

    Outcome(int code) {
        this.code = code;
    }

    @Override
    public int code() {
        return code;
    }

    /**
     * The outcome with this code.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Outcome ofCode(int code) {
        return Coded.of(values(), code, "outcome");
    }

    /**
     * Whether the trace is maximal, among those in which no thread executes more operations than the plan allows each, or ends in the
     * program's own end, so that its races may be analysed.
     */
    public boolean isComplete() {
        return switch (this) {
            case EXITED, SIGNALED, DEADLOCK, ASSERTION, ASSUMPTION, CUT_OFF -> true;
            default -> false;
        };
    }
}
