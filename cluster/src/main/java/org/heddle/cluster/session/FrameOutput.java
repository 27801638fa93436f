package org.heddle.cluster.session;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Writes frames: a byte for the kind, four for the length, the body. Safe for use by several threads; blocks while the far end is
 * behind.
 */
final class FrameOutput implements Closeable {
    /** The most that is written at once. Pekko sends it as one message, and drops those beyond 256 KiB without a word. */
    static final int PIECE = 32 << 10;

    private final DataOutputStream out;

    FrameOutput(OutputStream out) {
        this.out = new DataOutputStream(new BufferedOutputStream(out, PIECE));
    }

    synchronized void write(FrameKind kind, ByteBuffer... parts) throws IOException {
        int length = 0;
        for (ByteBuffer part : parts) {
            length += part.remaining();
        }
        out.writeByte(kind.code());
        out.writeInt(length);
        for (ByteBuffer part : parts) {
            int from = part.arrayOffset() + part.position();
            for (int done = 0; done < part.remaining(); done += PIECE) {
                out.write(part.array(), from + done, Math.min(PIECE, part.remaining() - done));
            }
        }
    }

    synchronized void write(FrameKind kind, byte[] body) throws IOException {
        write(kind, ByteBuffer.wrap(body));
    }

    synchronized void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
