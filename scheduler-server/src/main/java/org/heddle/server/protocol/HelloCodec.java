package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import org.heddle.server.protocol.message.Hello;
import org.heddle.server.protocol.message.ProtocolException;

/** HELLO. */
public final class HelloCodec {
    private HelloCodec() {}

    /**
     * Reads a HELLO frame's body.
     *
     * @throws ProtocolException if it is malformed
     */
    public static Hello decode(ByteBuffer body) throws ProtocolException {
        if (body.limit() != Wire.Hello.SIZE) {
            throw new ProtocolException("HELLO of " + body.limit() + " bytes, " + Wire.Hello.SIZE + " were expected");
        }
        int pid = body.getInt(Wire.Hello.PID);
        if (pid <= 0) {
            throw new ProtocolException("HELLO from the process " + Integer.toUnsignedString(pid));
        }
        int flags = body.getInt(Wire.Hello.FLAGS);
        return new Hello(pid, (flags & Wire.HELLO_INSTRUMENTED) != 0, (flags & Wire.HELLO_OTHER_VERSION) != 0);
    }

    /** Writes a whole HELLO frame. */
    public static void encode(ByteBuffer out, Hello hello) {
        Frame.putHeader(out, FrameType.HELLO, Wire.Hello.SIZE);
        int flags = (hello.instrumented() ? Wire.HELLO_INSTRUMENTED : 0)
                | (hello.otherVersion() ? Wire.HELLO_OTHER_VERSION : 0);
        out.putInt(hello.pid()).putInt(flags);
    }
}
