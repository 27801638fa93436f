package org.heddle.cli.check.replay;

import java.util.List;
import java.util.Optional;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.plan.Description;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.minimise.Minimal;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/** Runs a finding's schedule once more for what an execution tells only if it is asked to: call stacks and values. */
public final class Describer {
    private final ExecutionRunner runner;
    private final Plan.Limits limits;

    /** A describer that runs executions there, with nothing else in flight. */
    public Describer(ExecutionRunner runner, Plan.Limits limits) {
        this.runner = runner;
        this.limits = limits;
    }

    /** The finding as an execution shows it that tells more; as it is where that execution does not show it. */
    public Minimal describe(Minimal minimal) throws InterruptedException {
        return describe(minimal.finding())
                .map(described -> new Minimal(
                        described.finding(),
                        described.execution(),
                        minimal.replays(),
                        minimal.isLeast(),
                        minimal.critical(),
                        minimal.executions()))
                .orElse(minimal);
    }

    /** The finding as an execution shows it that tells more, if it does. */
    public Optional<Minimal> describe(Finding finding) throws InterruptedException {
        runner.submit(new Plan(
                        finding.schedule(),
                        List.of(),
                        limits.behind(finding.schedule().size()),
                        true)
                .with(finding.visible())
                .with(Description.of(finding.memory()).withCycles(finding.isCycle())));
        Execution execution = runner.take();
        if (execution.outcome() == Outcome.DIVERGED || execution.outcome() == Outcome.LOST) {
            return Optional.empty();
        }
        return Detectors.of(finding).detect(execution).stream()
                .filter(found -> found.fingerprint().equals(finding.fingerprint()))
                .findFirst()
                .map(found ->
                        Minimal.asItIs(found, execution.upTo(found.schedule().size())));
    }
}
