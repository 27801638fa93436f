package org.heddle.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.restart.Restart;

/**
 * Prints for each of some programs how many executions a second complete explorations make, each in a fork and all in one process. Next to
 * it stands the fork floor, measured in the same run on as many cores. Prints what an execution costs where, and how long a check takes as
 * a command.
 */
public final class Throughput {
    private static final double WARM_UP_SECONDS = 3;
    private static final double SECONDS = 4;

    private final Path project;
    private final Path folder;
    private final Installation installation;

    private Throughput(Path project, Path folder, Installation installation) {
        this.project = project;
        this.folder = folder;
        this.installation = installation;
    }

    /** The argument: the project's folder. */
    public static void main(String[] arguments) throws IOException, InterruptedException, LaunchException, UserError {
        Path folder = Files.createTempDirectory("heddle-bench-");
        try {
            new Throughput(Path.of(arguments[0]), folder, Installation.ofThisProcess()).run();
        } finally {
            Folders.delete(folder);
        }
    }

    private void run() throws IOException, InterruptedException, LaunchException {
        int cores = Runtime.getRuntime().availableProcessors();
        System.out.println(
                "executions a second: what fork and exit alone do (floor), each in a fork, all in one process;");
        System.out.println(
                "CPU microseconds of an execution in one process: of the target, of the server, of its analysis alone;");
        System.out.println("seconds of the whole check as a command");
        System.out.printf(
                "%-24s" + " %10s".repeat(10) + "%n",
                "",
                "executions",
                "floor",
                "fork",
                "process",
                "floor x" + cores,
                "process x" + cores,
                "target",
                "server",
                "analysis",
                "command");
        for (Subject subject : Subject.ALL) {
            print(subject, subject.compile(installation, project, folder), cores);
        }
    }

    private void print(Subject subject, Path program, int cores)
            throws IOException, InterruptedException, LaunchException {
        System.out.printf(
                Locale.ROOT,
                "%-24s %10d %10.0f %10.0f %10.0f %10.0f %10.0f",
                subject.name(),
                executions(program),
                forkFloor(1),
                rate(program, 1, Restart.FORK),
                rate(program, 1, Restart.PROCESS),
                forkFloor(cores),
                rate(program, cores, Restart.PROCESS));
        double analysis = Analysis.quickest(installation, program);
        Cost cost = cost(program);
        double command = command(program);
        System.out.printf(
                Locale.ROOT, " %10.1f %10.1f %10.1f %10.2f%n", cost.target(), cost.server(), analysis, command);
    }

    private long executions(Path program) throws InterruptedException, LaunchException {
        try (WorkerPool pool = WorkerPool.start(options(program, 1, Restart.PROCESS))) {
            return Whole.explore(pool);
        }
    }

    private LaunchOptions options(Path program, int jobs, Restart restart) {
        return LaunchOptions.of(program, installation.shim()).withJobs(jobs).withRestart(restart);
    }

    private double rate(Path program, int jobs, Restart restart) throws InterruptedException, LaunchException {
        try (WorkerPool pool = WorkerPool.start(options(program, jobs, restart))) {
            explore(pool, WARM_UP_SECONDS);
            long start = System.nanoTime();
            return explore(pool, SECONDS) / ((System.nanoTime() - start) / 1e9);
        }
    }

    /** Microseconds of processor time for each execution, of the program's processes and of this one. */
    private record Cost(double target, double server) {}

    private Cost cost(Path program) throws IOException, InterruptedException, LaunchException {
        try (WorkerPool pool = WorkerPool.start(options(program, 1, Restart.PROCESS))) {
            explore(pool, WARM_UP_SECONDS);
            double target = CpuTime.ofDescendants();
            double server = CpuTime.ofThisProcess();
            double executions = explore(pool, SECONDS);
            return new Cost(
                    (CpuTime.ofDescendants() - target) / executions * 1e6,
                    (CpuTime.ofThisProcess() - server) / executions * 1e6);
        }
    }

    /** Explores the whole program again and again for so long; how many executions there were. */
    private static long explore(WorkerPool pool, double seconds) throws InterruptedException {
        long until = System.nanoTime() + (long) (seconds * 1e9);
        long executions = 0;
        while (System.nanoTime() < until) {
            executions += Whole.explore(pool);
        }
        return executions;
    }

    private double command(Path program) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(
                        project.resolve("heddle").toString(),
                        "check",
                        "--bound",
                        "none",
                        "-j",
                        "1",
                        "--keep-going",
                        "-o",
                        folder.toString(),
                        program.toString())
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        if (process.waitFor() > 1) {
            throw new IOException("the check of " + program + " failed");
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private double forkFloor(int cores) throws IOException, InterruptedException {
        Path floor = folder.resolve("fork_floor");
        if (!Files.exists(floor)) {
            run("cc", "-O2", project.resolve("bench/src/main/c/fork_floor.c").toString(), "-o", floor.toString());
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
