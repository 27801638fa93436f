package org.heddle.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
 * Prints what the exploration itself costs: processor time of the thread that explores, for each execution, with a target that costs
 * nothing; in the first exploration after the one that was recorded, and in the quickest of many; and what share its parts take.
 */
public final class Analysis {
    private static final double SECONDS = 6;

    private final Path project;
    private final Installation installation;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    private Analysis(Path project, Installation installation) {
        this.project = project;
        this.installation = installation;
    }

    /** The argument: the project's folder. */
    public static void main(String[] arguments) throws IOException, InterruptedException, LaunchException, UserError {
        new Analysis(Path.of(arguments[0]), Installation.ofThisProcess()).run();
    }

    /** A program to explore, compiled in this way. */
    private record Subject(String name, String source, List<String> flags) {}

    private void run() throws IOException, InterruptedException, LaunchException {
        List<Subject> subjects = List.of(
                new Subject("counter, 2 threads, 5 rounds", "c-examples/bench/counter.c", List.of("-DN=2", "-DK=5")),
                new Subject("indexer, 15 threads", "c-examples/bench/indexer.c", List.of("-DN=15")),
                new Subject("file system, 20 threads", "c-examples/bench/filesystem.c", List.of("-DN=20")),
                new Subject("three-lock cycle", "bench/src/main/c/three_locks.c", List.of()));
        System.out.println("microseconds of the exploring thread for each execution, without a target");
        System.out.printf("%-30s %10s %8s %10s%n", "", "executions", "second", "quickest");
        Path folder = Files.createTempDirectory("heddle-bench-");
        Path program = folder.resolve("subject");
        for (Subject subject : subjects) {
            Instrumented.compile(installation, project.resolve(subject.source), subject.flags, program);
            measure(subject.name, record(program));
            Files.delete(program);
        }
        Files.delete(folder);
    }

    private FreeTarget record(Path program) throws InterruptedException, LaunchException {
        LaunchOptions options = LaunchOptions.of(program, installation.shim()).withRestart(Restart.AUTO);
        try (WorkerPool pool = WorkerPool.start(options)) {
            FreeTarget.Recorder recorder = new FreeTarget.Recorder(pool);
            Whole.explore(recorder);
            return recorder.free();
        }
    }

    private void measure(String name, FreeTarget target) throws InterruptedException {
        double first = 0;
        double quickest = Double.MAX_VALUE;
        long end = System.nanoTime() + (long) (SECONDS * 1e9);
        String shares;
        try (Shares watching = new Shares(Thread.currentThread())) {
            while (first == 0 || System.nanoTime() < end) {
                target.rewind();
                long before = threads.getCurrentThreadCpuTime();
                Whole.explore(target);
                double cost = (threads.getCurrentThreadCpuTime() - before) / 1e3 / target.executions();
                first = first == 0 ? cost : first;
                quickest = Math.min(quickest, cost);
            }
            shares = watching.words();
        }
        System.out.printf(
                Locale.ROOT, "%-30s %10d %8.1f %10.1f   %s%n", name, target.executions(), first, quickest, shares);
    }
}
