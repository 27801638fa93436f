package org.heddle.server.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jnr.constants.platform.Errno;
import jnr.unixsocket.UnixSocketChannel;
import org.heddle.server.os.Native;
import org.heddle.server.os.Poller;
import org.heddle.server.os.SocketCalls;
import org.heddle.server.protocol.CutResult;
import org.heddle.server.protocol.Frame;
import org.heddle.server.protocol.message.ProtocolException;

/**
 * Frames over a connected socket. No call but {@link #await} blocks, so that one thread can both send and receive
 * without the two sides waiting for each other. For one thread at a time.
 */
public final class FrameChannel implements AutoCloseable {
    private static final int SMALL = 256 << 10;
    private static final int LARGE = 8 << 20;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;

    private final UnixSocketChannel socket;
    private final int descriptor;
    private final Poller poller;
    private ByteBuffer in = buffer(SMALL);
    private long inAddress = Native.address(in);
    private int read;
    private int filled;
    private int unwanted; // bytes to come, which nobody keeps
    private ByteBuffer out = buffer(SMALL);
    private int sent; // of what is in `out`, where something is
    private long outAddress = Native.address(out);

    FrameChannel(UnixSocketChannel socket, int process) {
        this.socket = socket;
        this.descriptor = socket.getFD();
        this.poller = new Poller(descriptor, process);
    }

    /** A buffer with room for so many bytes of frames behind those that are to be sent by {@link #flush}. */
    public ByteBuffer begin(int size) {
        int unsent = out.position();
        if (size > out.capacity() - unsent || (out.capacity() > LARGE && unsent + size <= SMALL)) {
            ByteBuffer larger = buffer(Math.max(Math.addExact(unsent, size), SMALL));
            out = larger.put(out.flip());
            outAddress = Native.address(out);
        }
        return out;
    }

    /** Whether there are frames that have not been sent, or not wholly. */
    public boolean hasUnsent() {
        return out.position() > 0;
    }

    /**
     * Sends what was put into the buffer, as far as the other side takes it.
     *
     * @return whether all of it is sent
     * @throws IOException if the connection is lost
     */
    public boolean flush() throws IOException {
        while (sent < out.position()) {
            long count =
                    SocketCalls.send(descriptor, outAddress + sent, out.position() - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (count >= 0) {
                sent += (int) count;
            } else if (wouldBlock(Native.errno())) {
                return false;
            }
        }
        out.clear();
        sent = 0;
        return true;
    }

    /**
     * The next frame, if it has arrived whole.
     *
     * @return the frame, valid until the next call, or null
     * @throws ProtocolException if what arrived is not a frame
     * @throws IOException if the connection is lost
     */
    public Frame poll() throws IOException {
        Frame frame = next();
        while (frame == null && receive()) {
            frame = next();
        }
        return frame;
    }

    /**
     * Takes in what has arrived, so that the other side can go on sending.
     *
     * @return whether anything had arrived
     * @throws IOException if the connection is lost
     */
    public boolean receive() throws IOException {
        makeRoom();
        int room = in.capacity() - filled;
        long count = SocketCalls.recv(
                descriptor, inAddress + filled, unwanted > 0 ? Math.min(unwanted, room) : room, MSG_DONTWAIT);
        if (count > 0 && unwanted > 0) {
            unwanted -= (int) count;
            return true;
        }
        if (count > 0) {
            filled += (int) count;
            return true;
        }
        if (count == 0) {
            throw new PeerGoneException("the target closed the connection");
        }
        return !wouldBlock(Native.errno());
    }

    /**
     * Waits until there is something to receive (or also, room to send), or the target has ended.
     *
     * @return false if none of it happened in time
     */
    public boolean await(boolean alsoToSend, int millis) {
        return poller.await(alsoToSend ? Poller.READ | Poller.WRITE : Poller.READ, millis);
    }

    /** Whether the target had ended at the last {@link #await}. */
    public boolean processEnded() {
        return poller.processEnded();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private Frame next() throws ProtocolException {
        int available = filled - read;
        if (available < Frame.HEADER) {
            return null;
        }
        int length = Frame.bodyLength(in, read);
        if (available - Frame.HEADER < length) {
            return null;
        }
        Frame frame = Frame.at(in, read, length);
        read += Frame.HEADER + length;
        return frame;
    }

    /** Buffers grow with what really arrives, not with what a header promises. */
    private void makeRoom() throws ProtocolException {
        if (read == filled) {
            read = 0;
            filled = 0;
            if (in.capacity() > LARGE) {
                replaceIn(buffer(SMALL));
            }
        } else if (filled == in.capacity()) {
            ByteBuffer rest = in.slice(read, filled - read);
            if (read < in.capacity() / 2) {
                grow(rest);
            } else {
                in.put(0, rest, 0, rest.capacity());
                read = 0;
                filled = rest.capacity();
            }
        }
    }

    /**
     * To no more than the frame needs, unless it is there and nobody has read it yet. Where there is not so much memory, it is taken in
     * without its events.
     */
    private void grow(ByteBuffer rest) throws ProtocolException {
        rest.order(ByteOrder.LITTLE_ENDIAN);
        int twice = Math.multiplyExact(in.capacity(), 2);
        int whole = Math.addExact(Frame.HEADER, Frame.bodyLength(rest, 0));
        int room = whole > rest.capacity() ? Math.min(whole, twice) : twice;
        try {
            replaceIn(buffer(room).put(0, rest, 0, rest.capacity()));
            read = 0;
            filled = rest.capacity();
        } catch (OutOfMemoryError full) {
            in.put(0, rest, 0, rest.capacity()).limit(rest.capacity());
            int toCome = whole > rest.capacity() ? CutResult.takeOut(in) : -1;
            read = 0;
            filled = in.limit();
            in.clear();
            if (toCome < 0) {
                throw full;
            }
            unwanted = toCome;
        }
    }

    private void replaceIn(ByteBuffer replacement) {
        in = replacement;
        inAddress = Native.address(in);
    }

    private static boolean wouldBlock(Errno error) throws PeerGoneException {
        return switch (error) {
            case EAGAIN, EWOULDBLOCK -> true;
            case EINTR -> false;
            case EPIPE, ECONNRESET -> throw new PeerGoneException("the target closed the connection");
            default -> throw new PeerGoneException("the connection failed: " + Native.describe(error));
        };
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
