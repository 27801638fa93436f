package org.heddle.cluster.session;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cluster.program.Installed;
import org.heddle.cluster.program.Job;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.protocol.Frame;
import org.heddle.server.protocol.PlanCodec;
import org.heddle.server.protocol.message.ProtocolException;

/**
 * What a worker does for one check: takes in the program, executes plans in its slots, and sends back what comes of them; or makes the
 * whole check. A session runs on a thread of its own, each slot on another.
 */
public final class WorkSession {
    private static final int HASH = 64;

    private final String check;
    private final Workshop workshop;
    private final FrameInput in;
    private final Answers answers;
    private final Orders orders = new Orders();
    private final WholeTask whole;
    private final List<Slot> slots = new ArrayList<>();

    /** A session for a check by these streams. */
    public WorkSession(String check, InputStream in, OutputStream out, Workshop workshop) {
        this.check = check;
        this.workshop = workshop;
        this.in = new FrameInput(in);
        answers = new Answers(new FrameOutput(out));
        whole = new WholeTask(workshop, answers);
    }

    /** The check that it is for. */
    String check() {
        return check;
    }

    /**
     * Works until the check ends it, the connection is lost, or the worker leaves.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws InterruptedException {
        int number = workshop.enter(this);
        try (answers) {
            work();
        } catch (IOException lost) {
            // the check gives its plans to others
        } finally {
            workshop.exit(number);
        }
    }

    private void work() throws IOException, InterruptedException {
        Job job = Job.of(in.read().expect(FrameKind.JOB).bytes());
        Optional<String> obstacle = Installed.obstacle(job, workshop.shim());
        if (obstacle.isPresent()) {
            answers.say(FrameKind.REFUSED, obstacle.get());
            return;
        }
        Optional<Installed> ready = install(job);
        if (ready.isEmpty()) {
            return;
        }
        try (Installed installed = ready.get()) {
            try {
                execute(installed);
            } finally {
                whole.close();
                orders.end();
                for (Slot slot : slots) {
                    slot.close();
                }
            }
        }
    }

    /** Takes the program in; if that is not possible, for want of room perhaps, it says so. */
    private Optional<Installed> install(Job job) throws IOException, InterruptedException {
        Optional<String> obstacle = fetch(job);
        if (obstacle.isEmpty()) {
            try {
                return Optional.of(Installed.of(job, workshop.cache(), workshop.shim()));
            } catch (IOException failed) {
                obstacle = Optional.of(failed.toString());
            }
        }
        answers.say(FrameKind.REFUSED, "it cannot keep the program: " + obstacle.get());
        return Optional.empty();
    }

    /** Asks for the files that are missing; returns why they cannot be kept. All of them are read in any case. */
    private Optional<String> fetch(Job job) throws IOException {
        List<String> missing = new ArrayList<>();
        for (String file : job.files()) {
            if (!workshop.cache().has(file)) {
                missing.add(file);
            }
        }
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        answers.say(FrameKind.NEED, String.join("\n", missing));
        Optional<String> obstacle = Optional.empty();
        for (String file : missing) {
            byte[] all = in.read().expect(FrameKind.FILE).bytes();
            if (all.length < HASH || !new String(all, 0, HASH, StandardCharsets.US_ASCII).equals(file)) {
                throw new IOException("another file than the one that was asked for");
            }
            try (InputStream content = new ByteArrayInputStream(all, HASH, all.length - HASH)) {
                workshop.cache().add(file, all.length - HASH, content);
            } catch (IOException failed) {
                obstacle = Optional.of(failed.getMessage());
            }
        }
        return obstacle;
    }

    private void execute(Installed installed) throws IOException, InterruptedException {
        Slot first = slot(installed);
        Optional<String> failure = first.start(installed.first().plan());
        if (failure.isPresent()) {
            answers.say(FrameKind.REFUSED, failure.get());
            return;
        }
        boolean going = true;
        while (going) {
            FrameInput.Received frame = in.read();
            switch (frame.kind()) {
                case PLAN -> {
                    orders.add(plan(frame.body()));
                    if (orders.waiting() > 0 && slots.size() < workshop.slots() && orders.idle() == 0) {
                        slot(installed).start();
                    }
                }
                case CANCEL -> orders.cancel();
                case CONFIRM -> confirm();
                case PING -> answers.pong(frame.body(), orders.nanosEach());
                case CHECK -> whole.begin(frame.bytes(), workshop.launch(installed.launch()), installed.scratch());
                case BYE -> going = false;
                default -> throw new IOException("a frame " + frame.kind() + " that was not due");
            }
        }
    }

    private Slot slot(Installed installed) {
        Slot slot = new Slot(slots.size(), workshop.launch(installed.launch()), orders, answers, workshop);
        slots.add(slot);
        return slot;
    }

    private void confirm() {
        List<Slot> asked = List.copyOf(slots);
        orders.confirm(() -> {
            Totals totals = new Totals();
            for (int i = 0; i < asked.size(); i++) {
                int slot = i;
                asked.get(i).counts().ifPresent(counts -> totals.set(slot, counts));
            }
            answers.confirmed(totals.sum());
        });
    }

    private static Orders.Order plan(ByteBuffer body) throws IOException {
        if (body.remaining() < Long.BYTES + Frame.HEADER) {
            throw new IOException("a malformed frame " + FrameKind.PLAN);
        }
        long number = body.getLong();
        ByteBuffer frame = body.slice().order(ByteOrder.LITTLE_ENDIAN);
        try {
            int length = Frame.bodyLength(frame, 0);
            if (length != frame.remaining() - Frame.HEADER) {
                throw new IOException("a plan of another length than it says");
            }
            Plan plan = PlanCodec.decode(Frame.at(frame, 0, length).body()).plan();
            return new Orders.Order(number, plan);
        } catch (ProtocolException | IllegalArgumentException | IndexOutOfBoundsException malformed) {
            throw new IOException("a malformed plan: " + malformed.getMessage(), malformed);
        }
    }

    /** Ends what it has begun, and then the session. */
    void leave() {
        answers.say(FrameKind.LEAVING, "");
        whole.leave(() -> orders.leave(answers::finish));
    }
}
