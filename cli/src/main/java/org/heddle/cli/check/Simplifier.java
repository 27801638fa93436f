package org.heddle.cli.check;

import java.time.Duration;
import org.heddle.dpor.detect.Finding;
import org.heddle.dpor.explore.ExecutionRunner;
import org.heddle.dpor.explore.Plan;
import org.heddle.dpor.explore.Proved;
import org.heddle.dpor.explore.Proved.Measure;
import org.heddle.dpor.minimise.Effort;
import org.heddle.dpor.minimise.Minimal;
import org.heddle.dpor.minimise.Minimiser;

/** Simplifies the schedules of a check's findings, with as much effort as a reader has patience. */
final class Simplifier {
    private static final long EXECUTIONS = 2_000;
    private static final Duration FOR_ONE = Duration.ofSeconds(2);
    private static final Duration FOR_ALL = Duration.ofSeconds(6);

    private final Minimiser minimiser;
    private final Proved proved;
    private final long end;

    /**
     * A simplifier that begins now.
     *
     * @param runner with nothing in flight
     * @param options of the check
     * @param proved by the check
     * @param start of the check, whose time limit, if there is one, holds for this as well
     */
    Simplifier(ExecutionRunner runner, CheckOptions options, Proved proved, long start) {
        Plan.Limits limits = new Plan.Limits(options.limits().maxEvents(), (int)
                options.limits().progressLimit().toMillis());
        minimiser = new Minimiser(runner, limits);
        this.proved = proved;
        long latest = System.nanoTime() + FOR_ALL.toNanos();
        end = options.limits()
                .timeout()
                .map(limit -> Math.min(latest, start + limit.toNanos()))
                .orElse(latest);
    }

    Minimal simplify(Finding finding) throws InterruptedException {
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
