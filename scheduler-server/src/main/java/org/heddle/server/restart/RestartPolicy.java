package org.heddle.server.restart;

import java.util.function.LongSupplier;
import org.heddle.server.protocol.Way;

/** Decides for one target how each plan is to be executed, by what became of those before. For one thread at a time. */
public final class RestartPolicy {
    private static final int FORKED_FIRST = 16; // a runner costs as much as a few forks until it has saved its pages
    private static final int FALLBACKS_ALLOWED = 8;
    private static final int ONE_IN = 4;
    private static final int COMPARED_AT_LEAST_ONE_IN = 1000; // a fork takes as long as ten executions
    private static final long FORKED_NANOS = 250_000_000; // longer executions are worth a runner at once
    private static final int COMPARED_IN_ANY_CASE = 5;
    private static final int COMPARED_SHARE = 20; // one in so many nanoseconds goes into comparisons

    private final Restart restart;
    private final LongSupplier clock;
    private final long begun;
    private long planned;
    private long inProcess;
    private long fallbacks;
    private long compared;
    private long sinceCompared;
    private long comparing; // nanoseconds
    private boolean off;

    /** A policy that has seen nothing yet. */
    public RestartPolicy(Restart restart) {
        this(restart, System::nanoTime);
    }

    /**
     * The same by another clock.
     *
     * @param clock in nanoseconds, from any beginning
     */
    RestartPolicy(Restart restart, LongSupplier clock) {
        this.restart = restart;
        this.clock = clock;
        this.begun = clock.getAsLong();
        this.off = restart == Restart.FORK;
    }

    /** How the next plan is to be executed. */
    public Mode next() {
        if (off || (restart == Restart.AUTO && isEarly())) {
            return Mode.FORKED;
        }
        boolean isDue = ++sinceCompared > Math.min(compared, COMPARED_AT_LEAST_ONE_IN - 1);
        if (restart == Restart.COMPARE || (isDue && isAffordable())) {
            sinceCompared = 0;
            compared++;
            return Mode.BOTH;
        }
        return Mode.IN_PROCESS;
    }

    private boolean isEarly() {
        return planned++ == 0 || (planned <= FORKED_FIRST && clock.getAsLong() - begun < FORKED_NANOS);
    }

    /** Comparing takes a whole execution, where the runner begins at a checkpoint. */
    private boolean isAffordable() {
        return compared < COMPARED_IN_ANY_CASE || comparing * COMPARED_SHARE <= clock.getAsLong() - begun;
    }

    /** Two results were compared; the second one came so many nanoseconds after the first. */
    public void learnComparison(long nanos) {
        comparing += nanos;
    }

    /** A plan that allowed the runner was executed in this way. */
    public void learn(Way way) {
        if (way.inProcess()) {
            inProcess++;
            return;
        }
        fallbacks++;
        boolean often = fallbacks > FALLBACKS_ALLOWED && fallbacks * ONE_IN > fallbacks + inProcess;
        off |= way.fallback().isForGood() || (often && restart == Restart.AUTO);
    }
}
