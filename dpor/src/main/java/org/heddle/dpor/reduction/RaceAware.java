package org.heddle.dpor.reduction;

import java.util.List;
import java.util.function.Supplier;
import org.heddle.dpor.explore.Frontier;
import org.heddle.dpor.explore.SearchDecorator;
import org.heddle.dpor.explore.WorkItem;
import org.heddle.dpor.explore.WrappedItem;
import org.heddle.dpor.model.Divergence;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Race;
import org.heddle.dpor.model.VisibleMemory;

/**
 * Takes plain accesses for invisible until an execution shows two of them that no visible operation orders; makes their memory
 * visible then, and begins again. Where no execution shows such a pair any more, nothing is missed: switching threads at
 * visible operations only loses no terminal state, deadlock or race of a program whose executions are all free of races on
 * invisible memory (Musuvathi and Qadeer, PLDI 2007, theorems 2 and 3).
 */
public final class RaceAware extends SearchDecorator {
    private final Supplier<Frontier> start;
    private Frontier frontier;
    private VisibleMemory visible = VisibleMemory.NONE;
    private int outdated;
    private int out;

    /** An item with the exploration that it belongs to. */
    private record Item(WorkItem item, Frontier owner, VisibleMemory visible) implements WrappedItem {}

    /**
     * An exploration from the start.
     *
     * @param start makes the frontier of an exploration
     */
    public RaceAware(Supplier<Frontier> start) {
        this.start = start;
        frontier = start.get();
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
        return new Item(item, frontier, visible);
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        return isOfEarlier(item) || !visible.with(toBecomeVisible(execution)).equals(visible);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (!isOutdated(item, execution)) {
            out--;
            return frontier.explored(((Item) item).item(), execution);
        }
        abandon(item);
        VisibleMemory more = visible.with(toBecomeVisible(execution));
        if (!more.equals(visible)) {
            visible = more;
            outdated += out;
            out = 0;
            frontier = start.get();
        }
        return null;
    }

    private static List<MemoryRange> toBecomeVisible(Execution execution) {
        return execution.races().stream()
                .filter(Race::isInvisible)
                .flatMap(race -> race.ranges().stream())
                .toList();
    }

    @Override
    public void abandon(WorkItem item) {
        if (isOfEarlier(item)) {
            outdated--;
        } else {
            out--;
        }
        Item own = (Item) item;
        own.owner().abandon(own.item());
    }

    /** Whether the item is of an exploration that was given up. */
    private boolean isOfEarlier(WorkItem item) {
        return !item.visible().equals(visible);
    }

    @Override
    public long open() {
        return super.open() + outdated;
    }
}
