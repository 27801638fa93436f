package org.heddle.server.os;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** {@code poll} on a socket and on a process: waits until the one has something to say or the other has ended. */
public final class Poller {
    /** Readable, or the other end is gone. */
    public static final int READ = 0x001;
    /** Writable. */
    public static final int WRITE = 0x004;

    private static final int EVENTS = 4;
    private static final int RETURNED = 6;
    private static final int SIZE = 8;

    private final ByteBuffer descriptors = ByteBuffer.allocateDirect(2 * SIZE).order(ByteOrder.nativeOrder());
    private final long address = Native.address(descriptors);

    /** For this socket and this process's descriptor, or a negative number where there is none. */
    public Poller(int socket, int process) {
        descriptors.putInt(0, socket);
        descriptors.putInt(SIZE, process).putShort(SIZE + EVENTS, (short) READ);
    }

    /**
     * Waits.
     *
     * @param events {@link #READ} or {@link #WRITE} or both, of the socket
     * @param millis at most so long; 0: not at all
     * @return whether anything happened
     */
    public boolean await(int events, int millis) {
        descriptors.putShort(EVENTS, (short) events).putShort(RETURNED, (short) 0);
        descriptors.putShort(SIZE + RETURNED, (short) 0);
        return SocketCalls.poll(address, 2, millis) > 0;
    }

    /** Whether the socket can be read (or its end seen), after {@link #await}. */
    public boolean readable() {
        return (descriptors.getShort(RETURNED) & ~WRITE) != 0;
    }

    /** Whether the process had ended, after {@link #await}. */
    public boolean processEnded() {
        return descriptors.getShort(SIZE + RETURNED) != 0;
    }
}
