package org.heddle.dpor.explore;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * When to stop before everything has been explored.
 *
 * @param maxExecutions the most executions to run
 * @param clock the time, in any unit
 * @param deadline the time at which no further execution is started; it may come nearer as the exploration goes on
 * @param first how long the first execution is waited for, where the deadline comes sooner: in the same unit
 * @param memory tells whether what is kept of the exploration takes as much memory as it may
 * @param keepGoing whether to go on after a finding that ends an execution
 */
public record Budget(
        long maxExecutions,
        LongSupplier clock,
        LongSupplier deadline,
        long first,
        BooleanSupplier memory,
        boolean keepGoing) {
    /** A budget whose deadline is known, and whose first execution takes as long as it takes. */
    public Budget(long maxExecutions, LongSupplier clock, long deadline, BooleanSupplier memory, boolean keepGoing) {
        this(maxExecutions, clock, () -> deadline, Long.MAX_VALUE, memory, keepGoing);
    }

    /** A budget with all the memory that there is. */
    public Budget(long maxExecutions, LongSupplier clock, long deadline, boolean keepGoing) {
        this(maxExecutions, clock, deadline, () -> false, keepGoing);
    }

    /** Explore everything there is. */
    public static Budget unlimited(boolean keepGoing) {
        return new Budget(Long.MAX_VALUE, () -> 0, Long.MAX_VALUE, keepGoing);
    }

    /** The same with a limit of executions. */
    public Budget withMaxExecutions(long executions) {
        return new Budget(executions, clock, deadline, first, memory, keepGoing);
    }

    /** Whether an execution that began at this time, and is the first one, is not to be waited for any longer. */
    public boolean isExpiredForFirst(long begun) {
        return isExpired() && clock.getAsLong() - begun >= first;
    }

    /** Whether the deadline has passed. */
    public boolean isExpired() {
        return clock.getAsLong() >= deadline.getAsLong();
    }
}
