package org.heddle.cli.check.finding;

import java.time.Duration;
import java.util.Optional;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.check.replay.Describer;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.minimise.Effort;
import org.heddle.dpor.minimise.Minimal;
import org.heddle.dpor.minimise.Minimiser;

/** Simplifies the schedules of a check's findings, with as much effort as a reader has patience. */
final class Simplifier {
    private static final long EXECUTIONS = 2_000;
    private static final Duration FOR_ONE = Duration.ofSeconds(2);
    private static final Duration FOR_ALL = Duration.ofSeconds(6);

    private final Minimiser minimiser;
    private final Interruption interruption;
    private final Proved proved;
    private final long end;
    private final long limit;
    private int leftOut;

    /**
     * A simplifier that begins now.
     *
     * @param runner with nothing in flight
     * @param options of the check
     * @param interruption after which nothing is simplified
     * @param proved by the check
     * @param start of the check, whose time limit, if there is one, holds for this as well
     */
    Simplifier(ExecutionRunner runner, CheckOptions options, Interruption interruption, Proved proved, long start) {
        this.interruption = interruption;
        minimiser = new Minimiser(runner, options.limits().ofEachExecution());
        this.proved = proved;
        long latest = System.nanoTime() + FOR_ALL.toNanos();
        limit = options.limits().describing(start, options.telling().output().wanted());
        end = Math.min(latest, limit);
    }

    /** The finding with a simpler schedule, and described; where the check's time is up, with the schedule that it has. */
    Minimal simplify(Finding finding, Describer describer) throws InterruptedException {
        if (isOverdue()) {
            Optional<Minimal> asItIs = describer.describe(finding);
            if (asItIs.isPresent()) {
                leftOut++;
                return asItIs.get();
            }
        }
        Minimal minimal = describer.describe(simplified(finding));
        leftOut += isOverdue() ? 1 : 0;
        return minimal;
    }

    private boolean isOverdue() {
        return interruption.isAsked() || System.nanoTime() >= limit;
    }

    /** What there was no time for. */
    Optional<String> remark() {
        return leftOut == 0
                ? Optional.empty()
                : Optional.of((interruption.isAsked() ? "the check was interrupted" : "the time limit (-t) ended")
                        + " before the schedule"
                        + (leftOut == 1 ? "" : "s of " + leftOut + " findings")
                        + " could be simplified any further");
    }

    private Minimal simplified(Finding finding) throws InterruptedException {
        long deadline = Math.min(end, System.nanoTime() + FOR_ONE.toNanos());
        return minimiser.minimise(
                finding, excluded(finding), new Effort(EXECUTIONS, EXECUTIONS, System::nanoTime, deadline));
    }

    /** The check has shown that the finding does not show with fewer preemptions than this. */
    private int excluded(Finding finding) {
        boolean bounded = proved.measure() == Measure.PREEMPTIONS && proved.isBounded();
        return bounded ? (int) Math.min(finding.preemptions(), proved.bound() + 1) : 0;
    }
}
