package org.heddle.dpor.testkit;

/**
 * What commutes besides what commutes anyway; see {@link org.heddle.dpor.model.Dependence}.
 *
 * @param inTurn whether waits for a semaphore take in turn what was posted
 * @param counting whether additions whose results nobody uses commute
 */
public record Ways(boolean inTurn, boolean counting) {
    /** Nothing. */
    public static final Ways NONE = new Ways(false, false);

    /** What a semaphore's waits and posts do. */
    public static final Ways IN_TURN = new Ways(true, false);

    /** What additions do. */
    public static final Ways COUNTING = new Ways(false, true);
}
