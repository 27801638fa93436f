package org.heddle.bench.papers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.heddle.bench.report.Plot.Point;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.dpor.analysis.TraceClass;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Preemptions;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.restart.RaceAware;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.strategy.Sampling;
import org.heddle.dpor.strategy.SamplingStrategy;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.message.PointsMode;

/**
 * Explores a program and measures its executions on the way, where a report does not say enough: their lengths, their preemptions, and
 * how many classes of interleavings there have been after how many executions. Simplifies nothing and writes nothing.
 */
final class Exploration implements ExplorationListener {
    private static final Set<OperationKind> BLOCKING = EnumSet.of(
            OperationKind.THREAD_JOIN,
            OperationKind.THREAD_JOIN_ALL,
            OperationKind.MUTEX_LOCK,
            OperationKind.COND_WAKE,
            OperationKind.SEM_WAIT,
            OperationKind.RWLOCK_RDLOCK,
            OperationKind.RWLOCK_WRLOCK,
            OperationKind.BARRIER_LEAVE);

    private final TraceClass classOf = new TraceClass();
    private final Set<Long> classes = new HashSet<>();
    private final List<Point> growth = new ArrayList<>();
    private final Map<Integer, Set<Long>> classesByPreemptions = new TreeMap<>();
    private final Set<Integer> threads = new TreeSet<>();
    private long executions;
    private long firstFinding;
    private long transitions;
    private int longest;
    private int mostBlocking;
    private int mostPreemptions;

    /**
     * What was measured.
     *
     * @param verdict of the exploration
     * @param executions how many were run
     * @param firstFinding the number of the execution that first showed something, 0 if none did
     * @param seconds of the exploration
     * @param transitions visible operations of all executions together
     * @param longest the most visible operations of one execution
     * @param mostBlocking the most blocking ones of one execution
     * @param mostPreemptions of one execution
     * @param threads the most threads of one execution
     * @param classes how many classes of interleavings there were
     * @param growth classes after so many executions
     * @param byPreemptions how many classes were seen with so many preemptions or fewer
     */
    record Course(
            Verdict verdict,
            long executions,
            long firstFinding,
            double seconds,
            long transitions,
            int longest,
            int mostBlocking,
            int mostPreemptions,
            int threads,
            int classes,
            List<Point> growth,
            Map<Integer, Integer> byPreemptions) {}

    private Exploration() {}

    /**
     * Explores, with the options of {@code heddle check}.
     *
     * @throws UserError if the program cannot be compiled or run
     * @throws IOException if files cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    static Course of(Bench bench, Subject subject, List<String> options)
            throws UserError, IOException, InterruptedException {
        bench.say(subject.name() + " " + String.join(" ", options));
        CheckRequest request = bench.parser().parse(subject.command(options));
        try (Program program = new ProgramBuilder(bench.installation()).build(request.recipe());
                WorkerPool pool = WorkerPool.start(LaunchOptions.of(
                                program.executable(), bench.installation().shim())
                        .withPoints(request.options().executing().run().points())
                        .withJobs(request.options().limits().jobs()))) {
            return new Exploration().run(pool, request);
        } catch (LaunchException failed) {
            throw new UserError(failed.getMessage());
        }
    }

    private Course run(WorkerPool pool, CheckRequest request) throws InterruptedException {
        long start = System.nanoTime();
        long deadline = request.options()
                .limits()
                .timeout()
                .map(limit -> start + limit.toNanos())
                .orElse(Long.MAX_VALUE);
        Budget budget = new Budget(
                request.options().limits().maxExecutions(),
                System::nanoTime,
                deadline,
                request.options().limits().keepGoing());
        Verdict verdict = new Explorer(
                        pool, frontier(request), budget, Plan.Limits.DEFAULT, Detectors.ofExploration(), this)
                .explore();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Course(
                verdict,
                executions,
                firstFinding,
                seconds,
                transitions,
                longest,
                mostBlocking,
                mostPreemptions,
                threads.size(),
                classes.size(),
                List.copyOf(growth),
                cumulated());
    }

    private static Frontier frontier(CheckRequest request) {
        return request.options().executing().run().points() == PointsMode.AUTO
                ? new RaceAware(() -> begin(request))
                : begin(request);
    }

    private static Frontier begin(CheckRequest request) {
        return request.options().strategy().samplesOnly()
                ? new Sampling(
                        SamplingStrategy.valueOf(
                                request.options().strategy().name().toUpperCase(Locale.ROOT)),
                        request.options().strategy().seed())
                : request.options().search().frontier();
    }

    @Override
    public void executed(Execution execution, long total, long open, WorkItem item) {
        executions = total;
        transitions += execution.events().size();
        longest = Math.max(longest, execution.events().size());
        mostBlocking = Math.max(mostBlocking, (int) execution.events().stream()
                .filter(event -> BLOCKING.contains(event.operation().kind()))
                .count());
        execution.events().stream().map(Event::thread).forEach(threads::add);
        if (execution.outcome().isComplete()) {
            int preemptions = Preemptions.of(execution).size();
            mostPreemptions = Math.max(mostPreemptions, preemptions);
            long own = classOf.fingerprint(execution);
            classes.add(own);
            classesByPreemptions
                    .computeIfAbsent(preemptions, key -> new HashSet<>())
                    .add(own);
        }
        growth.add(new Point(total, classes.size()));
    }

    @Override
    public void found(Finding finding, Execution execution, WorkItem item) {
        if (firstFinding == 0) {
            firstFinding = executions + 1;
        }
    }

    private Map<Integer, Integer> cumulated() {
        Map<Integer, Integer> counts = new TreeMap<>();
        Set<Long> seen = new HashSet<>();
        for (Map.Entry<Integer, Set<Long>> entry : classesByPreemptions.entrySet()) {
            seen.addAll(entry.getValue());
            counts.put(entry.getKey(), seen.size());
        }
        return counts;
    }
}
