package org.heddle.dpor.explore.restart;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.SearchDecorator;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.plan.WrappedItem;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/**
 * Tries a search in which more is equivalent, once a program turns out to have many classes. It begins with a search in which it is not.
 * That one waits while the trial goes on, and is gone on with where it stopped as soon as the trial shows that nothing is gained, or that
 * it could miss something. So a small program has its classes alone. What tells whether anything is gained is the first execution once
 * more, which is not counted.
 *
 * <p>Nothing is missed: each of the two searches explores everything by itself, and one of them comes to its end.
 */
abstract class Trial extends SearchDecorator {
    private final Supplier<Frontier> start;
    private final Past past;
    private final Frontier plain;
    private BooleanSupplier isOver = () -> false;
    private Frontier trial;
    private Frontier search;
    private boolean isJudged;
    private boolean mayHelp;
    private long begun;
    private long due;
    private long inPlain;
    private long inTrial;

    /**
     * Whether a trial has shown that nothing is gained; it outlives the searches. One that was on its way when they began again, with more
     * memory visible, has shown nothing.
     */
    public static final class Past {
        private boolean isRefuted;
    }

    /**
     * An item with the search that it is of.
     *
     * @param judges whether its execution tells if a trial may help: few do, for looking takes time
     */
    private record Owned(WorkItem item, Frontier owner, boolean repeats, boolean judges) implements WrappedItem {}

    /**
     * An exploration from the start.
     *
     * @param plain the search to begin with
     * @param start makes the one to try
     * @param past what trials have shown
     * @param first so many executions are explored before
     */
    Trial(Frontier plain, Supplier<Frontier> start, Past past, int first) {
        this.plain = plain;
        this.start = start;
        this.past = past;
        due = first;
        search = plain;
    }

    /** Whether an execution of the first search says that a trial may help. */
    protected abstract boolean promises(Execution execution);

    /** Whether the first execution of the trial says that it helps. */
    protected abstract boolean helps(Execution execution);

    /** Whether an execution of the trial says that it could miss something. */
    protected abstract boolean isRefutedBy(Execution execution);

    @Override
    protected final Frontier search() {
        return search;
    }

    @Override
    public WorkItem poll() {
        if (isDue() && inPlain > 0) {
            return null; // so that what is begun does not depend on how much is under way at a time
        }
        if (isDue() && isWorthTrying()) {
            begin();
        }
        boolean asks = search == trial && !isJudged;
        WorkItem item = asks && inTrial > 0 ? null : search.poll();
        if (item == null) {
            return null;
        }
        if (search == plain) {
            inPlain++;
            begun++;
        } else {
            inTrial++;
        }
        return new Owned(item, search, asks || item.repeats(), search == plain && (begun == 1 || begun == due));
    }

    private boolean isDue() {
        return begun >= due && search == plain && !past.isRefuted;
    }

    private boolean isWorthTrying() {
        due = 2 * begun;
        return mayHelp && plain.open() > 0;
    }

    private void begin() {
        trial = start.get();
        trial.stopWhen(isOver);
        search = trial;
    }

    @Override
    public boolean isOutdated(WorkItem work, Execution execution) {
        Owned owned = (Owned) work;
        return isLeft(owned)
                || (owned.owner == trial && isRefutedBy(execution))
                || owned.owner.isOutdated(owned.item, execution);
    }

    /** Whether the item is of a trial that has been given up. */
    private boolean isLeft(Owned owned) {
        return owned.owner == trial && search == plain;
    }

    @Override
    public Divergence explored(WorkItem work, Execution execution) {
        Owned owned = (Owned) work;
        if (isLeft(owned)) {
            abandon(work);
            return null;
        }
        if (owned.owner == plain) {
            inPlain--;
            mayHelp |= owned.judges && !mayHelp && !past.isRefuted && promises(execution);
            return plain.explored(owned.item, execution);
        }
        inTrial--;
        return exploredInTrial(owned, execution);
    }

    private Divergence exploredInTrial(Owned owned, Execution execution) {
        boolean tells = !trial.isOutdated(owned.item, execution);
        if (isRefutedBy(execution) || (tells && !isJudged && !helps(execution))) {
            past.isRefuted = true;
            search = plain;
            trial.abandon(owned.item);
            return null;
        }
        isJudged |= tells;
        return trial.explored(owned.item, execution);
    }

    @Override
    public void abandon(WorkItem work) {
        Owned owned = (Owned) work;
        if (owned.owner == plain) {
            inPlain--;
        } else {
            inTrial--;
        }
        owned.owner.abandon(owned.item);
    }

    @Override
    public void stopWhen(BooleanSupplier over) {
        isOver = over;
        super.stopWhen(over);
    }

    @Override
    public long open() {
        return super.open() + (search == plain ? inTrial : inPlain);
    }
}
