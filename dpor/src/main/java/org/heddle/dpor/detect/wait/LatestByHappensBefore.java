package org.heddle.dpor.detect.wait;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;

/**
 * Which of some steps of an execution come last by happens-before, which is the same in all executions of a class; what merely came
 * later in one of them is an accident.
 */
final class LatestByHappensBefore {
    private LatestByHappensBefore() {}

    /** The step that none of the others comes after; of several, that of the lowest thread. −1 if there are no steps. Steps ascend. */
    static int of(Execution execution, List<Integer> steps) {
        if (steps.size() < 2) {
            return steps.isEmpty() ? -1 : steps.get(0);
        }
        List<Event> events = execution.events();
        Decisions decisions = new Decisions(new Dependence());
        decisions.load(events.toArray(new Event[0]), execution);
        List<Integer> latest = new ArrayList<>();
        for (int k = steps.size() - 1; k >= 0; k--) {
            int step = steps.get(k);
            if (latest.stream().noneMatch(later -> decisions.happensBefore(step, later))) {
                latest.add(step);
            }
        }
        return latest.stream()
                .min(Comparator.comparingInt(step -> events.get(step).thread()))
                .orElse(-1);
    }
}
