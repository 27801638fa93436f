package org.heddle.dpor.explore;

/**
 * What executions have shown of how long a program goes on. What is known outlives the searches that learned it: a search that begins
 * again, because it has seen more memory that races, need not learn it again.
 */
public final class Endlessness {
    private static final int MOST_TRIALS = 3;

    private boolean suspected;
    private boolean refuted;
    private boolean needsEarlyExits;
    private int trials;

    /** Some thread has gone on for longer than is explored at once. */
    public void suspect() {
        suspected = true;
    }

    /** An execution has ended by itself nonetheless. */
    public void refute() {
        refuted = true;
    }

    /** An execution is run to see whether it ends by itself. */
    public void tryOnce() {
        trials++;
    }

    /** Whether it is worth while to run one more execution that may go on for as long as it likes. */
    public boolean isWorthTrying() {
        return suspected && !refuted && trials < MOST_TRIALS;
    }

    /** Threads go on for long where the process exits late; see {@link LateExits}. */
    public void needEarlyExits() {
        needsEarlyExits = true;
    }

    /** Whether executions in which the process exits late go on for too long. */
    public boolean needsEarlyExits() {
        return needsEarlyExits;
    }

    /** Whether threads go on for longer than is explored at once. */
    public boolean isSuspected() {
        return suspected;
    }

    /** Whether executions end by themselves for all that. */
    public boolean isRefuted() {
        return refuted;
    }
}
