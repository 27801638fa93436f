package org.heddle.server.protocol.message;

/**
 * What the runtime lets happen in a program, and what it looks for there. It is the same in all executions of a check, and when one of them
 * is run again.
 *
 * @param points which accesses are scheduling points
 * @param timeouts when timed operations may time out
 * @param expiries how many expiries of each timer may come at any moment, where timeouts may
 * @param spurious how often waits end without a signal, and weak compare-and-swaps fail
 * @param leaks whether leaks are looked for where the process ends
 * @param pedantic whether to report what works but is not portable
 * @param deferCancellation whether asynchronous cancellation is taken for deferred, and told of
 * @param handlers where handlers of signals may run
 * @param request the signal that somebody else sends to the process
 */
public record RunOptions(
        PointsMode points,
        TimeoutsMode timeouts,
        int expiries,
        Spurious spurious,
        boolean leaks,
        boolean pedantic,
        boolean deferCancellation,
        HandlersMode handlers,
        SignalRequest request) {
    /** The number of {@link #expiries} unless another one is asked for. */
    public static final int MOST_EXPIRIES = 2;

    /** Synchronisation alone, with nothing that has to be asked for. */
    public static final RunOptions DEFAULT = new RunOptions(
            PointsMode.SYNC,
            TimeoutsMode.LAST_RESORT,
            MOST_EXPIRIES,
            Spurious.NONE,
            false,
            false,
            false,
            HandlersMode.ANYWHERE,
            SignalRequest.NONE);

    /** With these scheduling points. */
    public RunOptions withPoints(PointsMode value) {
        return new RunOptions(
                value, timeouts, expiries, spurious, leaks, pedantic, deferCancellation, handlers, request);
    }

    /** With timeouts in this mode. */
    public RunOptions withTimeouts(TimeoutsMode value) {
        return new RunOptions(points, value, expiries, spurious, leaks, pedantic, deferCancellation, handlers, request);
    }
}
