package org.heddle.dpor.detect.finding;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;

/** Where an execution switches away from a thread that could have gone on (Musuvathi and Qadeer, PLDI 2007). */
public final class Preemptions {
    private Preemptions() {}

    /** The first step after each switch away from a thread that is enabled and not about to yield, in order. */
    public static List<Integer> of(Execution execution) {
        Decisions decisions = new Decisions(new Dependence());
        decisions.load(execution.events().toArray(new Event[0]), execution);
        List<Integer> preemptions = new ArrayList<>();
        for (int step = 1; step < decisions.length(); step++) {
            int last = decisions.thread(step - 1);
            if (decisions.thread(step) != last && decisions.wantsToRun(last, step)) {
                preemptions.add(step);
            }
        }
        return preemptions;
    }
}
