package org.heddle.dpor.history;

/**
 * A call of an object under test.
 *
 * @param thread who makes it
 * @param invocation what it is a call of, as a hash
 * @param response its result, as a hash; of a call that has not ended, of no meaning
 * @param begin the step of its invocation
 * @param end the step of its response; {@link #PENDING} where it has not ended
 * @param site where it begins, as in {@link org.heddle.dpor.model.Operation#site()}
 */
public record Call(int thread, long invocation, long response, int begin, int end, long site) {
    /** Later than every step. */
    public static final int PENDING = Integer.MAX_VALUE;

    /** Whether it has not ended. */
    public boolean isPending() {
        return end == PENDING;
    }

    /** Whether it has ended before the other one begins. */
    public boolean isBefore(Call other) {
        return end < other.begin;
    }
}
