package org.heddle.dpor.optimal;

import java.util.List;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;

/** A leaf of the wakeup tree that is being run. */
final class Leaf implements WorkItem {
    private final Branch branch;
    private final PlannedPath path;
    private final List<Event> sleep;

    Leaf(Branch branch, Event[] path, List<Event> sleep) {
        this.branch = branch;
        this.path = new PlannedPath(path);
        this.sleep = sleep;
    }

    Branch branch() {
        return branch;
    }

    /** All events from the root; the last may be a prediction. */
    Event[] path() {
        return path.events();
    }

    @Override
    public List<Step> prefix() {
        return path.steps();
    }

    @Override
    public List<Event> known() {
        return path.known();
    }

    @Override
    public List<Event> sleep() {
        return sleep;
    }

    /** How the executed events contradict the path; null if they do not. */
    Divergence compare(List<Event> executed, Dependence dependence) {
        return path.compare(executed, dependence);
    }
}
