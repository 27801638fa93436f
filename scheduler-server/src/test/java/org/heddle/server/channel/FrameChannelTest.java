package org.heddle.server.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import jnr.unixsocket.UnixSocketChannel;
import org.heddle.server.protocol.Frame;
import org.heddle.server.protocol.FrameType;
import org.junit.jupiter.api.Test;

/** What is sent by one end of a connection and received by the other. */
final class FrameChannelTest {
    private static final int FRAMES = 64;
    private static final int BODY = 10_000; // so many do not fit the first buffer

    /** A buffer that grows while frames wait in it must not lose those. */
    @Test
    void framesThatWaitInABufferThatGrows_allArriveInOrder() throws Exception {
        UnixSocketChannel[] ends = UnixSocketChannel.pair();
        int process = (int) ProcessHandle.current().pid();
        try (FrameChannel one = new FrameChannel(ends[0], process);
                FrameChannel other = new FrameChannel(ends[1], process)) {
            for (int number = 0; number < FRAMES; number++) {
                put(one.begin(Frame.HEADER + BODY), number);
            }
            List<Integer> numbers = new ArrayList<>();
            boolean sent = false;
            while (!sent || numbers.size() < FRAMES) {
                sent = sent || one.flush();
                for (Frame frame = other.poll(); frame != null; frame = other.poll()) {
                    numbers.add(frame.body().getInt(0));
                }
            }
            List<Integer> expected = new ArrayList<>();
            for (int number = 0; number < FRAMES; number++) {
                expected.add(number);
            }
            assertEquals(expected, numbers);
        }
    }

    private static void put(ByteBuffer out, int number) {
        Frame.putHeader(out, FrameType.PLAN, BODY);
        out.putInt(number).put(new byte[BODY - Integer.BYTES]);
    }
}
