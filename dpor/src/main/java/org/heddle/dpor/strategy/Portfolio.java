package org.heddle.dpor.strategy;

import java.util.List;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.SearchDecorator;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.plan.WrappedItem;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/**
 * Systematic exploration and samplers in turn: every other execution is the systematic exploration's, the others go round the
 * samplers. It ends when the systematic exploration has explored everything.
 */
public final class Portfolio extends SearchDecorator {
    private final Frontier systematic;
    private final List<Sampling> samplers;
    private long turn;

    /** An item with who wants to see it. */
    private record Owned(Frontier owner, WorkItem item) implements WrappedItem {}

    /** A portfolio of these. */
    public Portfolio(Frontier systematic, List<Sampling> samplers) {
        this.systematic = systematic;
        this.samplers = List.copyOf(samplers);
    }

    @Override
    protected Frontier search() {
        return systematic;
    }

    @Override
    public WorkItem poll() {
        int parties = 2 * samplers.size();
        for (int tried = 0; tried < parties; tried++) {
            int place = (int) (turn++ % parties);
            Frontier owner = place % 2 == 0 ? systematic : samplers.get(place / 2);
            WorkItem item = owner.poll();
            if (item != null) {
                return new Owned(owner, item);
            }
        }
        return null;
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        Owned owned = (Owned) item;
        return owned.owner().explored(owned.item(), execution);
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        Owned owned = (Owned) item;
        return owned.owner().isOutdated(owned.item(), execution);
    }

    @Override
    public void abandon(WorkItem item) {
        Owned owned = (Owned) item;
        owned.owner().abandon(owned.item());
    }

    @Override
    public long open() {
        return super.open() + samplers.stream().mapToLong(Sampling::out).sum();
    }
}
