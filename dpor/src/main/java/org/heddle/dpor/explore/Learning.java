package org.heddle.dpor.explore;

import java.util.Optional;
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
        Optional<Gap> gap = frontier.isOutdated(item, execution) ? Optional.empty() : Gap.leftBy(execution.outcome());
        if (gap.isPresent()) {
            tally.leaveOut(gap.get(), execution);
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
}
