package org.heddle.dpor.bound;

import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.SearchDecorator;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.plan.WrappedItem;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/** A search whose executions go on in a certain way behind their prefixes. */
final class Continued extends SearchDecorator {
    private final Frontier search;
    private final Continuation continuation;
    private long number;

    private record Item(WorkItem item, Policy policy) implements WrappedItem {}

    Continued(Frontier search, Continuation continuation) {
        this.search = search;
        this.continuation = continuation;
    }

    @Override
    protected Frontier search() {
        return search;
    }

    @Override
    public WorkItem poll() {
        WorkItem item = search.poll();
        return item == null ? null : new Item(item, continuation.policy(number++));
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        return search.explored(((Item) item).item(), execution);
    }

    @Override
    public void abandon(WorkItem item) {
        search.abandon(((Item) item).item());
    }
}
