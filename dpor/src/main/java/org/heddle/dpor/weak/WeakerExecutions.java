package org.heddle.dpor.weak;

import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.SearchDecorator;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.plan.WrappedItem;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.weak.Robustness.Doubt;

/**
 * A search, and behind it all executions of RC11, where these are few: once everything is explored, and a monitor has seen that C11 allows
 * more. If there are too many, or they are long, or one of them cannot be taken in, the search goes on drawing some of them.
 */
public final class WeakerExecutions extends SearchDecorator {
    /** The strategy's name. */
    public static final String NAME = "rc11";

    /** Longer ones take too long to look at. */
    private static final int LONGEST = 5_000;

    private final OlderDraws search;
    private final Robustness monitor;
    private final Supplier<Frontier> start;
    private final Set<Doubt> outOfReach;
    private Frontier all; // null before they are begun
    private BooleanSupplier isOver = () -> false;
    private boolean isEnded;
    private boolean isWhole;
    private long executed;
    private long begun;
    private long out;

    /** An execution that comes on top of what the search has to explore. */
    private record Extra(WorkItem item) implements WrappedItem {
        @Override
        public boolean isExtra() {
            return true;
        }

        @Override
        public String strategy() {
            return NAME;
        }
    }

    /**
     * All executions behind a search.
     *
     * @param search which draws some of them, unless all have been executed
     * @param monitor which the search's executions are shown to
     * @param all makes an exploration of all of them
     * @param outOfReach where that adds why it cannot have all
     */
    public WeakerExecutions(OlderDraws search, Robustness monitor, Supplier<Frontier> all, Set<Doubt> outOfReach) {
        this.outOfReach = outOfReach;
        this.search = search;
        this.monitor = monitor;
        start = all;
    }

    @Override
    protected Frontier search() {
        return search;
    }

    @Override
    public void stopWhen(BooleanSupplier over) {
        isOver = over;
        super.stopWhen(over);
    }

    @Override
    public WorkItem poll() {
        if (!isTurn()) {
            return search.poll();
        }
        if (all == null) {
            all = start.get();
            all.stopWhen(isOver);
        }
        WorkItem item = begun < search.most() ? all.poll() : null;
        if (item != null) {
            begun++;
            out++;
            return new Extra(item);
        }
        settle();
        return isEnded ? search.poll() : null;
    }

    private boolean isTurn() {
        return !isEnded
                && monitor.hasFound()
                && !search.isForeign()
                && search.longest() <= LONGEST
                && search.hasOnlyExtras()
                && search.proved().isEverything();
    }

    /** Where nothing more comes, it has ended. */
    private void settle() {
        if (out == 0 && !isEnded) {
            isEnded = true;
            isWhole = all.open() == 0 && all.unpredicted() == 0 && outOfReach.isEmpty();
            if (isWhole) {
                search.drawNoMore();
            }
        }
    }

    /** What an execution on top shows is not for the search, and nothing of that is missing where it does not come to its end. */
    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        return item instanceof Extra || search.isOutdated(item, execution);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (!(item instanceof Extra extra)) {
            return search.explored(item, execution);
        }
        boolean isOutdated = all.isOutdated(extra.item, execution);
        boolean isLost = !isOutdated && Gap.leftBy(execution.outcome()).isPresent();
        if (isLost || execution.counters().foreign() || execution.events().size() > LONGEST) {
            abandon(item);
            return null;
        }
        executed += isOutdated || item.repeats() ? 0 : 1;
        Divergence divergence = all.explored(extra.item, execution);
        out--;
        if (divergence != null) {
            isEnded = true;
        } else if (all.open() == 0) {
            settle();
        }
        return null;
    }

    @Override
    public void abandon(WorkItem item) {
        if (item instanceof Extra extra) {
            out--;
            isEnded = true;
            all.abandon(extra.item);
        } else {
            search.abandon(item);
        }
    }

    @Override
    public long open() {
        long known = all == null ? 1 : Math.max(all.open(), out);
        return search.open() + (isTurn() ? known : out);
    }

    /** Whether all executions that RC11 allows have been executed. */
    public boolean areAll() {
        return isWhole;
    }

    /** How many of them have been executed. */
    public long count() {
        return executed;
    }
}
