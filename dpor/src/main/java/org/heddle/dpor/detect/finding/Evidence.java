package org.heddle.dpor.detect.finding;

import java.util.List;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;

/** What all findings in one execution have in common; worked out once, when the first needs it. */
public final class Evidence {
    private final Execution execution;
    private final SyncState end;
    private List<Step> schedule = List.of();
    private int preemptions = -1;

    /**
     * Of an execution.
     *
     * @param end the state of all objects at its end
     */
    public Evidence(Execution execution, SyncState end) {
        this.execution = execution;
        this.end = end;
    }

    /** The execution that shows it. */
    public Execution execution() {
        return execution;
    }

    /** The state of all objects at the end. */
    SyncState end() {
        return end;
    }

    /** The whole execution, to be run again. */
    List<Step> schedule() {
        workOut();
        return schedule;
    }

    /** How many preemptions it has. */
    int preemptions() {
        workOut();
        return preemptions;
    }

    private void workOut() {
        if (execution.isCut()) {
            preemptions = Finding.UNKNOWN;
        } else if (preemptions < 0) {
            schedule = execution.events().stream().map(Step::of).toList();
            preemptions = Preemptions.of(execution).size();
        }
    }
}
