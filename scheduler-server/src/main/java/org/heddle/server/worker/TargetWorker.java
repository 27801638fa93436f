package org.heddle.server.worker;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.channel.PeerGoneException;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.TargetLauncher;
import org.heddle.server.protocol.PlanCodec;
import org.heddle.server.protocol.message.Hello;
import org.heddle.server.protocol.message.InvariantException;
import org.heddle.server.protocol.message.Resolved;
import org.heddle.server.restart.Mode;
import org.heddle.server.restart.RestartCounts;
import org.heddle.server.restart.RestartPolicy;

/**
 * Runs plans in one zygote. Plans are sent and results received on the caller's thread: a hand-over to a thread of its
 * own would cost more than the system calls. Short executions take less than sending a message and being woken by one, so
 * their plans are sent several at a time.
 *
 * <p>When the zygote dies, falls silent or breaks the protocol, the plan that it was executing is answered by
 * {@link Outcome#LOST}; the plans queued behind it had not begun and are sent again to a new zygote.
 */
public final class TargetWorker implements AutoCloseable {
    private static final int RESOLVE_AT_ONCE = 4096;
    private static final Duration MOMENT = Duration.ofMillis(100);

    private final WorkerHome home;
    private final TargetLauncher launcher;
    private final Incidents incidents;
    private final RestartPolicy restarting;
    private final ResultReader results;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Ticket> inFlight = new ArrayDeque<>();
    private final Deque<Execution> completed = new ArrayDeque<>();
    private volatile Zygote zygote;
    private volatile boolean closing;
    private Hello hello;
    private int restartsLeft;
    private int lastNumber;
    private Plan unconfirmed; // the last one that the runner has executed, if none has been compared since

    /** Starts the process without waiting for it; {@link #connect} must follow. */
    public TargetWorker(WorkerHome home, TargetLauncher launcher, Incidents incidents, RestartCounts counts)
            throws LaunchException, InterruptedException {
        this.home = home;
        this.launcher = launcher;
        this.incidents = incidents;
        this.restarting = new RestartPolicy(home.options().effectiveRestart());
        this.results = new ResultReader(restarting, counts);
        this.restartsLeft = home.options().tuning().restarts();
        this.zygote = Zygote.spawn(home, launcher, results);
    }

    /** Waits for the target's connection and its greeting. */
    public void connect() throws LaunchException, InterruptedException {
        hello = zygote.connect();
    }

    /** What the target said of itself. */
    public Hello hello() {
        return hello;
    }

    /** How many plans have been submitted and not been answered; takes in the answers that have come. */
    public int unanswered() throws InterruptedException {
        lock.lock();
        try {
            boolean going = true;
            while (going && zygote != null && !inFlight.isEmpty()) {
                going = receiveIfThere();
            }
            return inFlight.size();
        } finally {
            lock.unlock();
        }
    }

    private boolean receiveIfThere() throws InterruptedException {
        try {
            Execution execution = zygote.receiveIfThere(inFlight.element());
            if (execution == null) {
                return false;
            }
            answered(execution);
        } catch (IOException failure) {
            fail(failure);
        }
        return true;
    }

    /** Whether every further plan will be answered by {@link Outcome#LOST}. */
    public boolean isSpent() {
        return closing || (zygote == null && restartsLeft <= 0);
    }

    /**
     * Takes a plan; answers come in the order of plans.
     *
     * @param canWait whether it may be sent later, together with others, as long as as many are under way; see {@link #flush}
     */
    public void submit(Plan plan, boolean canWait) throws InterruptedException {
        lock.lock();
        try {
            submit(plan, modeOf(plan));
            if (!canWait || zygote == null || 2 * zygote.unsent() >= inFlight.size()) {
                flush();
            }
        } finally {
            lock.unlock();
        }
    }

    private void submit(Plan plan, Mode mode) {
        Ticket ticket = new Ticket(++lastNumber, plan, mode, Optional.empty());
        if (zygote != null) {
            zygote.put(ticket); // first, for there may be no room for it
        }
        inFlight.add(ticket);
    }

    /** Sends the plans that were kept to be sent together. */
    public void flush() {
        lock.lock();
        try {
            if (zygote != null && zygote.unsent() > 0) {
                zygote.flush();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether {@link #take} need not wait. */
    public boolean isAnswered() throws InterruptedException {
        lock.lock();
        try {
            return !completed.isEmpty() || (zygote != null && !inFlight.isEmpty() && receiveIfThere());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Compares once more, unless the last plan for the runner has been compared. Nothing is in flight. What does not answer before
     * {@code isOver} says not to wait longer is given up.
     */
    public void confirm(BooleanSupplier isOver) throws InterruptedException {
        lock.lock();
        try {
            if (unconfirmed != null && !isSpent()) {
                submit(unconfirmed, Mode.BOTH);
                if (take(isOver) == null) {
                    giveUp();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private Mode modeOf(Plan plan) {
        return plan.description().isWanted() ? Mode.FORKED : restarting.next();
    }

    /** The execution of the oldest plan; waits for it. Null if that is in vain, and {@code isOver} says not to wait longer. */
    public Execution take(BooleanSupplier isOver) throws InterruptedException {
        lock.lock();
        try {
            boolean waits = true;
            while (completed.isEmpty() && waits) {
                waits = receiveOne(isOver);
            }
            return completed.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits a moment for the plans in flight; if some are left then, it is quicker to begin with another zygote. */
    public void giveUp() throws InterruptedException {
        lock.lock();
        try {
            flush();
            long until = System.nanoTime() + MOMENT.toNanos();
            while (unanswered() > 0 && System.nanoTime() < until) {
                Thread.sleep(1);
            }
            if (!inFlight.isEmpty()) {
                abandon();
                restartsLeft++; // nobody is to blame
            }
            inFlight.clear();
            completed.clear();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Asks the target what these addresses are: sites, code or data.
     *
     * @return an answer for each, in order; nothing is known of any of them when no target can be asked
     * @throws InterruptedException if the thread is interrupted
     */
    public List<Resolved> resolve(long[] addresses) throws InterruptedException {
        List<Resolved> answers = new ArrayList<>(addresses.length);
        for (int from = 0; from < addresses.length; from += RESOLVE_AT_ONCE) {
            int to = Math.min(addresses.length, from + RESOLVE_AT_ONCE);
            answers.addAll(resolveSome(Arrays.copyOfRange(addresses, from, to)));
        }
        return List.copyOf(answers);
    }

    /**
     * Executes a plan for a debugger, which is handed the process before it begins. What the execution comes to is the
     * debugger's affair; the target is given up afterwards.
     *
     * @param stopAt the event before which the execution stops for the debugger, or {@link PlanCodec.Debug#NOWHERE}
     * @throws IOException if there is no process to be had
     * @throws InterruptedException if the thread is interrupted
     */
    public void debug(Plan plan, int stopAt, Debugger debugger) throws IOException, InterruptedException {
        lock.lock();
        try {
            while (!inFlight.isEmpty()) {
                receiveOne(TargetWorker::never);
            }
            if (!running()) {
                throw new PeerGoneException("the target cannot be started: " + incidents.last());
            }
            zygote.put(new Ticket(++lastNumber, plan, Mode.FORKED, Optional.of(new PlanCodec.Debug(stopAt))));
            zygote.flush();
            debugger.debug(zygote.receiveDebuggee());
        } catch (InvariantException broken) {
            throw new BrokenRuntimeException(broken, Optional.of(plan));
        } finally {
            abandon();
            lock.unlock();
        }
    }

    private List<Resolved> resolveSome(long[] addresses) throws InterruptedException {
        lock.lock();
        try {
            while (!isSpent()) {
                while (!inFlight.isEmpty()) {
                    receiveOne(TargetWorker::never);
                }
                try {
                    if (running()) {
                        zygote.sendResolve(addresses);
                        return zygote.receiveResolved(addresses);
                    }
                } catch (IOException lost) {
                    fail(lost);
                } catch (InterruptedException interrupted) {
                    abandon();
                    throw interrupted;
                }
            }
            return Arrays.stream(addresses).mapToObj(Resolved::unknown).toList();
        } finally {
            lock.unlock();
        }
    }

    /** False if it is not to be waited for any longer. */
    private boolean receiveOne(BooleanSupplier isOver) throws InterruptedException {
        Ticket oldest = inFlight.element();
        try {
            if (running()) {
                Execution execution = zygote.receive(oldest, isOver);
                if (execution == null) {
                    return false;
                }
                answered(execution);
            } else if (isSpent()) {
                inFlight.remove();
                completed.add(Execution.lost(closing ? "the worker was closed" : incidents.last()));
            }
        } catch (IOException failure) {
            fail(failure);
        }
        return true;
    }

    private void answered(Execution execution) {
        Ticket ticket = inFlight.remove();
        if (ticket.mode() != Mode.FORKED) {
            unconfirmed = ticket.mode() == Mode.BOTH ? null : ticket.plan();
        }
        completed.add(execution);
    }

    /** Whether there is a zygote, which is started again if need be; the plans in flight have been sent to it. */
    private boolean running() throws InterruptedException {
        if (zygote != null || isSpent()) {
            return zygote != null;
        }
        restartsLeft--;
        results.forget();
        try {
            zygote = Zygote.spawn(home, launcher, results);
            zygote.connect();
        } catch (LaunchException failed) {
            zygote = null;
            incidents.add(failed.getMessage());
            return false;
        } catch (InterruptedException interrupted) {
            zygote = null;
            throw interrupted;
        }
        inFlight.forEach(zygote::put);
        return true;
    }

    /**
     * The zygote is of no use any more.
     *
     * @throws BrokenRuntimeException if an invariant of the runtime does not hold: all that this worker has told is of no use either
     */
    private void fail(IOException failure) {
        if (failure instanceof InvariantException broken) {
            abandon();
            throw new BrokenRuntimeException(
                    broken, Optional.ofNullable(inFlight.peek()).map(Ticket::plan));
        }
        String printed = zygote.messages();
        zygote.destroy();
        zygote = null;
        if (!closing) {
            incidents.add(failure.getMessage() + (printed.isEmpty() ? "" : "; it printed: " + printed));
        }
        if (!inFlight.isEmpty()) {
            inFlight.remove();
            completed.add(Execution.lost(failure.getMessage()));
        }
    }

    /** An answer that is still to come would be taken for another one. */
    private void abandon() {
        if (zygote != null) {
            zygote.destroy();
            zygote = null;
        }
    }

    /** Ends the target. Plans in flight are answered by {@link Outcome#LOST}. May be called from any thread. */
    @Override
    public void close() {
        Zygote current = zygote;
        if (current != null && lock.isLocked()) {
            closing = true;
            current.kill();
        }
        lock.lock();
        try {
            closing = true;
            if (zygote != null) {
                if (inFlight.isEmpty()) {
                    zygote.farewell();
                }
                zygote.destroy();
                zygote = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private static boolean never() {
        return false;
    }
}
