package org.heddle.cluster.session;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cluster.lease.Leases;
import org.heddle.cluster.program.Bundle;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.journal.ExecutionRecord;
import org.heddle.server.protocol.PlanCodec;
import org.heddle.server.protocol.message.ProtocolException;

/**
 * A check's link to one worker. One thread reads what comes, decodes it and reports it to the crew; another writes, so that a
 * worker that does not read holds up nobody.
 */
public final class WorkerLink implements Crew.Link {
    private static final int TOGETHER = 16;
    private static final long PING_MILLIS = 1000;
    private static final long FAREWELL_MILLIS = 500;
    private static final int MOST_FAILURES = 16;
    private static final byte[] NOTHING = {};

    private final String name;
    private final FrameInput in;
    private final FrameOutput out;
    private final Bundle bundle;
    private final Trial trial;
    private final Crew crew;
    private final ExecutionRecord record = new ExecutionRecord();
    private final Window window = new Window();

    private final ArrayDeque<Leases.Lease> unsent = new ArrayDeque<>(); // guarded by this
    private boolean wakeWriter;
    private boolean cancel;
    private boolean confirm;
    private boolean isOver;
    private int failures;
    private volatile Thread writer;
    private volatile int slots;
    private volatile long heard = System.nanoTime();
    private volatile boolean isLeaving;

    /** A link by these streams. */
    public WorkerLink(String name, InputStream in, OutputStream out, Bundle bundle, Trial trial, Crew crew) {
        this.name = name;
        this.in = new FrameInput(in);
        this.out = new FrameOutput(out);
        this.bundle = bundle;
        this.trial = trial;
        this.crew = crew;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long heard() {
        return heard;
    }

    @Override
    public int slots() {
        return slots;
    }

    /**
     * Hands the program to the worker.
     *
     * @return why the worker refuses it, or is refused; empty if it is ready for plans
     * @throws IOException if the connection is lost
     */
    public Optional<String> greet() throws IOException {
        Greeting.Answer answer = new Greeting(in, out).say(bundle, trial);
        slots = answer.slots();
        return answer.refusal();
    }

    /** Joins the crew, and reads until the connection is lost or over; to be called on a thread of its own after {@link #greet}. */
    public void run() {
        int number = crew.join(this, window.first(slots));
        writer = new Thread(this::write, "heddle-to-" + name);
        writer.setDaemon(true);
        writer.start();
        String why = "it ended the connection";
        try {
            while (true) {
                take(number, in.read());
            }
        } catch (EOFException ended) {
            // as said
        } catch (IOException failed) {
            why = failed.getMessage() == null ? failed.toString() : failed.getMessage();
        } catch (OutOfMemoryError full) {
            why = "there was no room in memory (--memory) for what it sent";
            crew.full();
        } finally {
            crew.leave(number, why, !isLeaving && !isOver());
            close();
        }
    }

    private void take(int number, FrameInput.Received frame) throws IOException {
        heard = System.nanoTime();
        ByteBuffer body = frame.body();
        try {
            switch (frame.kind()) {
                case RESULT -> takeResult(number, body);
                case PONG -> crew.setWindow(number, isLeaving ? 0 : window.after(body, slots, System.nanoTime()));
                case CONFIRMED -> crew.confirmed(number, Numbers.read(body));
                case DIFFERS -> crew.differs(frame.text());
                case LEAVING -> {
                    isLeaving = true;
                    crew.setWindow(number, 0);
                }
                case REFUSED -> throw new IOException(frame.text());
                default -> throw new IOException("a frame " + frame.kind() + " that was not due");
            }
        } catch (BufferUnderflowException tooShort) {
            throw new IOException("a malformed frame " + frame.kind(), tooShort);
        }
    }

    private void takeResult(int number, ByteBuffer body) throws IOException {
        long plan = body.getLong();
        int slot = body.getInt();
        Plan wanted = crew.wanted(number, plan);
        Execution execution = wanted == null ? null : decode(body, wanted);
        crew.answer(number, slot, plan, execution);
        if (execution != null) {
            failures = execution.outcome() == Outcome.LOST ? failures + 1 : 0;
            if (failures >= MOST_FAILURES) {
                throw new IOException("it lost " + failures + " executions one after the other");
            }
        }
    }

    private Execution decode(ByteBuffer body, Plan plan) throws IOException {
        try {
            Execution execution = record.decode(body.slice(), plan);
            if (execution == null) {
                throw new IOException("an execution of another plan");
            }
            return execution;
        } catch (ProtocolException | IndexOutOfBoundsException malformed) {
            throw new IOException("a malformed execution: " + malformed.getMessage(), malformed);
        }
    }

    @Override
    public synchronized void send(Leases.Lease lease) {
        unsent.add(lease);
        if (unsent.size() >= TOGETHER) {
            flush();
        }
    }

    @Override
    public synchronized void flush() {
        if (!unsent.isEmpty()) {
            wake();
        }
    }

    @Override
    public synchronized void cancel() {
        unsent.clear();
        cancel = true;
        wake();
    }

    @Override
    public synchronized void confirm() {
        confirm = true;
        wake();
    }

    private void wake() {
        wakeWriter = true;
        notifyAll();
    }

    private synchronized boolean isOver() {
        return isOver;
    }

    /** Says good-bye. */
    public synchronized void close() {
        isOver = true;
        wake();
        if (writer == null) {
            ClosedAside.close(out);
        }
    }

    /** What the writer is to send next. */
    private record Batch(boolean cancel, List<Leases.Lease> plans, boolean confirm, boolean isOver) {}

    private synchronized Batch await() throws InterruptedException {
        long until = System.nanoTime() + PING_MILLIS * 1_000_000;
        for (long left = PING_MILLIS; !wakeWriter && left > 0; left = (until - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        Batch batch = new Batch(cancel, new ArrayList<>(unsent), confirm, isOver);
        unsent.clear();
        wakeWriter = false;
        cancel = false;
        confirm = false;
        return batch;
    }

    /** Waits a moment until the good-bye has been sent; {@link #close} has been called. */
    public void awaitEnd() {
        try {
            Thread current = writer;
            if (current != null) {
                current.join(FAREWELL_MILLIS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        try (out) {
            long pinged = System.nanoTime() - PING_MILLIS * 1_000_000;
            boolean going = true;
            while (going) {
                Batch batch = await();
                if (batch.cancel()) {
                    out.write(FrameKind.CANCEL, NOTHING);
                }
                for (Leases.Lease lease : batch.plans()) {
                    writePlan(lease);
                }
                if (batch.confirm()) {
                    out.write(FrameKind.CONFIRM, NOTHING);
                }
                long now = System.nanoTime();
                if (now - pinged >= PING_MILLIS * 1_000_000) {
                    pinged = now;
                    out.write(FrameKind.PING, ByteBuffer.allocate(Long.BYTES).putLong(0, now));
                }
                if (batch.isOver()) {
                    out.write(FrameKind.BYE, NOTHING);
                    going = false;
                }
                out.flush();
            }
        } catch (IOException lost) {
            // the reader hears of it
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void writePlan(Leases.Lease lease) throws IOException {
        ByteBuffer frame =
                ByteBuffer.allocate(PlanCodec.frameSize(lease.plan())).order(ByteOrder.LITTLE_ENDIAN);
        PlanCodec.encode(frame, lease.plan(), trial.envelope());
        out.write(FrameKind.PLAN, ByteBuffer.allocate(Long.BYTES).putLong(0, lease.number()), frame.flip());
    }
}
