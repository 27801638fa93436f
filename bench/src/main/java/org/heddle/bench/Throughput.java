package org.heddle.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.heddle.cli.Installation;
import org.heddle.cli.UserError;
import org.heddle.server.LaunchOptions;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.restart.Restart;

/**
 * Prints executions per second of complete explorations, each in a fork and all in one process, next to the fork floor
 * measured in the same run on as many cores.
 */
public final class Throughput {
    private static final double WARM_UP_SECONDS = 3;
    private static final double SECONDS = 4;

    private final Path sources;
    private final Installation installation;

    private Throughput(Path sources, Installation installation) {
        this.sources = sources;
        this.installation = installation;
    }

    /** The argument: the project's folder. */
    public static void main(String[] arguments) throws IOException, InterruptedException, LaunchException, UserError {
        Path project = Path.of(arguments[0]);
        new Throughput(project, Installation.ofThisProcess()).run();
    }

    /** A program to explore, compiled in this way. */
    private record Subject(String name, String source, List<String> flags) {}

    private void run() throws IOException, InterruptedException, LaunchException {
        List<Subject> subjects = List.of(
                new Subject("counter, 2 threads", "c-examples/bench/counter.c", List.of("-DN=2", "-DK=3", "-DMTX")),
                new Subject("indexer, 14 threads", "c-examples/bench/indexer.c", List.of("-DN=14")),
                new Subject("three-lock cycle", "bench/src/main/c/three_locks.c", List.of()));
        Path folder = Files.createTempDirectory("heddle-bench-");
        int cores = Runtime.getRuntime().availableProcessors();
        System.out.println(
                "executions per second, each in a fork and in one process; the floor is what fork and exit alone"
                        + " take");
        System.out.printf("%-22s %-32s %-32s%n", "", "1 core", cores + " cores");
        System.out.printf(
                "%-22s" + " %10s %10s %10s".repeat(2) + "%n",
                "",
                "floor",
                "fork",
                "process",
                "floor",
                "fork",
                "process");
        for (Subject subject : subjects) {
            Path program = folder.resolve("subject");
            Instrumented.compile(installation, sources.resolve(subject.source), subject.flags, program);
            System.out.printf(
                    Locale.ROOT,
                    "%-22s" + " %10.0f %10.0f %10.0f".repeat(2) + "%n",
                    subject.name,
                    forkFloor(folder, 1),
                    rate(program, 1, Restart.FORK),
                    rate(program, 1, Restart.PROCESS),
                    forkFloor(folder, cores),
                    rate(program, cores, Restart.FORK),
                    rate(program, cores, Restart.PROCESS));
            Files.delete(program);
        }
        Files.deleteIfExists(folder.resolve("fork_floor"));
        Files.delete(folder);
    }

    private double rate(Path program, int jobs, Restart restart) throws InterruptedException, LaunchException {
        LaunchOptions options =
                LaunchOptions.of(program, installation.shim()).withJobs(jobs).withRestart(restart);
        try (WorkerPool pool = WorkerPool.start(options)) {
            explore(pool, WARM_UP_SECONDS);
            return explore(pool, SECONDS);
        }
    }

    /** Explores the whole program again and again for so long; executions per second. */
    private static double explore(WorkerPool pool, double seconds) throws InterruptedException {
        long start = System.nanoTime();
        long executions = 0;
        double passed = 0;
        while (passed < seconds) {
            executions += Whole.explore(pool);
            passed = (System.nanoTime() - start) / 1e9;
        }
        return executions / passed;
    }

    private double forkFloor(Path folder, int cores) throws IOException, InterruptedException {
        Path floor = folder.resolve("fork_floor");
        if (!Files.exists(floor)) {
            String source = sources.resolve("bench/src/main/c/fork_floor.c").toString();
            run("cc", "-O2", source, "-o", floor.toString());
        }
        return Double.parseDouble(run(floor.toString(), Integer.toString(cores)));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = reader.readLine();
            if (process.waitFor() != 0) {
                throw new IOException(command[0] + " failed");
            }
            return line == null ? "" : line;
        }
    }
}
