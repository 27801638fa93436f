package org.heddle.dpor.strategy;

import java.util.List;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;

/**
 * An execution to be drawn at random.
 *
 * @param strategy by which strategy
 * @param index the number of the draw, from 0
 * @param policy what is drawn
 * @param operations no thread executes more than so many
 */
record Sample(String strategy, long index, Policy policy, int operations) implements WorkItem {
    @Override
    public List<Step> prefix() {
        return List.of();
    }

    @Override
    public List<Event> sleep() {
        return List.of();
    }
}
