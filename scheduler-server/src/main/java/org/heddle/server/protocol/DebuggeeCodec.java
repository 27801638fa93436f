package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import org.heddle.server.protocol.message.ProtocolException;

/** DEBUGGEE. */
public final class DebuggeeCodec {
    private DebuggeeCodec() {}

    /**
     * The process that a DEBUGGEE frame's body names.
     *
     * @throws ProtocolException if it is malformed
     */
    public static int decode(ByteBuffer body) throws ProtocolException {
        if (body.limit() != Wire.Debuggee.SIZE || body.getInt(Wire.Debuggee.PID) <= 0) {
            throw new ProtocolException("DEBUGGEE of " + body.limit() + " bytes");
        }
        return body.getInt(Wire.Debuggee.PID);
    }
}
