package org.heddle.dpor.explore.restart;

/**
 * What executions have shown of how long a program goes on. What is known outlives the searches that learned it: a search that begins
 * again, because it has seen more memory that races, need not learn it again.
 */
public final class Endlessness {
    private static final int MOST_TRIALS = 3;

    private Stage stage = Stage.ENDING;
    private boolean needsEarlyExits;
    private int trials;

    /** What a program is taken for. It goes from one stage to the next, and never back. */
    public enum Stage {
        /** It ends: no execution has shown anything else. */
        ENDING,
        /** It goes on for ever: some thread has gone on for longer than is explored at once. */
        ENDLESS,
        /** It goes on for long and ends: an execution that was let go on has ended by itself. */
        LONG
    }

    /** Some thread has gone on for longer than is explored at once. */
    public void suspect() {
        stage = stage == Stage.ENDING ? Stage.ENDLESS : stage;
    }

    /** An execution of a program that is taken for an endless one has ended by itself. */
    public void refute() {
        stage = stage == Stage.ENDLESS ? Stage.LONG : stage;
    }

    /** An execution is run to see whether it ends by itself. */
    public void tryOnce() {
        trials++;
    }

    /** Whether it is worth while to run one more execution that may go on for as long as it likes. */
    public boolean isWorthTrying() {
        return stage == Stage.ENDLESS && trials < MOST_TRIALS;
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
        return stage != Stage.ENDING;
    }

    /** Whether executions end by themselves for all that. */
    public boolean isRefuted() {
        return stage == Stage.LONG;
    }
}
