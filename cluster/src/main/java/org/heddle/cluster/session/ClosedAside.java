package org.heddle.cluster.session;

import java.io.Closeable;
import java.io.IOException;

/** Closes streams that nobody may be reading, which can take a while, on threads of their own. */
public final class ClosedAside {
    private ClosedAside() {}

    /** Closes it without waiting; a stream that is broken is as good as closed. */
    public static void close(Closeable stream) {
        Thread thread = new Thread(() -> closeQuietly(stream), "heddle-close");
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Closeable stream) {
        try {
            stream.close();
        } catch (IOException broken) {
            // as good as closed
        }
    }
}
