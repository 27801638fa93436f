package org.heddle.dpor.explore;

import org.heddle.dpor.analysis.OutOfTime;
import org.heddle.dpor.explore.Flights.Landing;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/** What the frontier learns from an execution: what else there is to explore, or that nothing can be learnt and why. */
final class Learning {
    private final Frontier frontier;
    private final Tally tally;
    private final Ending end;

    Learning(Frontier frontier, Tally tally, Ending end) {
        this.frontier = frontier;
        this.tally = tally;
        this.end = end;
    }

    /** Hands the execution to the frontier. If time or memory runs out on the way, its own bugs are still to be looked for. */
    void learn(Landing landing) {
        WorkItem item = landing.item();
        Execution execution = landing.execution();
        if (execution.isCut()) {
            end.runOutOf(Gap.MEMORY);
            return;
        }
        Gap gap = frontier.isOutdated(item, execution) ? null : gapLeftBy(execution);
        if (gap != null) {
            tally.leaveOut(gap, execution);
            frontier.abandon(item);
            return;
        }
        try {
            Divergence divergence = frontier.explored(item, execution);
            if (divergence != null) {
                tally.diverged(execution, divergence);
            }
        } catch (OutOfTime overdue) {
            end.runOutOf(Gap.DEADLINE);
        } catch (OutOfMemoryError full) {
            end.runOutOf(Gap.MEMORY);
        }
    }

    /** Why what lies beyond this execution cannot be explored; null if it can. */
    private static Gap gapLeftBy(Execution execution) {
        return switch (execution.outcome()) {
            case DIVERGED -> Gap.DIVERGED;
            case TOO_LONG -> Gap.TOO_LONG;
            case HUNG -> Gap.HUNG;
            case OUTPUT_FLOOD -> Gap.OUTPUT_FLOOD;
            case RESOURCES -> Gap.RESOURCES;
            case LOST -> Gap.LOST;
            case UNMODELLED -> Gap.UNMODELLED;
            case EXITED, SIGNALED, DEADLOCK, SLEEP_BLOCKED, ASSERTION, ASSUMPTION, CUT_OFF -> null;
        };
    }
}
