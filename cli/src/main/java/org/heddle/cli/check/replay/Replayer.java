package org.heddle.cli.check.replay;

import java.time.Duration;
import java.util.List;
import org.heddle.cli.check.options.ConsistencyChoice;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.explore.plan.Description;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.weak.OlderReads;

/** Runs schedules again. */
final class Replayer {
    private static final int MAX_EVENTS = 2_000_000;
    private static final Duration PROGRESS_LIMIT = Duration.ofSeconds(60);

    /** Of one execution of a schedule. */
    static final Plan.Limits LIMITS = new Plan.Limits(MAX_EVENTS, (int) PROGRESS_LIMIT.toMillis());

    private final ExecutionRunner runner;

    /**
     * An execution and what it showed.
     *
     * @param execution the execution
     * @param findings what it showed
     * @param sought those of them that the schedule was kept for
     * @param isAllowed whether C11 lets loads find the older values that the schedule has for them; else it has shown nothing
     */
    record Replay(Execution execution, List<Finding> findings, List<Finding> sought, boolean isAllowed) {
        /** Whether it showed what the schedule was kept for. */
        boolean same() {
            return !sought.isEmpty();
        }
    }

    Replayer(ExecutionRunner runner) {
        this.runner = runner;
    }

    Replay replay(Alignment steps, ScheduleFile schedule) throws InterruptedException {
        boolean isLivelock = schedule.kind().equals(Kind.LIVELOCK.ruleId());
        runner.submit(plan(steps).with(Description.NONE.withCycles(isLivelock)));
        Execution execution = runner.take();
        if (!OlderReads.areAllowed(execution)) {
            return new Replay(execution, List.of(), List.of(), false);
        }
        List<Finding> findings = Detectors.showing(schedule.cause(), ConsistencyChoice.of(schedule.run()))
                .detect(execution);
        List<Finding> sought = findings.stream()
                .filter(found -> found.kind().ruleId().equals(schedule.kind())
                        && found.cause().equals(schedule.cause()))
                .toList();
        return new Replay(execution, findings, sought, true);
    }

    /** The execution of the first steps, stopped before the next one. */
    Execution until(Alignment steps, int count) throws InterruptedException {
        Plan.Limits stopping = new Plan.Limits(count, LIMITS.progressMillis());
        runner.submit(plan(
                new Alignment(steps.steps().subList(0, count), steps.visible(), steps.dropped(), steps.added()),
                stopping));
        return runner.take();
    }

    /** The execution of all steps, stopped before a next one, with the call stacks of each of them, and of accesses of this memory. */
    Execution described(Alignment steps, List<MemoryRange> memory) throws InterruptedException {
        runner.submit(plan(steps, new Plan.Limits(steps.steps().size(), LIMITS.progressMillis()))
                .with(Description.of(memory)));
        return runner.take();
    }

    /** The execution of these steps and of whatever comes after them. */
    Execution run(Alignment steps) throws InterruptedException {
        runner.submit(plan(steps));
        return runner.take();
    }

    /** The plan that follows these steps. */
    Plan plan(Alignment steps) {
        return plan(steps, LIMITS.behind(steps.steps().size()));
    }

    private static Plan plan(Alignment steps, Plan.Limits limits) {
        return new Plan(steps.steps(), List.of(), limits, true).with(steps.visible());
    }
}
