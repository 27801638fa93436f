package org.heddle.cluster.session;

import java.nio.ByteBuffer;

/**
 * How many plans a worker should hold, so that its slots never wait for the network: those that they execute, and as many as they execute
 * while a plan goes there and an execution comes back. Both times are measured.
 */
final class Window {
    private static final int AT_LEAST = 2;
    private static final int FIRST = 4;
    private static final int AT_MOST = 64;

    private double roundTrip;

    /** Before anything is known. */
    int first(int slots) {
        return FIRST * slots;
    }

    /**
     * After an answer to a ping.
     *
     * @param pong when the ping was sent, and how long an execution takes there, both in nanoseconds
     */
    int after(ByteBuffer pong, int slots, long now) {
        double measured = Math.max(0, now - pong.getLong());
        double execution = Math.max(1_000, pong.getLong());
        roundTrip = roundTrip == 0 ? measured : 0.8 * roundTrip + 0.2 * measured;
        double each = AT_LEAST + 2 * roundTrip / execution;
        return (int) Math.ceil(slots * Math.min(AT_MOST, each));
    }
}
