package org.heddle.server.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.heddle.server.os.Affinity;
import org.heddle.server.os.Native;

/**
 * Starts processes from one thread that lives as long as this object: a target asks to be killed when the thread that
 * started it ends, and inherits that thread's personality (no address randomisation) and cores. Where the system, as in most containers, does
 * not let a thread switch randomisation off, {@code heddle-steady} starts the programs.
 */
public final class TargetLauncher implements AutoCloseable {
    private static final long ADDR_NO_RANDOMIZE = 0x0040000;
    private static final long ASK_PERSONALITY = 0xffffffffL;

    private final ExecutorService spawner = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "heddle-spawner");
        thread.setDaemon(true);
        return thread;
    });
    private final Optional<String> warning;
    private final Optional<Path> steady;

    /**
     * Starts the thread.
     *
     * @param shim the runtime, beside which {@code heddle-steady} lies
     * @throws InterruptedException if the thread is interrupted
     */
    public TargetLauncher(Path shim) throws InterruptedException {
        Optional<String> obstacle = inSpawner(TargetLauncher::fixAddresses);
        Path other = shim.resolveSibling("heddle-steady").toAbsolutePath();
        steady = obstacle.isPresent() && isSteady(other) ? Optional.of(other) : Optional.empty();
        warning = steady.isPresent() ? Optional.empty() : obstacle;
    }

    /** What starts programs at addresses that are the same each time, where the system does not do so by itself. */
    public Optional<Path> steady() {
        return steady;
    }

    /** What could not be had here and lessens the determinism of executions, in words. */
    public Optional<String> warning() {
        return warning;
    }

    /**
     * Starts a process.
     *
     * @throws LaunchException if it cannot be started
     * @throws InterruptedException if the thread is interrupted
     */
    public TargetProcess spawn(TargetCommand command) throws LaunchException, InterruptedException {
        SpawnOutcome outcome = inSpawner(() -> spawnHere(command));
        if (outcome.error() != 0) {
            throw LaunchErrors.of(command, outcome.error());
        }
        return new TargetProcess(outcome.pid(), command.mark());
    }

    /** Ends the thread, and with it every target that is still there. */
    @Override
    public void close() {
        spawner.shutdown();
        try {
            if (!spawner.awaitTermination(1, TimeUnit.SECONDS)) {
                spawner.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static SpawnOutcome spawnHere(TargetCommand command) {
        Affinity before = Affinity.current();
        boolean pinned = command.core() >= 0 && Affinity.of(command.core()).apply();
        try (SpawnCall call = new SpawnCall(command)) {
            return call.run();
        } finally {
            if (pinned) {
                before.apply();
            }
        }
    }

    private static boolean isSteady(Path launcher) throws InterruptedException {
        try {
            return new ProcessBuilder(launcher.toString()).start().waitFor() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    private static Optional<String> fixAddresses() {
        int persona = Native.C.personality(ASK_PERSONALITY);
        if (persona != -1 && Native.C.personality(persona | ADDR_NO_RANDOMIZE) != -1) {
            return Optional.empty();
        }
        return Optional.of("the system refuses to switch off address randomisation (personality: "
                + Native.describe(Native.errno())
                + "), so addresses may differ between workers and runs and schedules may"
                + " not replay; allow it, in a container with --security-opt seccomp=unconfined");
    }

    private <T> T inSpawner(Callable<T> task) throws InterruptedException {
        Future<T> future = spawner.submit(task);
        try {
            return future.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the spawner thread failed", failed.getCause());
        }
    }
}
