package org.heddle.dpor.explore.restart;

import java.util.function.BooleanSupplier;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.SearchDecorator;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.plan.WrappedItem;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/**
 * A frontier that may give its search up and begin with another one, as soon as an execution shows something that was not known.
 * What is out at that moment comes back later, and belongs to the search that was given up.
 */
public abstract class Restarting extends SearchDecorator {
    private Frontier search;
    private int out;
    private int outdated;
    private BooleanSupplier isOver = () -> false;

    /** An item with the search that it belongs to. */
    protected interface Owned extends WrappedItem {
        /** The search that the item belongs to. */
        Frontier owner();
    }

    /** Begins with this search. */
    protected Restarting(Frontier first) {
        search = first;
    }

    /** An item of the present search, with what else its plan has to say. */
    protected abstract Owned own(WorkItem item, Frontier owner);

    /** Gives the search up for another one. */
    protected final void beginAgain(Frontier other) {
        outdated += out;
        out = 0;
        search = other;
        search.stopWhen(isOver);
    }

    @Override
    public void stopWhen(BooleanSupplier over) {
        isOver = over;
        super.stopWhen(over);
    }

    /** Whether the item is of a search that was given up. */
    protected final boolean isOfEarlier(WorkItem item) {
        return ((Owned) item).owner() != search;
    }

    /** Hands an execution on to the present search, which the item is of. */
    protected final Divergence learn(WorkItem item, Execution execution) {
        out--;
        return search.explored(((Owned) item).item(), execution);
    }

    @Override
    protected final Frontier search() {
        return search;
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        Owned own = (Owned) item;
        return isOfEarlier(item) || own.owner().isOutdated(own.item(), execution);
    }

    @Override
    public WorkItem poll() {
        WorkItem item = search.poll();
        if (item == null) {
            return null;
        }
        out++;
        return own(item, search);
    }

    @Override
    public void abandon(WorkItem item) {
        if (isOfEarlier(item)) {
            outdated--;
        } else {
            out--;
        }
        Owned own = (Owned) item;
        own.owner().abandon(own.item());
    }

    @Override
    public long open() {
        return super.open() + outdated;
    }
}
