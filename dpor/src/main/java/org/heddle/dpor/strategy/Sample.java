package org.heddle.dpor.strategy;

import java.util.List;
import org.heddle.dpor.explore.Policy;
import org.heddle.dpor.explore.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;

/** A whole execution to be drawn at random. */
record Sample(String strategy, Policy policy) implements WorkItem {
    @Override
    public List<Step> prefix() {
        return List.of();
    }

    @Override
    public List<Event> sleep() {
        return List.of();
    }
}
