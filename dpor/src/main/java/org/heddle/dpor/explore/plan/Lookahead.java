package org.heddle.dpor.explore.plan;

/**
 * How many plans may be in flight at once. An exploration begins with few, since what is in flight when it ends was run in vain. A long
 * one keeps more in flight: they are sent, run and taken in several at a time, so that neither side waits for the other.
 *
 * @param least how many keep the runner at work; at least 1
 * @param most how many there may be; at least {@code least}
 */
public record Lookahead(int least, int most) {
    private static final int PART = 8; // of what was executed, so that at most that part is run in vain

    /** Checks that there is room for a plan. */
    public Lookahead {
        if (least < 1 || most < least) {
            throw new IllegalArgumentException("a lookahead has room for a plan, not for " + least + " to " + most);
        }
    }

    /** The same number all the time. */
    public static Lookahead of(int plans) {
        return new Lookahead(plans, plans);
    }

    /** That of so many runners together. */
    public Lookahead times(int runners) {
        return new Lookahead(runners * least, runners * most);
    }

    /** How many plans may be in flight after so many executions. The clock has no say, so an exploration always takes the same course. */
    public int after(long executions) {
        return (int) Math.max(least, Math.min(most, executions / PART));
    }
}
