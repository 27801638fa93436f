package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.heddle.server.protocol.message.InvariantException;
import org.heddle.server.protocol.message.ProtocolException;
import org.heddle.server.protocol.message.RefusalException;

/**
 * A frame that has arrived whole.
 *
 * @param type what it carries
 * @param body its body: little-endian, position 0, limit at its end; valid until the next frame is received
 */
public record Frame(FrameType type, ByteBuffer body) {
    /** Bytes of a frame's header. */
    public static final int HEADER = Wire.Frame.SIZE;

    /**
     * The length in bytes of the body of the frame whose header begins at {@code at}.
     *
     * @throws ProtocolException if the header is of another version, of an unknown type, or its length is not allowed
     */
    public static int bodyLength(ByteBuffer in, int at) throws ProtocolException {
        int version = Short.toUnsignedInt(in.getShort(at + Wire.Frame.VERSION));
        int length = in.getInt(at + Wire.Frame.LENGTH);
        if (version != Wire.VERSION) {
            throw new ProtocolException("a frame of protocol version " + version + ", this side speaks version "
                    + Wire.VERSION + ": libheddle.so and the server are not from the same build");
        }
        FrameType.ofCode(Short.toUnsignedInt(in.getShort(at + Wire.Frame.TYPE)));
        if (Integer.compareUnsigned(length, Wire.MAX_FRAME) > 0) {
            throw new ProtocolException("a frame of " + Integer.toUnsignedString(length) + " bytes, at most "
                    + Wire.MAX_FRAME + " are allowed");
        }
        return length;
    }

    /** The frame at {@code at}, whose header has been checked and whose body is all there. */
    public static Frame at(ByteBuffer in, int at, int bodyLength) throws ProtocolException {
        FrameType type = FrameType.ofCode(Short.toUnsignedInt(in.getShort(at + Wire.Frame.TYPE)));
        return new Frame(type, in.slice(at + HEADER, bodyLength).order(ByteOrder.LITTLE_ENDIAN));
    }

    /** Writes a header at the buffer's position. */
    public static void putHeader(ByteBuffer out, FrameType type, int bodyLength) {
        out.putInt(bodyLength).putShort((short) type.code()).putShort((short) Wire.VERSION);
    }

    /**
     * Checks that this frame is of the type that is due.
     *
     * @throws ProtocolException if it is another one; {@link RefusalException} if it is an ERROR, {@link InvariantException} if it is a
     *     BROKEN
     */
    public Frame expect(FrameType due) throws ProtocolException {
        if (type == due) {
            return this;
        }
        if (type == FrameType.ERROR) {
            throw new RefusalException(TextCodec.decode(body));
        }
        if (type == FrameType.BROKEN) {
            throw BrokenCodec.decode(body);
        }
        throw new ProtocolException("a " + type + " frame where " + due + " was due");
    }
}
