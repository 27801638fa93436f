package org.heddle.cli.check.progress;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.heddle.cli.check.finding.FindingsSoFar;
import org.heddle.cli.check.search.Search;
import org.heddle.cli.check.verdict.Observed;
import org.heddle.cli.cluster.Fleet;
import org.heddle.cli.format.text.StatusLine;
import org.heddle.cli.report.Stage;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.estimate.Estimate;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Execution;

/** Shows on a terminal how an exploration goes, and remembers what the report needs. */
public final class ProgressLine implements ExplorationListener {
    private static final long INTERVAL_NANOS = 200_000_000;

    private final StatusLine line;
    private final FindingsSoFar findings;
    private final Search search;
    private final LatestEstimate estimate;
    private final Course course = new Course();
    private final long start = System.nanoTime();
    private long lastShown = start;
    private volatile long executions;
    private volatile int most;
    private final Map<String, Integer> found = new TreeMap<>();
    private Observed observed = Observed.NOTHING;
    private Optional<Supplier<Fleet>> fleet = Optional.empty();

    public ProgressLine(StatusLine line, FindingsSoFar findings, Search search) {
        this.line = line;
        this.findings = findings;
        this.search = search;
        estimate = new LatestEstimate(() -> search.frontier().estimate(), System::nanoTime);
    }

    /** Shows who executes on other machines as well, if anybody does. */
    public void show(Optional<Supplier<Fleet>> others) {
        fleet = others;
    }

    /** How many executions are needed, where so many were run. */
    Estimate estimate(long total) {
        return estimate.after(total);
    }

    /** Who executes on other machines, if anybody does. */
    Optional<Fleet> fleet() {
        return fleet.map(Supplier::get);
    }

    @Override
    public void executed(Execution execution, long total, long open, WorkItem item) {
        course.executed(item);
        executions = total;
        most = Math.max(most, execution.threads().size());
        observed = observed.and(execution);
        long now = System.nanoTime();
        if (now - lastShown >= INTERVAL_NANOS && line.isShown()) {
            lastShown = now;
            double rate = total / ((now - start) / 1e9);
            Remaining left = new Remaining(estimate.after(total), total, rate, open);
            line.begin("waiting for an execution that takes long");
            line.show(new ProgressText(item, total, rate, left, found, fleet()).lines());
        }
    }

    @Override
    public void found(Finding finding, Execution execution, WorkItem item) {
        found.merge(finding.kind().ruleId(), 1, Integer::sum);
        search.found(item.strategy());
        findings.found(finding);
    }

    /** What was run for what. */
    public List<Stage> stages() {
        return course.stages();
    }

    /** Executions so far. */
    public long executions() {
        return executions;
    }

    /** What the executions so far have shown. */
    public Observed observed() {
        return observed;
    }

    /** The most threads in one execution. */
    public int mostThreads() {
        return most;
    }
}
