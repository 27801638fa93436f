package org.heddle.instrumenter.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A private folder for what lies between two jobs, and the programs that write there.
 *
 * <p>When this process is told to end, a shutdown hook starts no further program, ends those that run, waits for them, and then removes
 * the folder. It holds the lock all the while. A thread that comes later to start or to await a program stays here until the process is
 * gone: what it would do next is of no use to anybody.
 */
public final class Scratch implements AutoCloseable {
    /** Made private at once; a random name, which the library would give, costs a start noticeable time. */
    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final int PATIENCE_SECONDS = 5;
    private static final int ATTEMPTS = 100;
    private static final int PAUSE_MILLIS = 10;

    private final Set<Process> running = new HashSet<>();
    private final Thread atExit = new Thread(this::abandon, "heddle-abandon-scratch");
    private Path folder;
    private boolean ending;

    private Scratch() {}

    /**
     * Makes a new one in {@code $TMPDIR}, or in the system's folder for temporary files.
     *
     * @throws IOException if nothing can be written there; the message says where and what to do
     * @throws InterruptedException if the thread is interrupted
     */
    public static Scratch create() throws IOException, InterruptedException {
        Scratch scratch = new Scratch();
        try {
            Runtime.getRuntime().addShutdownHook(scratch.atExit); // before there is a folder that could be left
        } catch (IllegalStateException alreadyEnding) {
            awaitTheEnd();
        }
        boolean made = false;
        try {
            scratch.makeFolder();
            made = true;
            return scratch;
        } finally {
            if (!made) {
                scratch.forgetHook();
            }
        }
    }

    private synchronized void makeFolder() throws IOException, InterruptedException {
        goOnUnlessEnding();
        String chosen = System.getenv("TMPDIR");
        Path parent = Path.of(
                chosen == null || chosen.isEmpty() || !Files.isDirectory(Path.of(chosen))
                        ? System.getProperty("java.io.tmpdir")
                        : chosen);
        String prefix = "heddle-cc-" + ProcessHandle.current().pid() + "-";
        for (long number = System.nanoTime(); folder == null; number++) {
            try {
                folder = Files.createDirectory(
                        parent.toAbsolutePath().resolve(prefix + Long.toHexString(number)), PRIVATE);
            } catch (FileAlreadyExistsException e) {
                // the next number, then
            } catch (FileSystemException e) {
                throw new IOException(
                        "no folder for temporary files can be made in " + parent + " ("
                                + (e.getReason() == null ? e.getClass().getSimpleName() : e.getReason())
                                + "): make it writable, or name another one with TMPDIR",
                        e);
            }
        }
    }

    /** The folder. */
    public synchronized Path folder() {
        return folder;
    }

    /** Starts a program that may write to the folder; {@link #await} must follow. */
    synchronized Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        goOnUnlessEnding();
        Process process = builder.start();
        running.add(process);
        return process;
    }

    /** Waits for a program's end; returns its exit code. */
    int await(Process process) throws InterruptedException {
        int exitCode = process.waitFor();
        synchronized (this) {
            goOnUnlessEnding();
            running.remove(process);
        }
        return exitCode;
    }

    @Override
    public void close() {
        endProgramsAndDelete();
        forgetHook();
        AbandonedFolders.remove(folder.getParent());
    }

    /** What the shutdown hook does. */
    synchronized void abandon() {
        ending = true;
        endProgramsAndDelete();
    }

    private synchronized void endProgramsAndDelete() {
        List<ProcessHandle> programs = running.stream()
                .map(Process::toHandle)
                .flatMap(program -> Stream.concat(Stream.of(program), program.descendants()))
                .toList();
        programs.forEach(
                ProcessHandle::destroy); // with a signal that lets a compiler remove the output that it has begun
        programs.forEach(Scratch::awaitOrKill);
        if (folder != null) {
            delete();
        }
    }

    private static void awaitOrKill(ProcessHandle program) {
        try {
            program.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException stubborn) {
            program.destroyForcibly();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private void goOnUnlessEnding() throws InterruptedException {
        if (ending) {
            awaitTheEnd();
        }
    }

    private static void awaitTheEnd() throws InterruptedException {
        Thread.currentThread().join();
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException alreadyEnding) {
            // the hook runs, or has run
        }
    }

    /** The access pass, which runs in this process, may be writing a file still, so one attempt may not be enough. */
    private void delete() {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try (Stream<Path> below = Files.walk(folder)) {
                for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
                return;
            } catch (IOException | UncheckedIOException stillChanging) {
                if (!Files.exists(folder)) {
                    return;
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
