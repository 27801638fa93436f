package org.heddle.dpor.explore.restart;

import java.util.function.Function;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/**
 * Begins with critical sections that are executed in one go, each as one event, and begins again without those of a mutex when an
 * execution shows that its holder executes something visible in them. Nothing is missed: while a holder executes nothing visible, nobody
 * can tell whether others run in between. Up to a holder's first visible operation this was so, and some execution with that operation is
 * among those explored.
 *
 * <p>A data race is found where sections that do not conflict order nothing. In the execution at hand they may have come in an order that
 * hides it from whoever repeats the execution. So with the first data race the exploration begins again without sections in one go.
 */
public final class SectionsAware extends Restarting {
    private final Function<WholeSections, Frontier> start;
    private WholeSections sections;

    /** An item with the search that it is of. */
    private record Item(WorkItem item, Frontier owner) implements Owned {}

    /**
     * An exploration from the start.
     *
     * @param start makes the frontier of an exploration in which these sections are executed in one go
     */
    public SectionsAware(Function<WholeSections, Frontier> start) {
        super(start.apply(WholeSections.ALL));
        this.start = start;
        sections = WholeSections.ALL;
    }

    @Override
    protected Owned own(WorkItem item, Frontier owner) {
        return new Item(item, owner);
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        return isNews(item.sections(), execution) || super.isOutdated(item, execution);
    }

    private static boolean isNews(WholeSections sections, Execution execution) {
        return sections.wanted()
                && (SectionsInOneGo.mayOrderRaces(execution)
                        || !OrdinaryMutexes.in(execution, sections).isEmpty());
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (isOfEarlier(item)) {
            abandon(item);
            return null;
        }
        if (!isNews(item.sections(), execution)) {
            return learn(item, execution);
        }
        abandon(item);
        sections = SectionsInOneGo.mayOrderRaces(execution)
                ? WholeSections.NONE
                : sections.without(OrdinaryMutexes.in(execution, item.sections()));
        beginAgain(start.apply(sections));
        return null;
    }
}
