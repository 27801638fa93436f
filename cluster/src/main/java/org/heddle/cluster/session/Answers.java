package org.heddle.cluster.session;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import org.heddle.server.restart.RestartCounts;

/**
 * What a session sends. A thread of its own writes it, all that there is at a time: answers that come in quick succession go together, and
 * none waits for another.
 */
final class Answers implements Closeable {
    private final FrameOutput out;
    private final ArrayDeque<Answer> unsent = new ArrayDeque<>(); // guarded by this
    private final Thread writer = new Thread(this::write, "heddle-answers");
    private boolean isOver;
    private boolean isBroken;

    private record Answer(FrameKind kind, List<ByteBuffer> parts) {}

    Answers(FrameOutput out) {
        this.out = out;
        writer.setDaemon(true);
        writer.start();
    }

    void say(FrameKind kind, String text) {
        add(kind, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** The worker is ready, which an execution shows. */
    void ready(int slots, byte[] execution) {
        add(FrameKind.READY, ByteBuffer.allocate(Integer.BYTES).putInt(0, slots), ByteBuffer.wrap(execution));
    }

    /** The execution of the plan with this number, in this slot. */
    void result(long number, int slot, byte[] execution) {
        ByteBuffer head = ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .putLong(number)
                .putInt(slot)
                .flip();
        add(FrameKind.RESULT, head, ByteBuffer.wrap(execution));
    }

    /** The answer to a ping. */
    void pong(ByteBuffer ping, long nanosEach) {
        add(FrameKind.PONG, ping, ByteBuffer.allocate(Long.BYTES).putLong(0, nanosEach));
    }

    /** How executions were run, all of which have been compared. */
    void confirmed(RestartCounts.Snapshot counts) {
        add(FrameKind.CONFIRMED, Numbers.of(counts));
    }

    /** What a whole check came to. */
    void checked(byte[] answer) {
        add(FrameKind.CHECKED, ByteBuffer.wrap(answer));
    }

    private synchronized void add(FrameKind kind, ByteBuffer... parts) {
        if (!isOver && !isBroken) {
            unsent.add(new Answer(kind, List.of(parts)));
            notifyAll();
        }
    }

    private void write() {
        try (out) {
            for (Answer[] batch = await(); batch.length > 0; batch = await()) {
                for (Answer answer : batch) {
                    out.write(answer.kind(), answer.parts().toArray(new ByteBuffer[0]));
                }
                out.flush();
            }
        } catch (IOException lost) {
            breakOff(); // the reader hears of it
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void breakOff() {
        isBroken = true;
        unsent.clear();
    }

    /** All that there is; nothing once it is over. */
    private synchronized Answer[] await() throws InterruptedException {
        while (unsent.isEmpty() && !isOver) {
            wait();
        }
        Answer[] batch = unsent.toArray(new Answer[0]);
        unsent.clear();
        return batch;
    }

    /** Sends what there is, and ends the stream; does not wait for that. */
    void finish() {
        synchronized (this) {
            isOver = true;
            notifyAll();
        }
    }

    @Override
    public void close() {
        finish();
        try {
            writer.join(2000); // the check may not be reading
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
