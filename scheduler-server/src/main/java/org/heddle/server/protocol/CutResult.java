package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.heddle.server.protocol.message.ProtocolException;

/**
 * A RESULT without its events, for which there is no room: what it says besides, such as how the execution ended, is kept. The other
 * side never sends one.
 */
public final class CutResult {
    /** In the place of the number of events that the plan knows. */
    static final int MARK = -1;

    private CutResult() {}

    /** Whether the body of a RESULT is one. */
    public static boolean isCut(ByteBuffer body) {
        return body.getInt(Wire.Result.OMITTED) == MARK;
    }

    /** A copy of a RESULT's body, without its events. */
    public static ByteBuffer of(ByteBuffer body) throws ProtocolException {
        Sections sections = Sections.of(body);
        int length = sections.pending - sections.events;
        ByteBuffer cut = ByteBuffer.allocate(body.limit() - length).order(ByteOrder.LITTLE_ENDIAN);
        cut.put(0, body, 0, sections.events)
                .put(sections.events, body, sections.pending, body.limit() - sections.pending);
        mark(cut, 0);
        return cut;
    }

    /**
     * Takes the events out of a frame that has arrived in part.
     *
     * @param in what has arrived, little-endian; its limit is where that ends, and is moved to where it ends now
     * @return how many bytes of events are still to arrive, which nobody wants; negative if there is nothing to be taken out
     * @throws ProtocolException if it is no frame
     */
    public static int takeOut(ByteBuffer in) throws ProtocolException {
        int events = Frame.HEADER + Wire.Result.SIZE;
        if (in.limit() < events
                || FrameType.ofCode(Short.toUnsignedInt(in.getShort(Wire.Frame.TYPE))) != FrameType.RESULT) {
            return -1;
        }
        long length = Integer.toUnsignedLong(in.getInt(Frame.HEADER + Wire.Result.EVENT_COUNT)) * Wire.Event.SIZE;
        if (events + length > Frame.HEADER + (long) Frame.bodyLength(in, 0)) {
            throw new ProtocolException("RESULT with more events than it has room for");
        }
        if (length == 0) {
            return -1;
        }
        int arrived = (int) Math.min(in.limit() - events, length);
        in.put(events, in, events + arrived, in.limit() - events - arrived);
        in.limit(in.limit() - arrived);
        in.putInt(Wire.Frame.LENGTH, (int) (in.getInt(Wire.Frame.LENGTH) - length));
        mark(in, Frame.HEADER);
        return (int) length - arrived;
    }

    private static void mark(ByteBuffer result, int at) {
        result.putInt(at + Wire.Result.EVENT_COUNT, 0).putInt(at + Wire.Result.OMITTED, MARK);
    }
}
