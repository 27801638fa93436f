package org.heddle.dpor.explore.failing;

import java.util.List;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.plan.WrappedItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;

/**
 * An execution in which a call fails in the last step of the prefix.
 *
 * @param item of the execution whose beginning it has, and which is executed in the same way
 * @param prefix the steps to follow
 */
record FailingItem(WorkItem item, List<Step> prefix) implements WrappedItem {
    @Override
    public List<Event> known() {
        return List.of();
    }

    @Override
    public List<Event> sleep() {
        return List.of();
    }

    @Override
    public Policy policy() {
        return Policy.CONTINUE;
    }

    @Override
    public int bound() {
        return -1;
    }

    @Override
    public boolean seeksCycles() {
        return item.seeksCycles();
    }

    @Override
    public boolean repeats() {
        return false;
    }

    @Override
    public boolean isExtra() {
        return true;
    }

    @Override
    public String strategy() {
        return FailuresFirst.NAME;
    }
}
