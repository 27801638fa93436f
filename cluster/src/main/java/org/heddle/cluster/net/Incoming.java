package org.heddle.cluster.net;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The far end of a stream, which says in words that its connection broke. Pekko says it in those of its own parts. */
final class Incoming extends FilterInputStream {
    /** What a user is told of the member at the near end. */
    static final String BROKEN = "the connection to it broke: it was killed, or its machine or the network failed";

    Incoming(InputStream stream) {
        super(stream);
    }

    @Override
    public int read() throws IOException {
        try {
            return super.read();
        } catch (IOException failed) {
            throw inWords(failed);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return super.read(bytes, offset, length);
        } catch (IOException failed) {
            throw inWords(failed);
        }
    }

    /** What Pekko's stream fails with is the cause of the exception; without one it has been closed. */
    private static IOException inWords(IOException failed) {
        return failed.getCause() == null ? failed : new IOException(BROKEN, failed);
    }
}
