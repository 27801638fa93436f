package org.heddle.dpor.reduction;

import java.util.AbstractList;
import java.util.List;
import org.heddle.dpor.explore.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Divergence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;

/** A leaf of the wakeup tree that is being run. */
final class Leaf implements WorkItem {
    private final Branch branch;
    private final Event[] path;
    private final List<Event> sleep;

    Leaf(Branch branch, Event[] path, List<Event> sleep) {
        this.branch = branch;
        this.path = path;
        this.sleep = sleep;
    }

    Branch branch() {
        return branch;
    }

    /** All events from the root; the last may be a prediction. */
    Event[] path() {
        return path;
    }

    @Override
    public List<Step> prefix() {
        return new AbstractList<>() {
            @Override
            public Step get(int index) {
                return Step.of(path[index]);
            }

            @Override
            public int size() {
                return path.length;
            }
        };
    }

    @Override
    public List<Event> sleep() {
        return sleep;
    }

    /** How the executed events contradict the path; null if they do not. */
    Divergence compare(List<Event> executed, Dependence dependence) {
        for (int k = 0; k < path.length; k++) {
            Event expected = path[k];
            if (k >= executed.size()) {
                return new Divergence(k, Step.of(expected), null, "the execution ended within the prefix");
            }
            Event actual = executed.get(k);
            if (!Step.of(expected).equals(Step.of(actual))) {
                return new Divergence(k, Step.of(expected), actual.operation(), "another operation was executed");
            }
            if (k < path.length - 1 && dependence.first(expected) != dependence.first(actual)) {
                return new Divergence(k, Step.of(expected), actual.operation(), "the operation had another result");
            }
        }
        return null;
    }
}
