package org.heddle.server.protocol.message;

import java.util.Set;

/**
 * What the runtime lets happen in a program, and what it looks for there. It is the same in all executions of a check, and when one of them
 * is run again.
 *
 * @param points which accesses are scheduling points
 * @param timeouts when timed operations may time out
 * @param expiries how many expiries of each timer may come at any moment, where timeouts may
 * @param spurious how often waits end without a signal, and weak compare-and-swaps fail
 * @param failures how many calls of each execution fail although nothing is wrong
 * @param flags what is asked for by yes or no
 * @param allowed what of the machine calls may change
 * @param request the signal that somebody else sends to the process
 */
public record RunOptions(
        PointsMode points,
        TimeoutsMode timeouts,
        int expiries,
        Spurious spurious,
        Failures failures,
        Set<RunFlag> flags,
        Set<MachineChange> allowed,
        SignalRequest request) {
    /** The number of {@link #expiries} unless another one is asked for. */
    public static final int MOST_EXPIRIES = 2;

    /** Synchronisation alone, with nothing that has to be asked for. */
    public static final RunOptions DEFAULT = new RunOptions(
            PointsMode.SYNC,
            TimeoutsMode.LAST_RESORT,
            MOST_EXPIRIES,
            Spurious.NONE,
            Failures.NONE,
            Set.of(),
            Set.of(),
            SignalRequest.NONE);

    /** Makes the sets immutable. */
    public RunOptions {
        flags = Set.copyOf(flags);
        allowed = Set.copyOf(allowed);
    }

    /** Whether this one is asked for. */
    public boolean asks(RunFlag flag) {
        return flags.contains(flag);
    }

    /** Whether stores go through store buffers. */
    public boolean buffersStores() {
        return asks(RunFlag.TSO) || asks(RunFlag.PSO);
    }

    /** With these flags. */
    public RunOptions withFlags(Set<RunFlag> value) {
        return new RunOptions(points, timeouts, expiries, spurious, failures, value, allowed, request);
    }

    /** With these scheduling points. */
    public RunOptions withPoints(PointsMode value) {
        return new RunOptions(value, timeouts, expiries, spurious, failures, flags, allowed, request);
    }

    /** With timeouts in this mode. */
    public RunOptions withTimeouts(TimeoutsMode value) {
        return new RunOptions(points, value, expiries, spurious, failures, flags, allowed, request);
    }
}
