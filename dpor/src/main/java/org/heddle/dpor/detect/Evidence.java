package org.heddle.dpor.detect;

import java.util.List;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Step;

/** What all findings in one execution have in common; worked out once, when the first needs it. */
final class Evidence {
    private final Execution execution;
    private final SyncState end;
    private List<Step> schedule = List.of();
    private int preemptions = -1;

    Evidence(Execution execution, SyncState end) {
        this.execution = execution;
        this.end = end;
    }

    Execution execution() {
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
