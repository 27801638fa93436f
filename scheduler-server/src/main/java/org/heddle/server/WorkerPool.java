package org.heddle.server;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.channel.Listener;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchException.Reason;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.launch.NoTemporaryFolderException;
import org.heddle.server.launch.PrivateDirectory;
import org.heddle.server.launch.TargetLauncher;
import org.heddle.server.os.Affinity;
import org.heddle.server.protocol.message.Hello;
import org.heddle.server.protocol.message.Resolved;
import org.heddle.server.restart.RestartCounts;
import org.heddle.server.worker.Debugger;
import org.heddle.server.worker.Incidents;
import org.heddle.server.worker.TargetWorker;
import org.heddle.server.worker.WorkerHome;

/**
 * Runs plans in as many targets as there are jobs, each on a core of its own, or in as many of them as {@link WorkerCount}
 * finds worth it. Gives their executions in the order in which the plans were submitted. Plans are submitted and taken by one
 * thread; {@link #close} may be called by any, and is called when the virtual machine ends, be it by a signal.
 */
public final class WorkerPool implements ExecutionRunner, AutoCloseable {
    private static final long SHORT_NANOS = 250_000;
    private static final long LONG_NANOS = 1_000_000;
    private static final int PACE_OVER = 8; // executions

    private final TargetLauncher launcher;
    private final Incidents incidents = new Incidents();
    private final RestartCounts counts = new RestartCounts();
    private final List<TargetWorker> workers = new ArrayList<>();
    private final List<Integer> cores;
    private final Deque<TargetWorker> order = new ArrayDeque<>();
    private final Lookahead lookahead;
    private final WorkerCount count;
    private long pace = LONG_NANOS; // nanoseconds from one execution to the next
    private long taken;
    private final Thread hook = new Thread(this::closeAtExit, "heddle-shutdown");
    private PrivateDirectory directory;
    private TargetWorker latest;
    private boolean closed;
    private volatile boolean ending;

    private WorkerPool(LaunchOptions options) throws InterruptedException {
        this.launcher = new TargetLauncher(options.shim());
        this.cores = cores(options);
        this.lookahead = options.tuning().inFlight().times(options.jobs().most());
        this.count = new WorkerCount(options.jobs(), lookahead.least());
    }

    /** Loads the bindings of the system calls, which takes about half a second, before they are needed. */
    public static void warmUp() {
        Affinity.current();
        Listener.warmUp();
    }

    /**
     * Starts the targets and waits until they have connected.
     *
     * @throws LaunchException if they cannot be started; nothing is left behind
     * @throws InterruptedException if the thread is interrupted
     */
    public static WorkerPool start(LaunchOptions options) throws LaunchException, InterruptedException {
        checkShim(options);
        WorkerPool pool = new WorkerPool(options);
        try {
            Runtime.getRuntime().addShutdownHook(pool.hook); // before there is a folder that could be left
        } catch (IllegalStateException alreadyEnding) {
            awaitTheEnd();
        }
        boolean started = false;
        try {
            pool.startWorkers(options);
            started = true;
            return pool;
        } finally {
            if (!started) {
                pool.close();
            }
            if (pool.ending) {
                awaitTheEnd(); // why the workers did not start is of no interest
            }
        }
    }

    private void startWorkers(LaunchOptions options) throws LaunchException, InterruptedException {
        for (int i = 0; i < options.jobs().most(); i++) {
            startWorker(options, i);
        }
        for (TargetWorker worker : workers) {
            worker.connect();
        }
    }

    private synchronized void startWorker(LaunchOptions options, int index)
            throws LaunchException, InterruptedException {
        if (closed) {
            awaitTheEnd();
        }
        WorkerHome home;
        try {
            if (directory == null) {
                directory = PrivateDirectory.create();
            }
            home = WorkerHome.create(options, directory, index, cores.get(index % cores.size()));
        } catch (IOException failed) {
            throw noDirectory(failed);
        }
        workers.add(new TargetWorker(home, launcher, incidents, counts));
    }

    private void closeAtExit() {
        ending = true;
        close();
    }

    private static void awaitTheEnd() throws InterruptedException {
        Thread.currentThread().join();
    }

    private static List<Integer> cores(LaunchOptions options) {
        List<Integer> allowed = Affinity.current().cores().stream().boxed().toList();
        if (!options.tuning().pin() || allowed.isEmpty()) {
            return List.of(-1);
        }
        long check = ProcessHandle.current().pid() + Thread.currentThread().getId();
        int first =
                (int) (check % allowed.size()); // several checks at once, in one process or in several, share fairly
        List<Integer> cores = new ArrayList<>(allowed.subList(first, allowed.size()));
        cores.addAll(allowed.subList(0, first));
        return List.copyOf(cores);
    }

    private static void checkShim(LaunchOptions options) throws LaunchException {
        if (!Files.isReadable(options.shim())) {
            throw new LaunchException(
                    Reason.NOT_FOUND,
                    "the runtime " + options.shim() + " cannot be read. Build it, or name where it is.");
        }
        if (options.shim().toAbsolutePath().normalize().toString().matches(".*[ :].*")) {
            throw new LaunchException(
                    Reason.NOT_FOUND,
                    "the runtime " + options.shim() + " has a space or colon in its path, which LD_PRELOAD does not"
                            + " allow. Install it elsewhere.");
        }
    }

    private static LaunchException noDirectory(IOException failed) {
        String message = failed instanceof NoTemporaryFolderException
                ? failed.getMessage()
                : "cannot prepare a folder for temporary files: " + failed.getMessage();
        return new LaunchException(Reason.RESOURCES, message, failed);
    }

    /** What lessens the determinism of executions on this system, in words. */
    public Optional<String> warning() {
        return launcher.warning();
    }

    /** What went wrong with targets and was survived, in words. */
    public List<String> incidents() {
        return incidents.all();
    }

    /**
     * Compares the results of the last plans that were executed without a fork with those of a fork; an exploration that
     * relies upon them is over.
     *
     * @param isOver says not to wait longer; what is not compared then is given up
     * @throws org.heddle.server.restart.RestartDiffersException if they are not equal
     * @throws InterruptedException if the thread is interrupted
     */
    public void confirm(BooleanSupplier isOver) throws InterruptedException {
        for (TargetWorker worker : workers) {
            worker.confirm(isOver);
        }
    }

    /** How executions were run. */
    public RestartCounts.Snapshot restarts() {
        return counts.snapshot();
    }

    /** For how many nanoseconds whoever takes executions has waited for results. */
    public long waited() {
        return counts.waited();
    }

    /** What the targets say of themselves. */
    public Hello hello() {
        return workers.get(0).hello();
    }

    @Override
    public Lookahead lookahead() {
        return lookahead; // however many are at work, so that the exploration takes the same course
    }

    @Override
    public void submit(Plan plan) throws InterruptedException {
        if (order.size() >= lookahead.most()) {
            throw new IllegalStateException(lookahead.most() + " plans are in flight already");
        }
        TargetWorker worker = workers.size() == 1 ? workers.get(0) : leastLoaded();
        worker.submit(plan, pace < SHORT_NANOS);
        latest = worker;
        order.add(worker);
    }

    @Override
    public Execution take() throws InterruptedException {
        return take(() -> false);
    }

    @Override
    public Execution take(BooleanSupplier isOver) throws InterruptedException {
        long asked = System.nanoTime();
        TargetWorker worker = order.element();
        if (!worker.isAnswered()) {
            workers.forEach(TargetWorker::flush);
        }
        Execution execution = worker.take(isOver);
        if (execution == null) {
            return null;
        }
        order.remove();
        long now = System.nanoTime();
        count.taken(now, now - asked, order.size());
        pace += (Math.min(now - taken, LONG_NANOS) - pace) / PACE_OVER;
        taken = now;
        return execution;
    }

    @Override
    public void giveUp(int plans) throws InterruptedException {
        for (TargetWorker worker : workers) {
            worker.giveUp();
        }
        order.clear();
        count.pause();
    }

    /**
     * Of the workers that plans are given to the one with the fewest to answer, so that none is idle because another shares its core,
     * and among equals the one whose turn it is. Who executes a plan makes no difference: executions are taken in the order in
     * which they were submitted.
     */
    private TargetWorker leastLoaded() throws InterruptedException {
        List<TargetWorker> atWork = atWork();
        TargetWorker least = atWork.get(0);
        if (atWork.size() == 1) {
            return least;
        }
        int fewest = Integer.MAX_VALUE;
        int turn = atWork.indexOf(latest) + 1;
        for (int i = 0; i < atWork.size(); i++) {
            TargetWorker worker = atWork.get((turn + i) % atWork.size());
            int unanswered = worker.unanswered();
            if (unanswered < fewest) {
                least = worker;
                fewest = unanswered;
            }
        }
        return least;
    }

    /** The workers that plans are given to; one that only loses them if there is no other. */
    private List<TargetWorker> atWork() {
        List<TargetWorker> atWork = new ArrayList<>();
        for (int i = 0; i < workers.size() && atWork.size() < count.current(); i++) {
            if (!workers.get(i).isSpent()) {
                atWork.add(workers.get(i));
            }
        }
        return atWork.isEmpty() ? workers.subList(0, 1) : atWork;
    }

    /**
     * Asks a target what these addresses are: sites, code or data.
     *
     * @return an answer for each, in order
     * @throws InterruptedException if the thread is interrupted
     */
    public List<Resolved> resolve(long[] addresses) throws InterruptedException {
        for (TargetWorker worker : workers) {
            if (!worker.isSpent()) {
                return worker.resolve(addresses);
            }
        }
        return workers.get(0).resolve(addresses);
    }

    /**
     * Executes a plan for a debugger in one target, which is given up afterwards; see {@link TargetWorker#debug}.
     *
     * @throws IOException if there is no process to be had
     * @throws InterruptedException if the thread is interrupted
     */
    public void debug(Plan plan, int stopAt, Debugger debugger) throws IOException, InterruptedException {
        workers.get(0).debug(plan, stopAt, debugger);
    }

    /** Ends all targets with their descendants and removes every trace of them. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            workers.forEach(TargetWorker::close);
        } finally {
            launcher.close();
            removeDirectory();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // this is the hook
        }
    }

    private void removeDirectory() {
        try {
            if (directory != null) {
                directory.close();
            }
        } catch (IOException failed) {
            incidents.add("cannot remove " + directory.path() + ": " + failed.getMessage());
        }
    }
}
