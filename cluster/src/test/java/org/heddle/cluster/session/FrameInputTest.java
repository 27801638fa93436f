package org.heddle.cluster.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Random;
import org.heddle.cluster.program.Job;
import org.junit.jupiter.api.Test;

/** Frames that are malformed or too long are refused, and take no memory. */
final class FrameInputTest {
    private static FrameInput input(byte... bytes) {
        return new FrameInput(new ByteArrayInputStream(bytes));
    }

    private static byte[] head(int kind, int length) {
        return ByteBuffer.allocate(1 + Integer.BYTES)
                .put((byte) kind)
                .putInt(length)
                .array();
    }

    @Test
    void frame_isReadAsItWasWritten() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] from, int at, int length) {
                assertTrue(length <= FrameOutput.PIECE, "more than Pekko takes: " + length);
                super.write(from, at, length);
            }
        };
        byte[] body = new byte[3 << 20]; // more than is taken in at once
        new Random(1).nextBytes(body);
        try (FrameOutput out = new FrameOutput(bytes)) {
            out.write(FrameKind.FILE, body);
            out.write(FrameKind.BYE, new byte[0]);
        }
        FrameInput in = input(bytes.toByteArray());
        FrameInput.Received file = in.read().expect(FrameKind.FILE);
        byte[] read = new byte[file.body().remaining()];
        file.body().get(read);
        assertArrayEquals(body, read);
        assertEquals(0, in.read().expect(FrameKind.BYE).body().remaining());
        assertThrows(EOFException.class, in::read);
    }

    @Test
    void lengthBeyondTheLimit_isRefused() {
        for (int length : new int[] {-1, Integer.MIN_VALUE, FrameInput.LONGEST + 1, Integer.MAX_VALUE}) {
            assertThrows(IOException.class, () -> input(head(1, length)).read(), "length " + length);
        }
    }

    @Test
    void lengthWithoutABody_takesNoMemory() {
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100; i++) {
            assertThrows(
                    EOFException.class, () -> input(head(1, FrameInput.LONGEST)).read());
        }
        long taken = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(taken < FrameInput.LONGEST, "it took " + taken);
    }

    @Test
    void unknownKind_isRefused() {
        for (int kind : new int[] {0, FrameKind.values().length + 1, 255}) {
            assertThrows(IOException.class, () -> input(head(kind, 0)).read(), "kind " + kind);
        }
    }

    @Test
    void anythingElse_isAnExceptionOfThisConnection() {
        Random random = new Random(2);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (bytes.length > 0 && random.nextBoolean()) {
                bytes[0] = (byte) (1 + random.nextInt(FrameKind.values().length));
            }
            assertThrows(IOException.class, () -> readAll(bytes));
            assertThrows(IOException.class, () -> Job.of(bytes));
        }
    }

    private static void readAll(byte... bytes) throws IOException {
        FrameInput in = input(bytes);
        while (true) {
            in.read();
        }
    }
}
