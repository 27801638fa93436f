package org.heddle.dpor.analysis;

/** The time is up in the middle of an analysis, whose results are of no use then. */
public final class OutOfTime extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The time is up. */
    public OutOfTime() {
        super("the time is up", null, false, false);
    }
}
