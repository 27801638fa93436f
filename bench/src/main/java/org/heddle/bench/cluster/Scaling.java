package org.heddle.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.heddle.bench.Folders;
import org.heddle.bench.Instrumented;
import org.heddle.bench.Whole;
import org.heddle.bench.report.Plot;
import org.heddle.bench.report.Plot.Curve;
import org.heddle.bench.report.Plot.Point;
import org.heddle.bench.report.SvgPlot;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;

/**
 * Prints how executions per second grow with the workers of a cluster, and what an execution costs the exploring process. That says how
 * many slots it can use; a simulation says what becomes of up to 1 024 slots.
 */
public final class Scaling {
    private static final int[] SLOTS = {1, 4, 32, 256, 1_024};
    private static final double[] MILLISECONDS = {0.1, 1, 10, 100};
    private static final int SHORT = 1_000;
    private static final int LONG = 20_000;
    private static final long ROUND_TRIP = 500_000;
    private static final int EXECUTIONS = 34_904; // of all there are of the program that sleeps

    private final Installation installation;
    private final Path project;
    private final Path folder;

    private Scaling(Installation installation, Path project, Path folder) {
        this.installation = installation;
        this.project = project;
        this.folder = folder;
    }

    /** The arguments: the project's folder, the folder for the plot, and the number of faults. */
    public static void main(String[] arguments) throws IOException, InterruptedException, LaunchException, UserError {
        Path folder = Files.createTempDirectory("heddle-scaling-");
        try {
            Scaling scaling = new Scaling(Installation.ofThisProcess(), Path.of(arguments[0]), folder);
            scaling.run(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
        } finally {
            Folders.delete(folder);
        }
    }

    private void run(Path pictures, int faults) throws IOException, InterruptedException, LaunchException {
        Path sleeps = compiled("sleeps", "bench/src/main/c/sleeps.c");
        Path few = compiled("sleeps4", "bench/src/main/c/sleeps.c", "-DROUNDS=4");
        Path indexer = compiled("indexer", "c-examples/bench/indexer.c", "-DN=16");
        try (LocalWorkers workers = new LocalWorkers(project, Files.createDirectory(folder.resolve("grown")))) {
            System.out.println(workers.areElsewhere() ? "workers behind a link" : "workers on this machine, no link");
            new Growth(workers, sleeps).print();
        }
        try (LocalWorkers workers = new LocalWorkers(project, Files.createDirectory(folder.resolve("failing")))) {
            long known;
            try (WorkerPool pool = WorkerPool.start(LaunchOptions.of(few, installation.shim()))) {
                known = Whole.explore(pool);
            }
            new FaultRun(workers, few, known).run(faults);
            System.out.println();
            exploringCost(workers, "indexer, 16 threads", indexer);
            List<Curve> curves = simulate(sleeps, exploringCost(workers, "two threads that add", sleeps));
            Files.writeString(pictures.resolve("slots.svg"), plot(curves));
        }
    }

    private static String plot(List<Curve> curves) {
        String across = "slots, as powers of two: 0 is 1, 10 is 1 024";
        return new SvgPlot(new Plot("slots", "Simulated slots that have something to do", across, "share", curves))
                .draw();
    }

    private Path compiled(String name, String source, String... flags) throws IOException {
        Path program = folder.resolve(name);
        Instrumented.compile(installation, project.resolve(source), List.of(flags), program);
        return program;
    }

    /** Seconds of CPU time. */
    private double exploringCost(LocalWorkers workers, String name, Path program)
            throws IOException, InterruptedException {
        workers.check(program, List.of(), SHORT);
        double once = workers.check(program, List.of(), SHORT).cpuSeconds();
        double each = (workers.check(program, List.of(), LONG).cpuSeconds() - once) / (LONG - SHORT);
        System.out.printf(Locale.ROOT, "%s: %.0f us of CPU time for each execution%n", name, each * 1e6);
        for (double milliseconds : MILLISECONDS) {
            System.out.printf(
                    Locale.ROOT, "    executions of %5.1f ms: %.0f slots%n", milliseconds, milliseconds / 1e3 / each);
        }
        return each;
    }

    private List<Curve> simulate(Path program, double costOfAll) throws InterruptedException, LaunchException {
        LaunchOptions options = LaunchOptions.of(program, installation.shim()).withJobs(1);
        try (WorkerPool pool = WorkerPool.start(options)) {
            explore(pool, 1, new SimulatedSlots.Costs(0, 0, 0)); // so that the figures are of warm code
            double analysis = explore(pool, 1, new SimulatedSlots.Costs(0, 0, 0));
            long messages = Math.round(Math.max(0, costOfAll * 1e9 - analysis));
            List<Curve> curves = new ArrayList<>();
            for (double milliseconds : MILLISECONDS) {
                long execution = Math.round(milliseconds * 1e6);
                List<Point> points = new ArrayList<>();
                for (int slots : SLOTS) {
                    double each = explore(pool, slots, new SimulatedSlots.Costs(execution, ROUND_TRIP, messages));
                    System.out.printf(
                            Locale.ROOT,
                            "executions of %5.1f ms, %4d simulated slots: %8.0f per second, %3.0f %% of linear%n",
                            milliseconds,
                            slots,
                            1e9 / each,
                            100 * execution / (each * slots));
                    points.add(new Point(Math.log(slots) / Math.log(2), execution / (each * slots)));
                }
                curves.add(new Curve("executions of " + milliseconds + " ms", points));
            }
            return curves;
        }
    }

    /** Simulated nanoseconds for each execution. */
    private static double explore(WorkerPool pool, int slots, SimulatedSlots.Costs costs) throws InterruptedException {
        SimulatedSlots simulated = new SimulatedSlots(pool, slots, costs);
        long executions = Whole.explore(simulated);
        if (executions != EXECUTIONS) {
            throw new IllegalStateException(
                    executions + " executions instead of " + EXECUTIONS + " with " + slots + " slots");
        }
        return (double) simulated.now() / executions;
    }
}
