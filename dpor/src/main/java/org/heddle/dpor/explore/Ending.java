package org.heddle.dpor.explore;

import java.util.function.BooleanSupplier;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.explore.frontier.Frontier;

/** What ends an exploration before everything is explored. Each reason becomes a gap of the verdict. */
final class Ending {
    /** Executions after a finding that is an exit status: a race that any other order of threads shows comes among the first ones. */
    private static final int MORE = 50;

    private final Budget budget;
    private final Tally tally;
    private final BooleanSupplier hasOnlyExtras;
    private boolean isReached;
    private long last = Long.MAX_VALUE;

    /**
     * The ending of an exploration.
     *
     * @param hasOnlyExtras whether nothing is missing any more, whatever ends it
     */
    Ending(Budget budget, Tally tally, BooleanSupplier hasOnlyExtras) {
        this.budget = budget;
        this.tally = tally;
        this.hasOnlyExtras = hasOnlyExtras;
    }

    private void leave(Gap gap) {
        if (!hasOnlyExtras.getAsBoolean()) {
            tally.stoppedBy(gap);
        }
    }

    /** Whether the exploration goes no further. */
    boolean isReached() {
        return isReached;
    }

    /** Whether the deadline has passed. */
    boolean isTimeUp() {
        return budget.isExpired();
    }

    /** Whether the first execution, which began now, has taken longer than it is waited for. */
    BooleanSupplier isTimeUpForFirst() {
        long begun = budget.clock().getAsLong();
        return () -> budget.isExpiredForFirst(begun);
    }

    /** Ends at once, in the middle of what is being done: time is up, or memory is used up. */
    void runOutOf(Gap gap) {
        leave(gap);
        isReached = true;
    }

    /** Ends for what an execution has shown, which is in the tally. */
    void stop() {
        isReached = true;
    }

    /** Ends at a finding that ends an execution, unless findings are not to end the exploration. */
    void stopAtFinding(Frontier frontier) {
        if (budget.keepGoing()) {
            return;
        }
        if (frontier.open() > 0) {
            leave(Gap.STOPPED_AT_FINDING);
        }
        isReached = true;
    }

    /** Ends some executions from now, unless findings are not to end the exploration. */
    void stopSoon() {
        if (!budget.keepGoing()) {
            last = Math.min(last, tally.total() + MORE);
        }
    }

    /** Ends if time is up while there is more to do than is in flight, which executions that take long could make wait for long. */
    void look(Frontier frontier, Flights flights) {
        if (!isReached && isTimeUp() && frontier.open() > flights.size()) {
            runOutOf(Gap.DEADLINE);
        }
    }

    /** Whether one more execution may be begun. If not, what is in flight is still taken in. */
    boolean allowsMore(Frontier frontier, Flights flights) {
        if (frontier.open() == flights.size()) {
            return false; // nothing left to start, so no limit can be in the way
        }
        Gap gap = limitReachedAfter(flights.begun());
        if (gap != null) {
            leave(gap);
        }
        return gap == null;
    }

    private Gap limitReachedAfter(long begun) {
        if (begun >= budget.maxExecutions()) {
            return Gap.EXECUTION_LIMIT;
        }
        if (begun >= last) {
            return Gap.STOPPED_AT_FINDING;
        }
        if (begun == 0) { // one is run however short the time
            return null;
        }
        if (isTimeUp()) {
            return Gap.DEADLINE;
        }
        return budget.memory().getAsBoolean() ? Gap.MEMORY : null;
    }
}
