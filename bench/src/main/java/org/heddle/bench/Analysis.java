package org.heddle.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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

    private void run() throws IOException, InterruptedException, LaunchException {
        System.out.println("microseconds of the exploring thread for each execution, without a target");
        System.out.printf("%-24s %10s %8s %10s%n", "", "executions", "second", "quickest");
        Path folder = Files.createTempDirectory("heddle-bench-");
        for (Subject subject : Subject.ALL) {
            measure(subject.name(), record(installation, subject.compile(installation, project, folder)));
        }
        Folders.delete(folder);
    }

    /** Microseconds for each execution in the quickest of many explorations of a program. */
    static double quickest(Installation installation, Path program) throws InterruptedException, LaunchException {
        FreeTarget target = record(installation, program);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        double quickest = Double.MAX_VALUE;
        for (long end = System.nanoTime() + (long) (SECONDS * 1e9); System.nanoTime() < end; ) {
            quickest = Math.min(quickest, explored(target, threads));
        }
        return quickest;
    }

    /** Microseconds for each execution. */
    private static double explored(FreeTarget target, ThreadMXBean threads) throws InterruptedException {
        target.rewind();
        long before = threads.getCurrentThreadCpuTime();
        Whole.explore(target);
        return (threads.getCurrentThreadCpuTime() - before) / 1e3 / target.executions();
    }

    private static FreeTarget record(Installation installation, Path program)
            throws InterruptedException, LaunchException {
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
                double cost = explored(target, threads);
                first = first == 0 ? cost : first;
                quickest = Math.min(quickest, cost);
            }
            shares = watching.words();
        }
        System.out.printf(
                Locale.ROOT, "%-24s %10d %8.1f %10.1f   %s%n", name, target.executions(), first, quickest, shares);
    }
}
