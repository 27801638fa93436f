package org.heddle.dpor.weak;

import java.util.List;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.VisibleMemory;

/** An execution in which a load finds an older value in the last step of the prefix, or one drawn to begin from. */
record DrawnItem(List<Step> prefix, Policy policy, VisibleMemory visible, boolean lateExit, int operations)
        implements WorkItem {
    @Override
    public List<Event> sleep() {
        return List.of();
    }

    @Override
    public boolean seeksCycles() {
        return false;
    }

    @Override
    public boolean isExtra() {
        return true;
    }

    @Override
    public String strategy() {
        return OlderDraws.NAME;
    }
}
