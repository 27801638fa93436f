package org.heddle.dpor.minimise;

import java.util.function.LongSupplier;

/**
 * How much may be spent on one finding.
 *
 * @param moves the most executions spent on simplifying the schedule that is there
 * @param search the most executions spent on the search for one with fewer preemptions
 * @param clock the time, in any unit
 * @param deadline the time after which no further execution is started
 */
public record Effort(long moves, long search, LongSupplier clock, long deadline) {
    /** So many executions for either part, however long they take. */
    public static Effort executions(long moves, long search) {
        return new Effort(moves, search, () -> 0, Long.MAX_VALUE);
    }

    /** Whether the time is up. */
    boolean isExpired() {
        return clock.getAsLong() >= deadline;
    }
}
