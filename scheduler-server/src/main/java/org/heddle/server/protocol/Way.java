package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import org.heddle.server.protocol.message.Fallback;
import org.heddle.server.protocol.message.ProtocolException;

/**
 * How an execution was run, as its RESULT says.
 *
 * @param inProcess in the runner, else in a fork
 * @param again whether it was in the runner, which was killed, and nobody knows whether this result has come before
 * @param fallback why in a fork, if its plan allowed the runner
 * @param systemCall the number of the call that could not be undone, if that is why
 * @param fromCheckpoint how many of its events were not executed, for it began at a checkpoint behind them
 */
public record Way(boolean inProcess, boolean again, Fallback fallback, int systemCall, int fromCheckpoint) {
    private static final int BEGIN = Wire.Result.IN_PROCESS;
    private static final int END = Wire.Result.DIVERGED_ACTUAL;

    /**
     * Reads it from a RESULT frame's body.
     *
     * @throws ProtocolException if it is malformed
     */
    public static Way of(ByteBuffer body) throws ProtocolException {
        if (body.limit() < Wire.Result.SIZE) {
            throw new ProtocolException("RESULT of " + body.limit() + " bytes");
        }
        return new Way(
                body.getInt(Wire.Result.IN_PROCESS) != 0,
                body.getInt(Wire.Result.IN_PROCESS) == Wire.IN_PROCESS_AGAIN,
                Fallback.ofCode(body.getInt(Wire.Result.FALLBACK)),
                body.getInt(Wire.Result.FALLBACK_CALL),
                body.getInt(Wire.Result.FROM_CHECKPOINT));
    }

    /** Whether the bodies of two RESULT frames differ in nothing but how the executions were run. */
    public static boolean isAllThatDiffers(ByteBuffer one, ByteBuffer other) {
        return one.limit() == other.limit()
                && one.slice(0, BEGIN).equals(other.slice(0, BEGIN))
                && one.slice(END, one.limit() - END).equals(other.slice(END, other.limit() - END));
    }
}
