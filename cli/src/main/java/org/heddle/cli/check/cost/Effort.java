package org.heddle.cli.check.cost;

import java.util.List;
import java.util.OptionalLong;
import org.heddle.cli.report.cost.Cost;
import org.heddle.server.restart.RestartCounts;

/**
 * What was measured of an exploration.
 *
 * @param times of the thread that explores
 * @param counts of all its executions
 * @param waited nanoseconds in which that thread waited for results; not known where other machines execute
 */
public record Effort(TimedRunner.Times times, RestartCounts.Snapshot counts, OptionalLong waited) {
    private static final double MICRO = 1e3; // nanoseconds
    private static final double SECOND = 1e9;

    /** How many executions there were. */
    long executions() {
        return counts.inProcess() + counts.forked();
    }

    /** What an execution costs, without advice. */
    Cost cost() {
        if (executions() == 0) {
            return Cost.NONE;
        }
        double each = executions();
        long waiting = Math.min(times.taking(), waited.orElse(times.taking()));
        double exchange = counts.spent().around() + times.submitting() + times.taking() - waiting;
        double analysis = Math.max(0, times.all() - times.submitting() - times.taking());
        double working = counts.spent().program() + counts.spent().around();
        return new Cost(
                executions(),
                (counts.events().executed() + counts.events().fromCheckpoints()) / each,
                counts.spent().accesses() / each,
                new Cost.Micros(
                        counts.spent().program() / each / MICRO,
                        counts.spent().alone() / each / MICRO,
                        exchange / each / MICRO,
                        analysis / each / MICRO),
                working / times.all(),
                times.all() / SECOND,
                List.of());
    }
}
