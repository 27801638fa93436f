package org.heddle.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.heddle.bench.report.Plot;
import org.heddle.bench.report.SvgPlot;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.dpor.bound.AutoSearch;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.restart.DependenceAware;
import org.heddle.dpor.explore.restart.RaceAware;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;

/**
 * Prints what an event costs in executions of different lengths: the time that the program is waited for, the time in all, with the
 * search for races and reversals, and the memory that the search keeps. The bound on the operations of each thread, which a program
 * that loops for ever has, is left out.
 */
public final class Length {
    private static final int FEWEST_EXECUTIONS = 4;
    private static final int FEW_EVENTS = 1_000;

    private final Path project;
    private final Installation installation;

    private Length(Path project, Installation installation) {
        this.project = project;
        this.installation = installation;
    }

    /** The arguments: the project's folder, the greatest number of events, and where to write a picture, if one is wanted. */
    public static void main(String[] arguments) throws IOException, InterruptedException, LaunchException, UserError {
        Length length = new Length(Path.of(arguments[0]), Installation.ofThisProcess());
        Plot plot = length.measure(Integer.parseInt(arguments[1]));
        if (arguments.length > 2) {
            Files.writeString(Path.of(arguments[2]), new SvgPlot(plot).draw());
        }
    }

    /** A program, and how many events each of its rounds makes. */
    private record Shape(String name, int eventsPerRound) {}

    /** What was measured: how many events an execution has, nanoseconds for each, bytes kept for each, and open leaves. */
    private record Cost(double events, double inProgram, double inAll, double bytes, long open) {}

    private Plot measure(int mostEvents) throws IOException, InterruptedException, LaunchException {
        List<Shape> shapes = List.of(
                new Shape("pool", 12),
                new Shape("pipeline", 8),
                new Shape("table", 12),
                new Shape("pairs", 12),
                new Shape("threads", 192));
        Path folder = Files.createTempDirectory("heddle-length-");
        Path program = folder.resolve("length");
        Instrumented.compile(installation, project.resolve("bench/src/main/c/length.c"), List.of(), program);
        cost(program, shapes.get(0).name, FEW_EVENTS); // so that the first figures are of warm code, too
        System.out.printf(
                "%-10s %10s %14s %14s %14s %8s%n", "", "events", "ns waited for", "ns in all", "bytes kept", "open");
        List<Plot.Curve> curves = new ArrayList<>();
        for (Shape shape : shapes) {
            List<Plot.Point> points = new ArrayList<>();
            for (int events = FEW_EVENTS; events <= mostEvents; events *= 10) {
                Cost cost = cost(program, shape.name, events * 9 / 10 / shape.eventsPerRound);
                System.out.printf(
                        Locale.ROOT,
                        "%-10s %10.0f %14.0f %14.0f %14.0f %8d%n",
                        shape.name,
                        cost.events,
                        cost.inProgram,
                        cost.inAll,
                        cost.bytes,
                        cost.open);
                points.add(new Plot.Point(Math.log10(cost.events), cost.inAll));
            }
            curves.add(new Plot.Curve(shape.name, points));
        }
        Files.delete(program);
        Files.delete(folder);
        return new Plot(
                "length", "What an event costs", "events of an execution, as a power of ten", "nanoseconds", curves);
    }

    private Cost cost(Path program, String shape, int rounds) throws InterruptedException, LaunchException {
        LaunchOptions options = LaunchOptions.of(program, installation.shim())
                .withArguments(List.of(shape, Integer.toString(rounds)))
                .withJobs(1);
        try (WorkerPool pool = WorkerPool.start(options)) {
            long executions = Math.max(FEWEST_EXECUTIONS, FEW_EVENTS / rounds);
            Timed timed = new Timed(pool);
            Frontier frontier = new RaceAware(() -> new DependenceAware(AutoSearch::new));
            long before = used();
            long start = System.nanoTime();
            Verdict verdict = new Explorer(
                            timed,
                            frontier,
                            Budget.unlimited(true).withMaxExecutions(executions),
                            Plan.Limits.DEFAULT,
                            Detectors.ofExploration(),
                            ExplorationListener.SILENT)
                    .explore();
            double all = System.nanoTime() - start;
            double kept = used() - before;
            double events = verdict.counts().events();
            return new Cost(
                    events / verdict.counts().total(),
                    timed.nanoseconds / events,
                    all / events,
                    Math.max(0, kept) / events,
                    frontier.open());
        }
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** A runner that knows how long it was waited for. */
    private static final class Timed implements ExecutionRunner {
        private final ExecutionRunner runner;
        private long nanoseconds;

        Timed(ExecutionRunner runner) {
            this.runner = runner;
        }

        @Override
        public void submit(Plan plan) throws InterruptedException {
            runner.submit(plan);
        }

        @Override
        public Execution take() throws InterruptedException {
            long start = System.nanoTime();
            Execution execution = runner.take();
            nanoseconds += System.nanoTime() - start;
            return execution;
        }

        @Override
        public Lookahead lookahead() {
            return runner.lookahead();
        }

        @Override
        public void giveUp(int count) throws InterruptedException {
            runner.giveUp(count);
        }
    }
}
