package org.heddle.dpor.bound;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.heddle.dpor.bound.operations.OperationBounded;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.frontier.Watch;
import org.heddle.dpor.explore.restart.DependenceAware;
import org.heddle.dpor.explore.restart.Endlessness;
import org.heddle.dpor.explore.restart.Known;
import org.heddle.dpor.explore.restart.LateExits;
import org.heddle.dpor.explore.restart.MergedSections;
import org.heddle.dpor.explore.restart.SectionsAware;
import org.heddle.dpor.explore.restart.SectionsTrial;
import org.heddle.dpor.explore.restart.ThreadsTrial;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.optimal.MoreAlternatives;
import org.heddle.dpor.optimal.OptimalDpor;

/**
 * What to explore, and in which order.
 *
 * @param isAuto whether to choose the bounds, too: few preemptions first, everything in the end
 * @param measure what to bound; {@link Measure#NONE} to bound nothing
 * @param limit the last bound
 * @param reduction which executions not to run twice
 * @param continuation how an execution goes on behind its planned prefix
 * @param ranks where only few threads' orders are to be covered: the bounds, else null
 * @param seed of what is drawn at random
 * @param coarser what makes more executions equivalent than the reduction does
 * @param selfChecked whether to look at explorations that are to be optimal, by {@link org.heddle.dpor.optimal.SelfCheck}
 */
public record SearchOptions(
        boolean isAuto,
        Measure measure,
        int limit,
        Reduction reduction,
        Continuation continuation,
        RankBounds ranks,
        long seed,
        Set<Coarser> coarser,
        boolean selfChecked) {
    /** What to do where nothing else is asked for. */
    public static final SearchOptions DEFAULT = new SearchOptions(true, Measure.NONE, 0, Reduction.OPTIMAL);

    /** A search with the usual continuation. */
    public SearchOptions(boolean isAuto, Measure measure, int limit, Reduction reduction) {
        this(isAuto, measure, limit, reduction, Continuation.MINIMUM_SWITCHES, null, 1, Set.of(), false);
    }

    /** A search within these bounds. */
    public static SearchOptions ranked(RankBounds ranks) {
        return new SearchOptions(
                false, Measure.NONE, 0, Reduction.OPTIMAL, Continuation.MINIMUM_SWITCHES, ranks, 1, Set.of(), false);
    }

    /** The same with another reduction, continuation and seed. */
    public SearchOptions with(Reduction otherReduction, Continuation otherContinuation, long otherSeed) {
        return new SearchOptions(
                isAuto, measure, limit, otherReduction, otherContinuation, ranks, otherSeed, coarser, selfChecked);
    }

    /** The same with another notion of equivalence. */
    public SearchOptions with(Set<Coarser> otherCoarser) {
        return new SearchOptions(
                isAuto, measure, limit, reduction, continuation, ranks, seed, Set.copyOf(otherCoarser), selfChecked);
    }

    /** The same, with a look at whether it is optimal. */
    public SearchOptions withSelfCheck() {
        return new SearchOptions(isAuto, measure, limit, reduction, continuation, ranks, seed, coarser, true);
    }

    /** Whether more executions may count as equivalent than the reduction knows of, in this search. */
    public boolean allowsCoarser() {
        boolean isPreemptive = measure == Measure.NONE || measure == Measure.PREEMPTIONS;
        return reduction == Reduction.OPTIMAL && ranks == null && isPreemptive;
    }

    /** Whether the reduction loses nothing within the bound. */
    public boolean isSound() {
        return measure == Measure.NONE || reduction == Reduction.NONE || reduction == Reduction.OPTIMAL;
    }

    /** What bounds the search, in the words of the command line: {@code auto}, {@code none}, or as in {@code preemptions=2}. */
    public String bound() {
        if (ranks != null) {
            return "threads=" + ranks.threads() + ",variables=" + ranks.variables() + ",preemptions="
                    + ranks.preemptions();
        }
        if (isAuto) {
            return "auto";
        }
        return measure == Measure.NONE ? "none" : measure.name().toLowerCase(Locale.ROOT) + "=" + limit;
    }

    /** In words; written out, as a record's own way of it is slow the first time, and every start of Heddle takes it. */
    @Override
    public String toString() {
        return isAuto + " " + measure + " " + limit + " " + reduction + " " + continuation + " " + ranks + " " + seed
                + " " + new TreeSet<>(coarser) + (selfChecked ? " self-checked" : "");
    }

    /** The search, for any program of which nothing is known. */
    public Frontier frontier() {
        return frontier(new Known());
    }

    /**
     * The search, for any program.
     *
     * @param known what is known of the program, and what becomes known
     */
    public Frontier frontier(Known known) {
        if (!isSound()) {
            throw new IllegalArgumentException(reduction + " loses executions under a bound");
        }
        if (!coarser.isEmpty() && !allowsCoarser()) {
            throw new IllegalArgumentException("what is coarser than " + reduction + " is for preemptions at most");
        }
        return coarser.contains(Coarser.EXIT)
                ? LateExits.start(length -> named(length, known), known.length())
                : named(known.length(), known);
    }

    /** Whether it explores everything by the optimal reduction, so that it can do so of other memory models, too. */
    public boolean allowsMore() {
        boolean isWhole = isAuto || measure == Measure.NONE;
        return isWhole
                && reduction == Reduction.OPTIMAL
                && ranks == null
                && continuation.kind() == Continuation.Kind.MINIMUM_SWITCHES;
    }

    /**
     * The search of a memory model that allows more than sequential consistency, for any program. Of what is coarser, it takes only ends of the
     * process for equivalent.
     *
     * @param known what is known of the program, and what becomes known
     * @param more makes what tells what accesses may do besides
     */
    public Frontier frontier(Known known, Supplier<MoreAlternatives> more) {
        return coarser.contains(Coarser.EXIT)
                ? LateExits.start(length -> whole(length, more), known.length())
                : whole(known.length(), more);
    }

    private static Frontier whole(Endlessness length, Supplier<MoreAlternatives> more) {
        return new DependenceAware(
                dependence -> new OperationBounded(
                        () -> OptimalDpor.of(more.get(), dependence, LeafOrder.DEPTH_FIRST), length),
                Relation.PLAIN);
    }

    private Frontier named(Endlessness length, Known known) {
        boolean isTried = measure == Measure.NONE && coarser.contains(Coarser.THREAD_LATER) && !isAlike();
        Frontier plain = merged(length, known, isAlike());
        return isTried ? new ThreadsTrial(plain, () -> merged(length, known, true), known.threads()) : plain;
    }

    private boolean isAlike() {
        return coarser.contains(Coarser.THREAD);
    }

    private Frontier merged(Endlessness length, Known known, boolean alike) {
        if (measure == Measure.NONE && coarser.contains(Coarser.LOCK)) {
            return new SectionsAware(sections -> reduced(length, sections, known.watch(), alike));
        }
        if (measure == Measure.NONE && coarser.contains(Coarser.LOCK_LATER)) {
            return new SectionsTrial(sections -> reduced(length, sections, known.watch(), alike), known.sections());
        }
        return reduced(length, WholeSections.NONE, known.watch(), alike);
    }

    private Frontier reduced(Endlessness known, WholeSections sections, Watch watch, boolean alike) {
        Samplers samplers = new Samplers(known, seed);
        return new DependenceAware(
                dependence -> new OperationBounded(() -> search(dependence, samplers, sections, watch), known),
                relation(alike));
    }

    private Relation relation(boolean alike) {
        if (measure != Measure.NONE) {
            return Relation.PLAIN;
        }
        return Relation.PLAIN
                .inTurn(coarser.contains(Coarser.SEMAPHORE))
                .counting(coarser.contains(Coarser.COUNTER))
                .marking(coarser.contains(Coarser.MARK))
                .alike(alike);
    }

    private Frontier search(Dependence dependence, Samplers samplers, WholeSections sections, Watch watch) {
        if (ranks != null) {
            return new RankedSearch(dependence, ranks, seed);
        }
        Frontier search = systematic(dependence, samplers, sections, watch);
        return continuation.kind() == Continuation.Kind.MINIMUM_SWITCHES ? search : new Continued(search, continuation);
    }

    private Frontier systematic(Dependence dependence, Samplers samplers, WholeSections sections, Watch watch) {
        if (isAuto && reduction == Reduction.NONE) {
            return TreeSearch.plain(dependence, Measure.PREEMPTIONS, Integer.MAX_VALUE);
        }
        if (isAuto && reduction == Reduction.OPTIMAL) {
            return new AutoSearch(dependence, samplers, sections, watch);
        }
        if (measure == Measure.NONE) {
            return unbounded(dependence, sections, watch);
        }
        boolean reduced = measure == Measure.PREEMPTIONS && reduction == Reduction.OPTIMAL;
        return reduced ? TreeSearch.preemptionBounded(dependence, limit) : TreeSearch.plain(dependence, measure, limit);
    }

    private Frontier unbounded(Dependence dependence, WholeSections sections, Watch watch) {
        return reduction == Reduction.OPTIMAL
                ? MergedSections.of(
                        watch.watch(new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST), dependence), sections)
                : new TreeSearch(dependence, reduction.rule(), Measure.NONE, 0, LeafOrder.DEPTH_FIRST);
    }
}
