package org.heddle.dpor.reduction;

import java.util.List;
import java.util.function.Supplier;
import org.heddle.dpor.explore.Frontier;
import org.heddle.dpor.explore.Proved;
import org.heddle.dpor.explore.WorkItem;
import org.heddle.dpor.model.Divergence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Race;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.VisibleMemory;

/**
 * Takes plain accesses for invisible until an execution shows two of them that no visible operation orders; makes their memory
 * visible then, and begins again. Where no execution shows such a pair any more, nothing is missed: switching threads at
 * visible operations only loses no terminal state, deadlock or race of a program whose executions are all free of races on
 * invisible memory (Musuvathi and Qadeer, PLDI 2007, theorems 2 and 3).
 */
public final class RaceAware implements Frontier {
    private final Supplier<Frontier> start;
    private Frontier frontier;
    private VisibleMemory visible = VisibleMemory.NONE;
    private int outdated;
    private int out;

    /** An item with the exploration that it belongs to. */
    private record Item(WorkItem item, VisibleMemory visible) implements WorkItem {
        @Override
        public List<Step> prefix() {
            return item.prefix();
        }

        @Override
        public List<Event> sleep() {
            return item.sleep();
        }

        @Override
        public boolean orderedBarriers() {
            return item.orderedBarriers();
        }
    }

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
    public WorkItem poll() {
        WorkItem item = frontier.poll();
        if (item == null) {
            return null;
        }
        out++;
        return new Item(item, visible);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        VisibleMemory more = visible.with(toBecomeVisible(execution));
        boolean grew = !more.equals(visible);
        if (isOutdated(item)) {
            if (grew) {
                restart(more);
            }
            return null;
        }
        out--;
        if (grew) {
            restart(more);
            return null;
        }
        return frontier.explored(((Item) item).item(), execution);
    }

    private void restart(VisibleMemory more) {
        visible = more;
        outdated += out;
        out = 0;
        frontier = start.get();
    }

    private static List<MemoryRange> toBecomeVisible(Execution execution) {
        return execution.races().stream()
                .filter(Race::isInvisible)
                .flatMap(race -> race.ranges().stream())
                .toList();
    }

    @Override
    public void abandon(WorkItem item) {
        if (!isOutdated(item)) {
            out--;
            frontier.abandon(((Item) item).item());
        }
    }

    /** Whether the item is of an exploration that was given up; it has come back then. */
    private boolean isOutdated(WorkItem item) {
        boolean is = !item.visible().equals(visible);
        outdated -= is ? 1 : 0;
        return is;
    }

    /** The memory that has become visible so far. */
    public VisibleMemory visible() {
        return visible;
    }

    @Override
    public long unpredicted() {
        return frontier.unpredicted();
    }

    @Override
    public long open() {
        return frontier.open() + outdated;
    }

    @Override
    public Proved proved() {
        return frontier.proved();
    }
}
