package org.heddle.dpor.bound;

import java.util.function.BooleanSupplier;
import org.heddle.dpor.analysis.LockOrders;
import org.heddle.dpor.bound.tree.ExecutionCache;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.estimate.Estimate;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.frontier.Watch;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.plan.WrappedItem;
import org.heddle.dpor.explore.restart.Endlessness;
import org.heddle.dpor.explore.restart.MergedSections;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.optimal.OptimalDpor;

/**
 * What to do where nobody says what to do. Four stages:
 *
 * <ol>
 *   <li>Optimal reduction for a small number of executions. A small program is proved thereby, with exactly one execution of each class.
 *   <li>Sampling, beside all other stages: a bug that many interleavings show is found in places that a search in order would come to
 *       late. It begins within the first stage, as soon as the program is expected not to be small; what is counted of a small program
 *       is therefore its classes alone. It takes a tenth of the executions, and half of them once a proof is known to be far. Where threads
 *       are seen to take locks in orders that make a circle, it is tried at once to have them block each other.
 *   <li>The search bounded by 0, 1, 2 preemptions, which finds most bugs (Musuvathi and Qadeer, PLDI 2007) and proves that
 *       there are none up to that bound. Executions of the first stage are not run again for it.
 *   <li>The optimal reduction of the first stage goes on where it stopped, until everything is proved. It never proves a bound.
 * </ol>
 */
public final class AutoSearch implements Frontier {
    /**
     * How many executions may be spent on the attempt to prove everything at once: some seconds' worth. The bounded search runs
     * several executions for each class within the bound, so that where everything is within reach, it is a detour.
     */
    public static final int FIRST_ATTEMPT = 20_000;
    /** A program with more classes than this is not small, so that samples are drawn besides. */
    public static final int SMALL = 1_000;
    /** So many executions tell how many classes to expect. */
    private static final int TELLING = 4;
    /** So many samples are drawn one for one, as they may find at once what the first attempt is far from. */
    public static final int FIRST_SAMPLES = 1_000;
    /** With so few classes, every deadlock is found at once. */
    private static final int FEW = 64;
    /** So many samples are drawn at once where locks have been taken in orders that make a circle. */
    private static final int DIRECTED = 8;

    /** One sample is drawn for so many other executions. */
    public static final int SAMPLED_PART = 10;

    /** A proof is far if at least so many times the executions of the first attempt are expected. */
    private static final int FAR = 5;

    /** How many leaves may wait for the cheapest of them to be chosen: some hundred MiB. */
    public static final int ROOM = 200_000;

    /** The last bound before everything is explored. */
    public static final int LAST_BOUND = 2;

    private final int firstAttempt;
    private final Frontier whole;
    private final TreeSearch bounded;
    private final ExecutionCache cache;
    private final Samplers samplers;
    private final LockOrders lockOrders = new LockOrders();
    private long directedDue;
    private long begunOfWhole;
    private long begunOfBounded;
    private long sampled;
    private boolean isSmall = true;
    private boolean hasAttempted;
    private boolean isFar;
    private boolean hasJustSampled;
    private long nextEstimate = TELLING;
    private long out;

    /** An item and the search that it is for. */
    private record Staged(Frontier search, WorkItem item) implements WrappedItem {}

    /** A search with the usual first attempt. */
    public AutoSearch(Dependence dependence) {
        this(dependence, new Samplers(new Endlessness(), 1), WholeSections.NONE, Watch.NONE);
    }

    /**
     * A search with the usual first attempt.
     *
     * @param samplers what draws samples, as far as they have not been drawn
     * @param sections the critical sections that are executed in one go where the search is neither sampling nor bounded
     * @param watch who looks at the search that is neither
     */
    AutoSearch(Dependence dependence, Samplers samplers, WholeSections sections, Watch watch) {
        this(dependence, FIRST_ATTEMPT, samplers, sections, watch);
    }

    /** A search that spends this many executions on the first attempt. */
    public AutoSearch(Dependence dependence, int firstAttempt) {
        this(dependence, firstAttempt, new Samplers(new Endlessness(), 1), WholeSections.NONE, Watch.NONE);
    }

    private AutoSearch(
            Dependence dependence, int firstAttempt, Samplers samplers, WholeSections sections, Watch watch) {
        this.samplers = samplers;
        whole = MergedSections.of(watch.watch(OptimalDpor.cheapestFirst(dependence, ROOM), dependence), sections);
        bounded = TreeSearch.preemptionBounded(dependence.withoutWays(), LAST_BOUND);
        cache = new ExecutionCache(dependence.withoutWays());
        this.firstAttempt = firstAttempt;
    }

    @Override
    public void stopWhen(BooleanSupplier isOver) {
        whole.stopWhen(isOver);
        bounded.stopWhen(isOver);
        cache.stopWhen(isOver);
    }

    @Override
    public WorkItem poll() {
        if (isDone()) {
            return null;
        }
        if (directedDue > 0) {
            WorkItem item = staged(samplers.towardsDeadlock());
            if (item != null) {
                directedDue--;
                return item;
            }
        }
        boolean isSampleDue = sampled < samplesDue();
        WorkItem item = isSampleDue && !hasJustSampled ? sample() : null;
        if (item == null) {
            item = systematic();
            hasJustSampled = false;
        }
        return item == null && isSampleDue ? sample() : item;
    }

    private WorkItem sample() {
        hasJustSampled = true;
        return staged(samplers.next());
    }

    private WorkItem systematic() {
        if (begunOfWhole < firstAttempt) {
            return ofWhole();
        }
        if (bounded.open() > 0) {
            WorkItem item = ofBounded();
            if (item != null || bounded.open() > 0) {
                return item;
            }
        }
        return isDone() ? null : ofWhole();
    }

    private long samplesDue() {
        look();
        if (isSmall) {
            return 0;
        }
        long begun = begunOfWhole + begunOfBounded;
        return isFar ? begun : Math.max(begun / SAMPLED_PART, Math.min(begun, firstSamples()));
    }

    private int firstSamples() {
        return Math.min(FIRST_SAMPLES, firstAttempt / SAMPLED_PART);
    }

    /**
     * Looks how large the program is. Every open leaf of the first attempt is a class of its own, so that it is known not to be small
     * before it is explored. Most programs are expected not to be after a few executions. A first attempt that has left more to explore
     * than it has explored is far from a proof. So is one behind which the estimate expects a multiple of it: estimates are rather too low,
     * for the tree grows where it is explored.
     */
    private void look() {
        isSmall = isSmall && begunOfWhole + whole.open() <= SMALL && begunOfWhole < firstAttempt;
        if (isSmall && begunOfWhole >= nextEstimate) {
            nextEstimate *= 2;
            isSmall = whole.estimate().low() <= SMALL;
        }
        if (!hasAttempted && begunOfWhole >= firstAttempt) {
            hasAttempted = true;
            isFar = whole.open() > begunOfWhole || whole.estimate().low() > FAR * begunOfWhole;
        }
    }

    private boolean isDone() {
        return (whole.open() == 0 && whole.unpredicted() == 0)
                || bounded.proved().isEverything();
    }

    private WorkItem ofWhole() {
        WorkItem item = whole.poll();
        if (item == null) {
            return null;
        }
        begunOfWhole++;
        out++;
        return new Staged(whole, item);
    }

    private WorkItem staged(Samplers.Drawn sample) {
        if (sample == null) {
            return null; // until what is out has come back
        }
        sampled++;
        out++;
        return new Staged(sample.sampling(), sample.item());
    }

    private WorkItem ofBounded() {
        for (WorkItem item = bounded.poll(); item != null; item = bounded.poll()) {
            Execution known = cache.find(item.prefix(), bounded.bound());
            if (known == null) {
                begunOfBounded++;
                out++;
                return new Staged(bounded, item);
            }
            bounded.explored(item, known);
        }
        cache.clear();
        return null;
    }

    @Override
    public Divergence explored(WorkItem work, Execution execution) {
        Staged staged = (Staged) work;
        out--;
        if (staged.search == whole && begunOfWhole == 1) {
            samplers.learnBegin(execution);
        }
        Divergence divergence = staged.search.explored(staged.item, execution);
        boolean isLarge = begunOfWhole + whole.open() > FEW;
        if (isLarge && lockOrders.learn(execution)) {
            directedDue = DIRECTED;
        }
        boolean useful = divergence == null && execution.outcome() != Outcome.SLEEP_BLOCKED;
        if (useful && staged.search == whole && begunOfWhole <= firstAttempt && bounded.open() > 0) {
            cache.add(execution);
        }
        return divergence;
    }

    @Override
    public void abandon(WorkItem work) {
        Staged staged = (Staged) work;
        out--;
        staged.search.abandon(staged.item);
    }

    @Override
    public long unpredicted() {
        return whole.open() == 0 && !bounded.proved().isEverything() ? whole.unpredicted() : 0;
    }

    /** There is a lower end alone as long as the bounded search goes on: how much of it lies ahead cannot be told. */
    @Override
    public Estimate estimate() {
        boolean onBounded = begunOfWhole >= firstAttempt && bounded.open() > 0;
        Estimate all = whole.estimate().plus(begunOfBounded + sampled);
        return onBounded ? all.atLeast() : all;
    }

    @Override
    public long open() {
        return isDone() ? out : whole.open() + bounded.open();
    }

    @Override
    public Proved proved() {
        boolean everything = whole.open() == 0 && whole.unpredicted() == 0;
        return everything ? Proved.EVERYTHING : bounded.proved();
    }
}
