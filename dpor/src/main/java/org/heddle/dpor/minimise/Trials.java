package org.heddle.dpor.minimise;

import java.util.List;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.plan.Description;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.heddle.dpor.weak.OlderReads;

/** Runs schedules and looks whether they show one certain finding, as told by its fingerprint. */
final class Trials {
    private final ExecutionRunner runner;
    private final Detector detector;
    private final Plan.Limits limits;
    private final String fingerprint;
    private final VisibleMemory visible;
    private final Description description;
    private long executions;

    Trials(ExecutionRunner runner, Plan.Limits limits, Finding finding) {
        this.runner = runner;
        detector = Detectors.of(finding);
        this.limits = limits.behind(finding.schedule().size());
        fingerprint = finding.fingerprint();
        visible = finding.visible();
        description = Description.NONE.withCycles(finding.isCycle());
    }

    /** Hands over an item; its execution is to be taken from the runner. */
    void submit(WorkItem item) throws InterruptedException {
        executions++;
        runner.submit(Plan.of(item, limits).with(visible).with(description));
    }

    long executions() {
        return executions;
    }

    ExecutionRunner runner() {
        return runner;
    }

    Execution run(List<Step> prefix, boolean keepOutput) throws InterruptedException {
        executions++;
        runner.submit(
                new Plan(prefix, List.of(), limits, keepOutput).with(visible).with(description));
        return runner.take();
    }

    /** Runs these steps as far as they go, and on without preemptions; null if the finding does not show. */
    Shown tryOut(List<Step> prefix) throws InterruptedException {
        Execution execution = run(prefix, false);
        if (execution.outcome() == Outcome.DIVERGED && execution.divergence() != null) {
            int way = Math.min(execution.divergence().step(), prefix.size());
            execution = run(prefix.subList(0, way), false);
        }
        return in(execution);
    }

    /** The finding as this execution shows it; null if it does not, or is none that C11 allows. */
    Shown in(Execution execution) {
        if (execution.outcome() == Outcome.DIVERGED
                || execution.outcome() == Outcome.LOST
                || !OlderReads.areAllowed(execution)) {
            return null;
        }
        for (Finding finding : detector.detect(execution)) {
            if (finding.fingerprint().equals(fingerprint)) {
                return new Shown(finding, execution.upTo(finding.schedule().size()));
            }
        }
        return null;
    }
}
