package org.heddle.cluster.session;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads frames; refuses those that are malformed or too long. For one thread. */
final class FrameInput {
    /** The longest body: an execution's, with what stands before it. */
    static final int LONGEST = (256 << 20) + 64;

    private static final int BUFFER = 64 << 10;
    private static final int STEP = 1 << 20;

    private final DataInputStream in;

    FrameInput(InputStream in) {
        this.in = new DataInputStream(new BufferedInputStream(in, BUFFER));
    }

    /**
     * A frame.
     *
     * @param kind what it says
     * @param body its body, big-endian
     */
    record Received(FrameKind kind, ByteBuffer body) {
        Received expect(FrameKind due) throws IOException {
            if (kind != due) {
                throw new IOException("a frame " + kind + " where " + due + " was due");
            }
            return this;
        }

        String text() {
            return StandardCharsets.UTF_8.decode(body).toString();
        }

        byte[] bytes() {
            byte[] bytes = new byte[body.remaining()];
            body.get(bytes);
            return bytes;
        }
    }

    /**
     * The next frame; waits for it.
     *
     * @throws IOException if the stream ends or is malformed
     */
    Received read() throws IOException {
        FrameKind kind = FrameKind.ofCode(in.readUnsignedByte());
        int length = in.readInt();
        if (length < 0 || length > LONGEST) {
            throw new IOException("a frame " + kind + " of " + length + " bytes");
        }
        byte[] body = new byte[Math.min(length, STEP)]; // more when it comes: a length alone takes no memory
        int read = 0;
        while (read < length) {
            if (read == body.length) {
                body = java.util.Arrays.copyOf(body, (int) Math.min(length, 2L * body.length));
            }
            in.readFully(body, read, body.length - read);
            read = body.length;
        }
        return new Received(kind, ByteBuffer.wrap(body));
    }
}
