package org.heddle.cli.check.progress;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.heddle.dpor.estimate.Estimate;

/**
 * How many executions an exploration needs, as it was estimated lately: an estimate looks at all that is left, which takes the longer the
 * larger it is, so a new one is made as rarely as keeps that to a fiftieth of the time.
 */
final class LatestEstimate {
    private static final int PART = 50;

    private final Supplier<Estimate> source;
    private final LongSupplier clock;
    private Estimate latest = Estimate.UNKNOWN;
    private long next;

    /**
     * None yet.
     *
     * @param source estimates
     * @param clock the time, in nanoseconds
     */
    LatestEstimate(Supplier<Estimate> source, LongSupplier clock) {
        this.source = source;
        this.clock = clock;
        next = clock.getAsLong();
    }

    /** The estimate, where so many executions have been run, which may be more than was expected. */
    Estimate after(long executions) {
        long begun = clock.getAsLong();
        if (begun - next >= 0) {
            latest = source.get();
            next = begun + PART * (clock.getAsLong() - begun);
        }
        double least = (double) executions;
        return new Estimate(
                Math.max(least, latest.low()), Math.max(least, latest.middle()), Math.max(least, latest.high()));
    }
}
