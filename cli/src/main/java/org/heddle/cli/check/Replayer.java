package org.heddle.cli.check;

import java.util.List;
import org.heddle.dpor.detect.Detector;
import org.heddle.dpor.detect.Finding;
import org.heddle.dpor.explore.Description;
import org.heddle.dpor.explore.ExecutionRunner;
import org.heddle.dpor.explore.Plan;
import org.heddle.dpor.explore.Policy;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.VisibleMemory;

/** Runs schedules again. */
final class Replayer {
    private final ExecutionRunner runner;
    private final Plan.Limits limits;

    /**
     * An execution and what it showed.
     *
     * @param execution the execution
     * @param findings what it showed
     * @param same whether that is what the schedule was kept for
     */
    record Replay(Execution execution, List<Finding> findings, boolean same) {}

    Replayer(ExecutionRunner runner, Plan.Limits limits) {
        this.runner = runner;
        this.limits = limits;
    }

    Replay replay(List<Step> steps, VisibleMemory visible, String kind, String cause) throws InterruptedException {
        runner.submit(new Plan(steps, List.of(), limits, true, false, Policy.CONTINUE, visible, Description.NONE));
        Execution execution = runner.take();
        List<Finding> findings = Detector.standard().detect(execution);
        boolean same = findings.stream()
                .anyMatch(found ->
                        found.kind().ruleId().equals(kind) && found.cause().equals(cause));
        return new Replay(execution, findings, same);
    }
}
