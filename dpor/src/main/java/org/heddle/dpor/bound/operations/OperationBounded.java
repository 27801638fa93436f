package org.heddle.dpor.bound.operations;

import java.util.Set;
import java.util.function.Supplier;
import org.heddle.dpor.bound.operations.EndlessTrials.Trial;
import org.heddle.dpor.estimate.Estimate;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.plan.WrappedItem;
import org.heddle.dpor.explore.restart.Endlessness;
import org.heddle.dpor.explore.restart.Restarting;
import org.heddle.dpor.model.execution.CutOff;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/**
 * Explores programs whose threads loop for ever: the first 8 operations of each thread, the first 12, 16, 24, 32, … A bound on the
 * operations of all threads together would make each operation dependent with each other; a bound for each thread leaves them as
 * independent as they are. Within it the program is a closed one that always ends, of which every reduction and every other bound
 * holds what it promises. What is proved within a bound holds for every execution of the program, up to where one of its
 * threads has executed so many operations.
 *
 * <p>A program that ends is explored as if there were no bound. It is taken for one until a thread goes on for more than {@link
 * #FIRST_LIMIT} operations, or its executions {@linkplain Growth grow}.
 *
 * <p>What it does follows from two states. {@link Endlessness.Stage} is what is known of the program, whichever search has learned it: it
 * decides whether there is a bound. {@link Level.State} is what the search within the present bound has come to: it decides whether there
 * is a next one.
 *
 * <pre>
 *                    a thread goes on for long             an execution ends by itself
 *   stage   ENDING ─────────────────────────────▶ ENDLESS ────────────────────────────▶ LONG
 *           no bound                              bounds up to FIRST_LIMIT              any bound
 *
 *   state   EXPLORING ──▶ CUT ──▶ EXPLORING within the next bound, while the stage allows one
 *               ├──▶ COMPLETE, everything is proved
 *               └──▶ INCOMPLETE
 * </pre>
 */
public final class OperationBounded extends Restarting {
    /** As many operations may each thread execute before the program is taken for one that goes on for ever. */
    public static final int FIRST_LIMIT = 10_000;

    /** The first bound for programs that do. */
    public static final int FIRST_BOUND = 8;

    private final Supplier<Frontier> start;
    private final Endlessness known;
    private final int firstBound;
    private final Growth growth = new Growth();
    private final EndlessTrials trials;
    private Level level;
    private Proved proved = Proved.NOTHING; // within the bounds before the present one

    /** An item of a search with the bound on the operations of each thread. */
    private record Item(WorkItem item, Frontier owner, int operations) implements Owned {
        @Override
        public int operations() {
            return isFree(item) ? item.operations() : operations;
        }

        /** Whether the item is bounded by itself, and no part of what is searched. */
        static boolean isFree(WorkItem item) {
            return item.operations() > 0;
        }
    }

    /**
     * An exploration from the start.
     *
     * @param start makes the frontier of an exploration
     * @param known what is known of the program's length, and what becomes known
     */
    public OperationBounded(Supplier<Frontier> start, Endlessness known) {
        this(start, known, FIRST_BOUND);
    }

    OperationBounded(Supplier<Frontier> start, Endlessness known, int firstBound) {
        super(start.get());
        this.start = start;
        this.known = known;
        this.firstBound = firstBound;
        trials = new EndlessTrials(known);
        level = Level.of(known.isSuspected() ? firstBound : FIRST_LIMIT);
    }

    @Override
    protected Owned own(WorkItem item, Frontier owner) {
        return new Item(item, owner, level.operations());
    }

    @Override
    public WorkItem poll() {
        WorkItem trial = trials.next(proved, search().open());
        if (trial != null) {
            return trial;
        }
        WorkItem item = super.poll();
        if (item == null && mayGoDeeper()) {
            proved = proved();
            begin(level.deeper());
            item = super.poll();
        }
        return item;
    }

    /** Whether everything within the bound is explored, and there is more beyond. */
    private boolean mayGoDeeper() {
        boolean isFar = level.operations() >= FIRST_LIMIT && !known.isRefuted();
        return !isFar && state() == Level.State.CUT;
    }

    private Level.State state() {
        return level.state(search().open());
    }

    private void begin(Level next) {
        level = next;
        trials.goOnWithin(next.operations());
        beginAgain(start.get());
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        boolean goesOn = Growth.isCutShort(execution) && !known.isSuspected();
        return item instanceof Trial || goesOn || super.isOutdated(item, execution);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (item instanceof Trial trial) {
            trials.explored(trial, execution);
            return null;
        }
        if (isOfEarlier(item)) {
            abandon(item);
            return null;
        }
        if (Item.isFree(((WrappedItem) item).item())) {
            return learn(item, execution);
        }
        Set<Integer> cutOff = CutOff.threads(execution, level.operations());
        if (!known.isSuspected() && (!cutOff.isEmpty() || growth.goesOn(execution))) {
            known.suspect();
            abandon(item);
            begin(Level.of(firstBound));
            return null;
        }
        trials.learn(execution);
        level = level.explored(!cutOff.isEmpty());
        Divergence divergence = learn(item, cutOff.isEmpty() ? execution : CutOff.without(execution, cutOff));
        level = divergence == null ? level : level.missed();
        return divergence;
    }

    @Override
    public void abandon(WorkItem item) {
        if (item instanceof Trial) {
            trials.abandon();
            return;
        }
        boolean isPartOfSearch = !isOfEarlier(item) && !Item.isFree(((WrappedItem) item).item());
        level = isPartOfSearch ? level.missed() : level;
        super.abandon(item);
    }

    @Override
    public long open() {
        boolean isMoreDue = mayGoDeeper() || trials.isDue(proved, search().open());
        return super.open() + (isMoreDue ? 1 : 0) + trials.out();
    }

    /** How much lies beyond the bound cannot be told. */
    @Override
    public Estimate estimate() {
        return known.isSuspected() ? Estimate.UNKNOWN : super.estimate();
    }

    @Override
    public Proved proved() {
        if (!known.isSuspected() || state() == Level.State.COMPLETE) {
            return super.proved();
        }
        Proved here = level.isWhole() ? super.proved() : Proved.NOTHING;
        if (here.isEverything()) {
            return unpredicted() == 0 ? here.within(level.operations()) : proved;
        }
        return proved.isBounded() ? proved : here.within(level.operations());
    }
}
