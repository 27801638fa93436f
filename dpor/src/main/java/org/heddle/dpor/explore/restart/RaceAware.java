package org.heddle.dpor.explore.restart;

import java.util.List;
import java.util.function.Supplier;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.model.execution.VisibleMemory;

/**
 * Takes plain accesses for invisible until an execution shows two of them that no visible operation orders; makes their memory
 * visible then, and begins again. Where no execution shows such a pair any more, nothing is missed. Take a program whose executions are all
 * free of races on invisible memory: switching its threads at visible operations only loses no terminal state, deadlock or race
 * (Musuvathi and Qadeer, PLDI 2007, theorems 2 and 3).
 *
 * <p>Likewise takes time limits of waits for longer than all that others do, until an execution shows a thread that sleeps for longer.
 */
public final class RaceAware extends Restarting {
    private final Supplier<Frontier> start;
    private VisibleMemory visible = VisibleMemory.NONE;

    /** An item with what is visible in its exploration. */
    private record Item(WorkItem item, Frontier owner, VisibleMemory visible) implements Owned {}

    /**
     * An exploration from the start.
     *
     * @param start makes the frontier of an exploration
     */
    public RaceAware(Supplier<Frontier> start) {
        super(start.get());
        this.start = start;
    }

    @Override
    protected Owned own(WorkItem item, Frontier owner) {
        return new Item(item, owner, visible);
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        return super.isOutdated(item, execution) || isNews(execution);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (!isOfEarlier(item) && !isNews(execution)) {
            return learn(item, execution);
        }
        abandon(item);
        if (isNews(execution)) {
            visible = known(execution);
            beginAgain(start.get());
        }
        return null;
    }

    private boolean isNews(Execution execution) {
        boolean isSilent = execution.races().isEmpty() && execution.outlastedTimeLimit() <= visible.timeLimit();
        return !isSilent && !known(execution).equals(visible);
    }

    /** What is known after this execution. */
    private VisibleMemory known(Execution execution) {
        return visible.with(toBecomeVisible(execution)).withTimeLimit(execution.outlastedTimeLimit());
    }

    private static List<MemoryRange> toBecomeVisible(Execution execution) {
        return execution.races().stream()
                .filter(Race::isInvisible)
                .flatMap(race -> race.ranges().stream())
                .toList();
    }
}
