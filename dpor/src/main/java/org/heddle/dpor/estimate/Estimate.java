package org.heddle.dpor.estimate;

/**
 * How many executions an exploration needs in all. Never a promise: counting classes is hard (#P), and the tree shows itself only
 * while it is explored.
 *
 * @param low the lower end of the interval that the number probably lies in
 * @param middle the best single guess
 * @param high the upper end
 */
public record Estimate(double low, double middle, double high) {
    /** Nothing can be said. */
    public static final Estimate UNKNOWN = new Estimate(0, Double.NaN, Double.POSITIVE_INFINITY);

    /** Whether there is anything to say. */
    public boolean isKnown() {
        return !Double.isNaN(middle);
    }

    /** The estimate where more will come on top, and nobody knows how much: its lower end is all that is left of it. */
    public Estimate atLeast() {
        return new Estimate(low, Double.NaN, Double.POSITIVE_INFINITY);
    }

    /** The estimate if this many executions come on top. */
    public Estimate plus(long executions) {
        return new Estimate(low + executions, middle + executions, high + executions);
    }
}
