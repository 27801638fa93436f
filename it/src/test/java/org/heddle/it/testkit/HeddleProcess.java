package org.heddle.it.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Heddle in a process of its own, with a working directory and a folder for temporary files of its own. */
public final class HeddleProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 110;
    private static final Redirect NO_INPUT = Redirect.from(new File("/dev/null"));

    private final Process process;
    private final Path home;
    private final Set<ProcessHandle> seen = new HashSet<>();

    private HeddleProcess(Process process, Path home) {
        this.process = process;
        this.home = home;
    }

    /** Starts a command; everything that it leaves is below the folder. */
    public static HeddleProcess start(Path folder, Object... arguments) throws IOException {
        return startUnder(List.of(), folder, arguments);
    }

    /** Starts a command with more environment variables. */
    public static HeddleProcess startWith(Map<String, String> environment, Path folder, Object... arguments)
            throws IOException {
        return start(List.of(), environment, NO_INPUT, folder, arguments);
    }

    /** Starts a command with another runtime, and more environment variables. */
    public static HeddleProcess startOn(Path runtime, Map<String, String> environment, Path folder, Object... arguments)
            throws IOException {
        return launch(Jvm.command(temporary(folder), runtime), environment, NO_INPUT, folder, arguments);
    }

    /** Starts a command with this standard input; the others have none. */
    public static HeddleProcess startReading(Redirect input, Path folder, Object... arguments) throws IOException {
        return start(List.of(), Map.of(), input, folder, arguments);
    }

    /** Starts a command by means of another, such as one that gives up rights. */
    public static HeddleProcess startUnder(List<String> starter, Path folder, Object... arguments) throws IOException {
        return start(starter, Map.of(), NO_INPUT, folder, arguments);
    }

    /** Starts a command that is spoken with on its standard input and output, with more environment variables. */
    public static HeddleProcess startTalking(Map<String, String> environment, Path folder, Object... arguments)
            throws IOException {
        return launch(Jvm.command(temporary(folder)), environment, Redirect.PIPE, Redirect.PIPE, folder, arguments);
    }

    private static HeddleProcess start(
            List<String> starter, Map<String, String> environment, Redirect input, Path folder, Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(starter);
        // a test run in the background may have been started with control-C ignored, which is inherited
        command.addAll(List.of("env", "--default-signal=INT"));
        command.addAll(Jvm.command(temporary(folder)));
        return launch(command, environment, input, folder, arguments);
    }

    private static Path temporary(Path folder) throws IOException {
        return Files.createDirectories(folder.resolve("tmp"));
    }

    private static HeddleProcess launch(
            List<String> starter, Map<String, String> environment, Redirect input, Path folder, Object... arguments)
            throws IOException {
        Redirect output = Redirect.to(folder.resolve("out").toFile());
        return launch(starter, environment, input, output, folder, arguments);
    }

    private static HeddleProcess launch(
            List<String> starter,
            Map<String, String> environment,
            Redirect input,
            Redirect output,
            Path folder,
            Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(starter);
        command.addAll(List.of(Heddle.words(arguments)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Files.createDirectories(folder.resolve("work")).toFile())
                .redirectInput(input)
                .redirectOutput(output)
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("TMPDIR", temporary(folder).toString());
        builder.environment().putAll(environment);
        return new HeddleProcess(builder.start(), folder);
    }

    /** Runs a command to its end. */
    public static Run run(Path folder, Object... arguments) throws IOException, InterruptedException {
        try (HeddleProcess process = start(folder, arguments)) {
            return process.end();
        }
    }

    /** What it reads from its standard input, where that is a pipe. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** What it writes to its standard output, where that is a pipe. */
    public InputStream output() {
        return process.getInputStream();
    }

    /** What it has written to standard error so far. */
    public String errors() throws IOException {
        return Files.readString(home.resolve("err"));
    }

    /** Where it runs. */
    public Path work() {
        return home.resolve("work");
    }

    /** What lies in its folder for temporary files. */
    public List<Path> temporary() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("tmp"))) {
            return files.toList();
        }
    }

    /** The processes that it has started and that are alive; they are remembered. */
    public List<ProcessHandle> descendants() {
        List<ProcessHandle> now = process.descendants().toList();
        seen.addAll(now);
        return now;
    }

    /** Those that it has started itself. */
    public List<ProcessHandle> children() {
        descendants();
        return process.children().toList();
    }

    /** Sends a signal. */
    public void signal(String name) throws IOException, InterruptedException {
        signal(process.toHandle(), name);
    }

    /** Sends a signal to some process. */
    public static void signal(ProcessHandle target, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(target.pid()))
                .start()
                .waitFor();
    }

    public boolean hasEnded() {
        return !process.isAlive();
    }

    /** Waits until it has ended. */
    public Run end() throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still running: " + errors());
        }
        Path out = home.resolve("out");
        return new Run(process.exitValue(), Files.exists(out) ? Files.readString(out) : "", errors());
    }

    /** Asserts that no process and no temporary file is left; to be called after its end. */
    public void assertNothingLeft() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (seen.stream().anyMatch(HeddleProcess::isAlive) && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertTrue(seen.stream().noneMatch(HeddleProcess::isAlive), "processes are left: " + seen);
        try (Stream<Path> files = Files.walk(home.resolve("tmp"))) {
            assertEquals(List.of(), files.skip(1).toList(), "temporary files are left");
        }
    }

    private static boolean isAlive(ProcessHandle handle) {
        return handle.isAlive() && handle.info().command().isPresent(); // one that waits to be reaped has no command
    }

    @Override
    public void close() {
        descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
