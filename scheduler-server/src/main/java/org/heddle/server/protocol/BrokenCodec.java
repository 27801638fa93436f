package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.Step;
import org.heddle.server.protocol.message.InvariantException;
import org.heddle.server.protocol.message.ProtocolException;

/** BROKEN. */
public final class BrokenCodec {
    private BrokenCodec() {}

    /**
     * What a BROKEN frame's body tells.
     *
     * @throws ProtocolException if it is malformed
     */
    public static InvariantException decode(ByteBuffer body) throws ProtocolException {
        if (body.limit() < Wire.Broken.SIZE) {
            throw new ProtocolException("BROKEN of " + body.limit() + " bytes");
        }
        int events = body.getInt(Wire.Broken.EVENT_COUNT);
        int text = body.getInt(Wire.Broken.TEXT_LENGTH);
        if (events < 0 || text < 0 || Wire.Broken.SIZE + (long) events * Wire.Event.SIZE + text != body.limit()) {
            throw new ProtocolException("BROKEN, whose length does not fit its counts");
        }
        EventCodec codec = new EventCodec();
        List<Step> steps = new ArrayList<>();
        int at = Wire.Broken.SIZE;
        for (int i = 0; i < events; i++) {
            steps.add(Step.of(codec.decode(body, at)));
            at += Wire.Event.SIZE;
        }
        return new InvariantException(TextCodec.decode(body, at, text), steps);
    }
}
