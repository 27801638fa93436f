package org.heddle.dpor.reduction;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.heddle.dpor.explore.Frontier;
import org.heddle.dpor.explore.SearchDecorator;
import org.heddle.dpor.explore.WorkItem;
import org.heddle.dpor.explore.WrappedItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Divergence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.PendingOperation;

/**
 * Takes arrivals at a barrier for independent until an execution shows that more threads use the barrier than it waits for; then
 * begins again with dependent arrivals. Nothing is missed: up to the first arrival too many the relation was right, so some
 * execution with that arrival is among those explored.
 */
public final class BarrierAware extends SearchDecorator {
    private final Function<Dependence, Frontier> start;
    private Frontier frontier;
    private boolean ordered;
    private int outdated;
    private int out;

    /** An item with the exploration that it belongs to. */
    private record Item(WorkItem item, boolean orderedBarriers) implements WrappedItem {}

    /**
     * An exploration from the start.
     *
     * @param start makes the frontier of an exploration with this dependence relation
     */
    public BarrierAware(Function<Dependence, Frontier> start) {
        this.start = start;
        frontier = start.apply(new Dependence(false));
    }

    @Override
    protected Frontier search() {
        return frontier;
    }

    @Override
    public WorkItem poll() {
        WorkItem item = frontier.poll();
        if (item == null) {
            return null;
        }
        out++;
        return new Item(item, ordered);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (isOutdated(item)) {
            return null;
        }
        out--;
        if (!ordered && isCrowded(execution)) {
            ordered = true;
            outdated = out;
            out = 0;
            frontier = start.apply(new Dependence(true));
            return null;
        }
        return frontier.explored(((Item) item).item(), execution);
    }

    @Override
    public void abandon(WorkItem item) {
        if (!isOutdated(item)) {
            out--;
            frontier.abandon(((Item) item).item());
        }
    }

    /** Whether the item is of the exploration that was given up; it has come back then. */
    private boolean isOutdated(WorkItem item) {
        boolean is = item.orderedBarriers() != ordered;
        outdated -= is ? 1 : 0;
        return is;
    }

    @Override
    public long open() {
        return super.open() + outdated;
    }

    private static boolean isCrowded(Execution execution) {
        Map<Long, Set<Integer>> users = new HashMap<>();
        boolean crowded = false;
        for (Event event : execution.events()) {
            crowded |= isCrowded(users, event.thread(), event.operation());
        }
        for (PendingOperation pending : execution.pending()) {
            crowded |= isCrowded(users, pending.thread(), pending.operation());
        }
        return crowded;
    }

    private static boolean isCrowded(Map<Long, Set<Integer>> users, int thread, Operation operation) {
        if (operation.kind() == OperationKind.BARRIER_INIT) {
            users.remove(operation.object());
        }
        if (operation.kind() != OperationKind.BARRIER_ARRIVE) {
            return false;
        }
        Set<Integer> threads = users.computeIfAbsent(operation.object(), address -> new HashSet<>());
        threads.add(thread);
        return threads.size() > operation.argument();
    }
}
