package org.heddle.dpor.history;

/**
 * What a call says, whenever it comes.
 *
 * @param thread who makes it
 * @param invocation what it is a call of, as a hash
 * @param response its result, as a hash
 */
public record Said(int thread, long invocation, long response) {
    /** What this call says. */
    public static Said of(Call call) {
        return new Said(call.thread(), call.invocation(), call.response());
    }
}
