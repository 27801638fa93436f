package org.heddle.dpor.minimise;

import java.util.Optional;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.model.execution.Execution;

/**
 * A finding with the simplest schedule that is known for it.
 *
 * @param finding the finding as that schedule shows it
 * @param execution the execution of that schedule, run last
 * @param replays whether running the schedule that was given showed the finding again; if not, nothing was changed
 * @param isLeast whether it was proved that no execution with fewer preemptions shows the finding
 * @param critical the critical switch; empty where the schedule has no preemption, or there was no time to look for it
 * @param executions how many were run
 */
public record Minimal(
        Finding finding,
        Execution execution,
        boolean replays,
        boolean isLeast,
        Optional<CriticalSwitch> critical,
        long executions) {

    /** A finding whose schedule there was no time to run again. */
    public static Minimal notRun(Finding finding) {
        return new Minimal(finding, Execution.lost(""), false, finding.preemptions() == 0, Optional.empty(), 0);
    }

    /** A finding with a schedule of which nothing more is known. */
    public static Minimal asItIs(Finding finding, Execution execution) {
        return new Minimal(finding, execution, true, finding.preemptions() == 0, Optional.empty(), 1);
    }
}
