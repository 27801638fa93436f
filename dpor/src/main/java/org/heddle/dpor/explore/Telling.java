package org.heddle.dpor.explore;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.explore.Flights.Landing;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.restart.SectionsAware;
import org.heddle.dpor.explore.restart.SectionsInOneGo;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/** What is told of an execution: its findings, and that it has been explored. */
final class Telling {
    private final Frontier frontier;
    private final Detector detector;
    private final ExplorationListener listener;
    private final Tally tally;
    private final Ending end;

    Telling(Frontier frontier, Detector detector, ExplorationListener listener, Tally tally, Ending end) {
        this.frontier = frontier;
        this.detector = detector;
        this.listener = listener;
        this.tally = tally;
        this.end = end;
    }

    /** Looks for bugs in an execution that the frontier has learnt from, and ends the exploration if they are a reason to. */
    void tell(Landing landing) {
        WorkItem item = landing.item();
        if (item.repeats()) {
            return;
        }
        Execution shown = shown(item, landing.execution());
        Kind.Stops stops = tellFindings(item, shown);
        listener.executed(shown, tally.total(), end.isReached() ? 1 : frontier.open(), item);
        if (end.isReached()) {
            return; // in the middle of learning: how much is left is not to be asked
        }
        if (shown.outcome() == Outcome.UNMODELLED) {
            end.stop();
        } else if (stops == Kind.Stops.AT_ONCE) {
            end.stopAtFinding(frontier);
        } else if (stops == Kind.Stops.SOON) {
            end.stopSoon();
        }
    }

    /** Where critical sections order next to nothing, races are for the search that begins again with them: see {@link SectionsAware}. */
    private static Execution shown(WorkItem item, Execution execution) {
        boolean isHidden = item.sections().wanted()
                && !execution.races().isEmpty()
                && (execution.isCut() || SectionsInOneGo.mayOrder(execution));
        return isHidden ? execution.withoutRaces() : execution;
    }

    /** Returns when the findings end the exploration. */
    private Kind.Stops tellFindings(WorkItem item, Execution execution) {
        Kind.Stops first = Kind.Stops.NEVER;
        Set<String> told = new HashSet<>(); // one execution may show the same several times, and is one that shows it
        for (Finding finding : findings(execution)) {
            Kind.Stops stops = finding.kind().stops();
            first = stops.compareTo(first) < 0 ? stops : first;
            if (told.add(finding.fingerprint()) && tally.found(finding)) {
                listener.found(finding, execution, item);
            }
        }
        return first;
    }

    /** What bugs there are is told even where there is no room to tell how they come about. */
    private List<Finding> findings(Execution execution) {
        try {
            return detector.detect(execution);
        } catch (OutOfMemoryError full) {
            end.runOutOf(Gap.MEMORY);
            return detector.detect(execution.cut());
        }
    }
}
