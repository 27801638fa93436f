package org.heddle.cli.check.progress;

import java.util.function.LongSupplier;

/**
 * When to tell of the progress again: so many nanoseconds after the last time, and so late that telling takes a fiftieth of the time at
 * most. To estimate what is left takes longer the larger the tree is, and nobody waits for it.
 */
final class Pace {
    private static final int PART = 50;

    private final long interval;
    private final LongSupplier clock;
    private long next;

    /**
     * The first time is due at once, or after one interval.
     *
     * @param interval in nanoseconds
     * @param clock the time, in nanoseconds
     */
    Pace(long interval, boolean atOnce, LongSupplier clock) {
        this.interval = interval;
        this.clock = clock;
        next = clock.getAsLong() + (atOnce ? 0 : interval);
    }

    /** Does this if it is due. */
    void tell(Runnable action) {
        long begun = clock.getAsLong();
        if (begun - next >= 0) {
            action.run();
            long taken = clock.getAsLong() - begun;
            next = begun + Math.max(interval, PART * taken);
        }
    }
}
