package org.heddle.cluster.session;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.heddle.cluster.program.Bundle;

/** A suite's link to a worker that is to make one whole check. For one thread. */
public final class CheckLink implements Closeable {
    private static final byte[] NOTHING = {};

    private final FrameInput in;
    private final FrameOutput out;

    /** A link by these streams. */
    public CheckLink(InputStream in, OutputStream out) {
        this.in = new FrameInput(in);
        this.out = new FrameOutput(out);
    }

    /**
     * Either what the check came to, or why the worker does not make it.
     *
     * @param answer to the question; null if there is none
     * @param refusal why not
     */
    @SuppressWarnings("ArrayRecordComponent") // on its way
    public record Made(byte[] answer, Optional<String> refusal) {
        private static Made refused(String why) {
            return new Made(null, Optional.of(why));
        }
    }

    /**
     * Hands over the program, and waits for what the check comes to.
     *
     * @throws IOException if the connection is lost
     */
    public Made make(Bundle bundle, Trial trial, byte[] question) throws IOException {
        Optional<String> refusal = new Greeting(in, out).say(bundle, trial).refusal();
        if (refusal.isPresent()) {
            return Made.refused(refusal.get());
        }
        out.write(FrameKind.CHECK, ByteBuffer.wrap(question));
        out.flush();
        FrameInput.Received frame = in.read();
        while (frame.kind() == FrameKind.LEAVING) {
            try {
                frame = in.read(); // it ends the check before
            } catch (EOFException ended) {
                return Made.refused(Greeting.LEAVING); // it had not begun
            }
        }
        return frame.kind() == FrameKind.REFUSED
                ? Made.refused(frame.text())
                : new Made(frame.expect(FrameKind.CHECKED).bytes(), Optional.empty());
    }

    @Override
    public void close() throws IOException {
        try (out) {
            out.write(FrameKind.BYE, NOTHING);
            out.flush();
        }
    }
}
