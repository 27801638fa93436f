package org.heddle.server.worker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.channel.FrameChannel;
import org.heddle.server.channel.Listener;
import org.heddle.server.channel.PeerGoneException;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchException.Reason;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.launch.TargetDiagnosis;
import org.heddle.server.launch.TargetLauncher;
import org.heddle.server.launch.TargetProcess;
import org.heddle.server.protocol.DebuggeeCodec;
import org.heddle.server.protocol.Frame;
import org.heddle.server.protocol.FrameType;
import org.heddle.server.protocol.HelloCodec;
import org.heddle.server.protocol.PlanCodec;
import org.heddle.server.protocol.ResolveCodec;
import org.heddle.server.protocol.message.Hello;
import org.heddle.server.protocol.message.InvariantException;
import org.heddle.server.protocol.message.ProtocolException;
import org.heddle.server.protocol.message.RefusalException;
import org.heddle.server.protocol.message.Resolved;
import org.heddle.server.restart.Mode;

/** One started target and the connection to it. For one thread at a time, but for {@link #kill}. */
final class Zygote {
    private static final int SLICE_MILLIS = 50;
    private static final int FAREWELL_MILLIS = 300;
    private static final int TRIM_EVERY = 1024;

    private final WorkerHome home;
    private final LaunchOptions options;
    private final Listener listener;
    private final TargetProcess process;
    private final ResultReader results;
    private FrameChannel channel;
    private int received;
    private int unsent;
    private long patience;
    private String sendFailure = "";

    private Zygote(WorkerHome home, Listener listener, TargetProcess process, ResultReader results) {
        this.home = home;
        this.options = home.options();
        this.listener = listener;
        this.process = process;
        this.results = results;
    }

    /** Starts the process; {@link #connect} must follow. */
    static Zygote spawn(WorkerHome home, TargetLauncher launcher, ResultReader results)
            throws LaunchException, InterruptedException {
        Listener listener;
        try {
            listener = Listener.open(home.socket());
        } catch (IOException failed) {
            throw new LaunchException(
                    Reason.RESOURCES, "cannot listen at " + home.socket() + ": " + failed.getMessage(), failed);
        }
        try {
            return new Zygote(home, listener, launcher.spawn(home.command(launcher.steady())), results);
        } catch (LaunchException | InterruptedException failed) {
            closeQuietly(listener);
            throw failed;
        }
    }

    /** Waits until the target has connected and said HELLO; the target is destroyed if it does not. */
    Hello connect() throws LaunchException, InterruptedException {
        boolean connected = false;
        try (listener) {
            long deadline = deadline(options.tuning().startMillis());
            while (channel == null) {
                channel = listener.accept(process.descriptor(), SLICE_MILLIS);
                checkStart(deadline);
            }
            Hello hello = HelloCodec.decode(receive(options.tuning().startMillis())
                    .expect(FrameType.HELLO)
                    .body());
            connected = true;
            return hello;
        } catch (InvariantException broken) {
            throw new BrokenRuntimeException(broken, Optional.empty());
        } catch (RefusalException refusal) {
            throw diagnosis().refused(refusal);
        } catch (ProtocolException malformed) {
            throw diagnosis().incompatible(malformed);
        } catch (IOException lost) {
            throw diagnosis().endedEarly(process.fate(), lost);
        } finally {
            if (!connected) {
                destroy();
            }
        }
    }

    private void checkStart(long deadline) throws LaunchException, InterruptedException {
        home.messages().trim();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (channel == null && process.hasEnded()) {
            throw diagnosis().endedEarly(process.fate(), null);
        }
        if (channel == null && System.nanoTime() > deadline) {
            throw diagnosis().silent(options.tuning().startMillis());
        }
    }

    /** Takes a plan, to be sent by {@link #flush}. */
    void put(Ticket ticket) {
        int size = PlanCodec.frameSize(ticket.plan());
        ByteBuffer out = channel.begin(ticket.mode() == Mode.BOTH ? Math.multiplyExact(2, size) : size);
        if (ticket.mode() != Mode.FORKED) {
            encode(out, ticket, true);
        }
        if (ticket.mode() != Mode.IN_PROCESS) {
            encode(out, ticket, false);
        }
        patience = patience(ticket);
        unsent++;
    }

    /** How many plans have been put and not been sent. */
    int unsent() {
        return unsent;
    }

    /** Sends what has been put. If that fails, so does a later {@link #receive}: answers that had been given come first. */
    void flush() {
        unsent = 0;
        try {
            flush(patience);
        } catch (IOException failed) {
            if (!process.hasEnded()) {
                sendFailure = failed.getMessage();
                process.kill();
            }
        }
    }

    private void encode(ByteBuffer out, Ticket ticket, boolean inProcess) {
        PlanCodec.Envelope envelope =
                new PlanCodec.Envelope(ticket.number(), options.seed(), options.run(), inProcess, ticket.debug());
        Plan plan =
                ticket.mode() == Mode.BOTH ? ticket.plan().inFull() : ticket.plan(); // two results are compared in full
        PlanCodec.encode(out, plan, envelope);
    }

    /** The execution; null if waiting for it is in vain, and {@code isOver} says not to wait longer. */
    Execution receive(Ticket ticket, BooleanSupplier isOver) throws IOException, InterruptedException {
        flush();
        Execution execution = null;
        while (execution == null) {
            Frame frame = receive(patience(ticket), isOver);
            if (frame == null) {
                return null;
            }
            execution = decode(frame, ticket);
        }
        return execution;
    }

    /** The execution's result; null if it has not come yet. */
    Execution receiveIfThere(Ticket ticket) throws IOException, InterruptedException {
        Execution execution = null;
        for (Frame frame; execution == null && (frame = poll()) != null; ) {
            execution = decode(frame, ticket);
        }
        return execution;
    }

    /** The execution; null if there is another result to come. */
    private Execution decode(Frame frame, Ticket ticket) throws IOException {
        if (++received % TRIM_EVERY == 0) {
            home.messages().trim();
        }
        return results.read(frame.expect(FrameType.RESULT).body(), ticket);
    }

    /** The process that executes the plan that was sent for a debugger. */
    int receiveDebuggee() throws IOException, InterruptedException {
        return DebuggeeCodec.decode(receive(options.tuning().graceMillis())
                .expect(FrameType.DEBUGGEE)
                .body());
    }

    void sendResolve(long[] addresses) throws IOException {
        ByteBuffer out = channel.begin(ResolveCodec.requestSize(addresses.length));
        ResolveCodec.encodeRequest(out, addresses);
        flush(options.tuning().graceMillis());
    }

    List<Resolved> receiveResolved(long[] addresses) throws IOException, InterruptedException {
        Frame frame = receive(options.tuning().graceMillis()).expect(FrameType.RESOLVED);
        return ResolveCodec.decode(frame.body(), addresses);
    }

    /** Kills the target at once, from any thread; whoever waits for its answer is told that it is gone. */
    void kill() {
        process.kill();
    }

    /** Says goodbye and gives the target a moment to end by itself. */
    void farewell() {
        if (channel == null) {
            return;
        }
        try {
            Frame.putHeader(channel.begin(Frame.HEADER), FrameType.BYE, 0);
            channel.flush();
            process.awaitEnd(FAREWELL_MILLIS);
        } catch (IOException gone) {
            // it is to end anyway
        }
    }

    /** Ends the target and all its descendants, and frees what this side holds. */
    void destroy() {
        process.destroy();
        closeQuietly(listener);
        if (channel != null) {
            closeQuietly(channel);
        }
    }

    /** What the target printed outside of executions. */
    String messages() {
        return home.messages().head();
    }

    private long patience(Ticket ticket) {
        return 2L * ticket.plan().limits().progressMillis() + options.tuning().graceMillis();
    }

    private void flush(long millis) throws IOException {
        if (!channel.hasUnsent()) {
            return;
        }
        long deadline = deadline(millis);
        while (!channel.flush()) {
            channel.await(true, SLICE_MILLIS);
            boolean received = channel.receive();
            if (!received && process.hasEnded()) {
                throw new PeerGoneException(lost());
            }
            if (System.nanoTime() > deadline) {
                throw new PeerGoneException("the target's zygote took no plan for " + millis + " ms");
            }
        }
    }

    private Frame receive(long millis) throws IOException, InterruptedException {
        return receive(millis, () -> false);
    }

    private Frame receive(long millis, BooleanSupplier isOver) throws IOException, InterruptedException {
        Frame frame = poll();
        if (frame != null) {
            return frame;
        }
        long asked = System.nanoTime();
        try {
            return await(asked, millis, isOver);
        } finally {
            results.waited(System.nanoTime() - asked);
        }
    }

    private Frame await(long asked, long millis, BooleanSupplier isOver) throws IOException, InterruptedException {
        Frame frame = null;
        long deadline = asked + TimeUnit.MILLISECONDS.toNanos(millis);
        long ticks = 0;
        while (frame == null) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            boolean quiet = !channel.await(false, SLICE_MILLIS);
            boolean ended = (quiet || channel.processEnded()) && process.hasEnded();
            frame = poll();
            if (quiet) {
                home.messages().trim();
            }
            if (frame == null && ended) {
                throw new PeerGoneException(lost());
            }
            if (frame == null && quiet && isOver.getAsBoolean()) {
                return null;
            }
            if (frame == null && System.nanoTime() > deadline) {
                long now = process.childrenCpuTicks();
                if (now <= ticks) {
                    throw new PeerGoneException("the target's zygote did not answer within " + millis + " ms");
                }
                ticks = now; // an execution is at work, and the zygote watches its progress
                deadline = deadline(millis);
            }
        }
        return frame;
    }

    private Frame poll() throws IOException {
        try {
            return channel.poll();
        } catch (PeerGoneException closed) {
            process.awaitEnd(SLICE_MILLIS);
            throw new PeerGoneException(process.hasEnded() ? lost() : closed.getMessage());
        }
    }

    private String lost() {
        return sendFailure.isEmpty() ? "the target's zygote " + process.fate() : sendFailure;
    }

    private TargetDiagnosis diagnosis() {
        return new TargetDiagnosis(options.program(), home.messages());
    }

    private static long deadline(long millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception alreadyUseless) {
            // nothing can be done with it any more
        }
    }
}
