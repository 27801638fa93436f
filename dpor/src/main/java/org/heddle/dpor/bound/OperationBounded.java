package org.heddle.dpor.bound;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.heddle.dpor.estimate.Estimate;
import org.heddle.dpor.explore.Endlessness;
import org.heddle.dpor.explore.Frontier;
import org.heddle.dpor.explore.Policy;
import org.heddle.dpor.explore.Proved;
import org.heddle.dpor.explore.Restarting;
import org.heddle.dpor.explore.WorkItem;
import org.heddle.dpor.explore.WrappedItem;
import org.heddle.dpor.model.CutOff;
import org.heddle.dpor.model.Divergence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Outcome;
import org.heddle.dpor.model.Step;

/**
 * Explores programs whose threads loop for ever: the first 8 operations of each thread, the first 12, 16, 24, 32, … A bound on the
 * operations of all threads together would make each operation dependent with each other; a bound for each thread leaves them as
 * independent as they are. Within it the program is a closed one that always ends, of which every reduction and every other bound
 * holds what it promises. What is proved within a bound holds for every execution of the program, up to where one of its
 * threads has executed so many operations.
 *
 * <p>A program that ends is explored as if there were no bound. It is taken for one until a thread goes on for more than {@link
 * #FIRST_LIMIT} operations, or for several times as many as in the first execution, as those of a tree do that has no bottom.
 */
public final class OperationBounded extends Restarting {
    /** As many operations may each thread execute before the program is taken for one that goes on for ever. */
    public static final int FIRST_LIMIT = 10_000;

    /** The first bound for programs that do. */
    public static final int FIRST_BOUND = 8;

    /** A thread that executes no more operations than this is none that goes on for ever. */
    private static final int SHORT = 100;

    /** A thread that executes so many operations in a row may wait in a loop for others: the runtime lets these go first then. */
    private static final int TURN = 1_000;

    /** Executions of a program that ends may differ in length by this factor. */
    private static final int GROWTH = 4;

    /** Once this bound is proved, or so many executions were run, it is tried whether the program ends by itself after all. */
    private static final int BOUND_BEFORE_TRIAL = 16;

    private static final long EXECUTIONS_BEFORE_TRIAL = 500;

    /** Executions of a program that goes on for ever are tried in which threads take turns of 1, 2, … so many operations. */
    private static final int LONGEST_TURN = 6;

    private static final int LENGTH_BY_TURNS = 256;
    private static final int EXECUTIONS_BEFORE_TURNS = 200;

    /** Whether threads retry is looked for in so many executions. */
    private static final int EXECUTIONS_LOOKED_AT = 64;

    private final Supplier<Frontier> start;
    private final Endlessness known;
    private final int firstBound;
    private int operations = FIRST_LIMIT;
    private boolean isCut;
    private boolean isWhole = true;
    private long learned;
    private long learnedHere;
    private int firstLength;
    private Proved proved = Proved.NOTHING;
    private boolean tried;
    private int turns;
    private int trying;
    private boolean retries;

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
     * An execution besides the search.
     *
     * @param policy who goes next
     * @param operations the most of each thread; 0 for any number: it is to end by itself, if it can
     */
    private record Trial(Policy policy, int operations) implements WorkItem {
        @Override
        public boolean seeksCycles() {
            return true;
        }

        @Override
        public List<Step> prefix() {
            return List.of();
        }

        @Override
        public List<Event> sleep() {
            return List.of();
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
        if (known.isSuspected()) {
            operations = firstBound;
        }
    }

    @Override
    protected Owned own(WorkItem item, Frontier owner) {
        return new Item(item, owner, operations);
    }

    @Override
    public WorkItem poll() {
        if (isTrialDue()) {
            known.tryOnce();
            tried = true;
            trying++;
            return new Trial(Policy.CONTINUE, 0);
        }
        if (areTurnsDue()) {
            trying++;
            return new Trial(Policy.fair(++turns), LENGTH_BY_TURNS);
        }
        WorkItem item = super.poll();
        if (item == null && mayGoDeeper()) {
            settle();
            deepen(next(operations));
            item = super.poll();
        }
        return item;
    }

    /**
     * Threads that take turns of equal length are the ones to get in each other's way for ever, if they can. A program that retries and
     * ends may have few classes.
     */
    private boolean areTurnsDue() {
        boolean isLarge = learned >= EXECUTIONS_BEFORE_TURNS && search().open() > 0;
        return turns < LONGEST_TURN && (known.isSuspected() || (retries && isLarge));
    }

    private boolean isTrialDue() {
        return known.isWorthTrying()
                && !tried
                && (learned >= EXECUTIONS_BEFORE_TRIAL || proved.operations() >= BOUND_BEFORE_TRIAL);
    }

    /** Whether everything within the bound is explored, and there is more beyond. */
    private boolean mayGoDeeper() {
        boolean isFar = operations >= FIRST_LIMIT && !known.isRefuted();
        return isCut && learnedHere > 0 && !isFar && search().open() == 0;
    }

    /** Takes down what the search has come to. */
    private void settle() {
        proved = proved();
    }

    private void deepen(int bound) {
        operations = bound;
        isCut = false;
        isWhole = true;
        turns = bound == BOUND_BEFORE_TRIAL ? 0 : turns; // more is known of which threads end
        learnedHere = 0;
        beginAgain(start.get());
    }

    /** 8, 12, 16, 24, 32, … */
    static int next(int bound) {
        boolean isPower = Integer.bitCount(bound) == 1;
        return isPower ? bound / 2 * 3 : bound / 3 * 4;
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        boolean goesOn = isCutShort(execution) && !known.isSuspected();
        return item instanceof Trial || goesOn || super.isOutdated(item, execution);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        if (item instanceof Trial trial) {
            trying--;
            if (trial.operations() > 0) {
                return null;
            }
            if (execution.outcome() == Outcome.EXITED || execution.outcome() == Outcome.DEADLOCK) {
                known.refute();
            }
            return null;
        }
        if (isOfEarlier(item)) {
            abandon(item);
            return null;
        }
        WorkItem inner = ((WrappedItem) item).item();
        if (Item.isFree(inner)) {
            return learn(item, execution);
        }
        Set<Integer> cutOff = CutOff.threads(execution, operations);
        if (!known.isSuspected() && (!cutOff.isEmpty() || goesOn(execution))) {
            known.suspect();
            abandon(item);
            deepen(firstBound);
            return null;
        }
        isCut |= !cutOff.isEmpty();
        retries |= learned < EXECUTIONS_LOOKED_AT && Retries.any(execution);
        learned++;
        learnedHere++;
        Divergence divergence = learn(item, cutOff.isEmpty() ? execution : CutOff.without(execution, cutOff));
        isWhole &= divergence == null;
        return divergence;
    }

    /** Whether a shorter execution might not have been cut short. */
    private static boolean isCutShort(Execution execution) {
        return execution.outcome() == Outcome.TOO_LONG || execution.outcome() == Outcome.RESOURCES;
    }

    private boolean goesOn(Execution execution) {
        if (isCutShort(execution)) {
            return true;
        }
        if (execution.events().size() >= TURN && CutOff.longestTurn(execution) >= TURN) {
            return true;
        }
        if (firstLength == 0) {
            firstLength = Math.max(1, CutOff.longest(execution));
        }
        int most = Math.max(SHORT, GROWTH * firstLength);
        return execution.events().size() > most && CutOff.longest(execution) > most;
    }

    @Override
    public void abandon(WorkItem item) {
        if (item instanceof Trial) {
            trying--;
        } else {
            isWhole &= isOfEarlier(item) || Item.isFree(((WrappedItem) item).item());
            super.abandon(item);
        }
    }

    @Override
    public long open() {
        return super.open() + (mayGoDeeper() || isTrialDue() || areTurnsDue() ? 1 : 0) + trying;
    }

    /** How much lies beyond the bound cannot be told. */
    @Override
    public Estimate estimate() {
        return known.isSuspected() ? Estimate.UNKNOWN : super.estimate();
    }

    @Override
    public Proved proved() {
        boolean isDone = learnedHere > 0 && search().open() == 0;
        if (!known.isSuspected() || (isDone && !isCut && isWhole)) {
            return super.proved();
        }
        Proved here = isWhole ? super.proved() : Proved.NOTHING;
        if (here.isEverything()) {
            return unpredicted() == 0 ? here.within(operations) : proved;
        }
        return proved.isBounded() ? proved : here.within(operations);
    }
}
