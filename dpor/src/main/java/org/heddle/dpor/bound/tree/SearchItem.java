package org.heddle.dpor.bound.tree;

import java.util.List;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.optimal.PlannedPath;

/**
 * An execution of a {@link TreeSearch} that is being run.
 *
 * @param parent the run that it departs from, null for the first execution
 * @param depth where it does
 * @param path its first events
 * @param sleep what is asleep after them
 * @param sibling its first event of its own, null for the first execution
 * @param bound see {@link WorkItem#bound}
 */
record SearchItem(Run parent, int depth, PlannedPath path, List<Event> sleep, Run.Sibling sibling, int bound)
        implements WorkItem {
    @Override
    public List<Step> prefix() {
        return path.steps();
    }
}
