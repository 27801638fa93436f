package org.heddle.dpor.strategy;

import java.util.List;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;

/** An execution to be drawn at random, in which no thread executes more operations than this. */
record Sample(String strategy, Policy policy, int operations) implements WorkItem {
    @Override
    public List<Step> prefix() {
        return List.of();
    }

    @Override
    public List<Event> sleep() {
        return List.of();
    }
}
