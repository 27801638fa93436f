package org.heddle.dpor.optimal;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.analysis.LeastPreemptions;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.estimate.Estimate;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.restart.DependenceAware;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.optimal.PostponedReversals.Postponed;
import org.heddle.dpor.optimal.RaceReversal.Reversals;
import org.heddle.dpor.optimal.WakeupTree.Insertion;

/**
 * Optimal dynamic partial order reduction: runs one execution of each Mazurkiewicz class (Abdulla, Aronis, Jonsson, Sagonas,
 * "Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction", JACM 2017, Algorithm 2), rearranged for a target that
 * runs whole executions by itself. Races are analysed on complete traces only (line 3 of the paper's algorithm); each reversal
 * becomes a leaf of the {@link WakeupTree} (lines 4–7); a leaf's plan is its path and its sleep set (lines 10–14).
 */
public final class OptimalDpor implements Frontier {
    private final Dependence dependence;
    private final LeafOrder order;
    private final WakeupTree tree;
    private final boolean accessesAreOpen;
    private final RaceReversal reversal;
    private final ArrayDeque<Branch> urgent = new ArrayDeque<>();
    private final PostponedReversals postponed = new PostponedReversals();
    private final CheapestLeaves cheapest;
    private long open = 1;

    private OptimalDpor(
            Dependence dependence, LeafOrder order, CheapestLeaves cheapest, long effort, MoreAlternatives more) {
        this.dependence = dependence;
        this.order = order;
        this.cheapest = cheapest;
        accessesAreOpen = more != MoreAlternatives.NONE;
        tree = new WakeupTree(accessesAreOpen);
        reversal = new RaceReversal(dependence, tree, effort, more);
        enqueue(tree.root());
    }

    /** An exploration from the start. */
    public OptimalDpor(Dependence dependence, LeafOrder order) {
        this(dependence, order, null, RaceReversal.EFFORT, MoreAlternatives.NONE);
    }

    /** An exploration from the start of a memory model that allows more than sequential consistency. */
    public static OptimalDpor of(MoreAlternatives more, Dependence dependence, LeafOrder order) {
        return new OptimalDpor(dependence, order, null, RaceReversal.EFFORT, more);
    }

    /** An exploration that reverses of each trace, at a time, the races that take this effort. */
    static OptimalDpor postponing(Dependence dependence, LeafOrder order, long effort) {
        return new OptimalDpor(dependence, order, null, effort, MoreAlternatives.NONE);
    }

    /**
     * An exploration that runs what needs few preemptions first: leaves by the least number of preemptions in any execution of their
     * class. It leaves nothing out, and before its end it proves nothing: a class within a bound may show only behind one without.
     * While there are more leaves than that, it goes on depth first, so that memory stays bounded.
     */
    public static OptimalDpor cheapestFirst(Dependence dependence, int room) {
        CheapestLeaves cheapest = new CheapestLeaves(new LeastPreemptions(dependence), room);
        return new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST, cheapest, RaceReversal.EFFORT, MoreAlternatives.NONE);
    }

    /** An exploration from the start with the proper dependence relation, depth first. */
    public OptimalDpor() {
        this(new Dependence(), LeafOrder.DEPTH_FIRST);
    }

    /** An exploration of any program from the start, depth first. */
    public static Frontier start() {
        return new DependenceAware(dependence -> new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST));
    }

    @Override
    public void stopWhen(BooleanSupplier isOver) {
        reversal.stopWhen(isOver);
        if (cheapest != null) {
            cheapest.stopWhen(isOver);
        }
    }

    @Override
    public WorkItem poll() {
        reversePostponed();
        if (!urgent.isEmpty()) {
            return leaf(urgent.remove());
        }
        int ready = tree.root().ready();
        if (ready == 0) {
            return null;
        }
        Branch cheap = cheapest == null ? null : cheapest.take(ready);
        return leaf(cheap == null ? tree.takeReady(order.choose(ready)) : cheap);
    }

    /** Comes to what was postponed as soon as there is no leaf to be run. */
    private void reversePostponed() {
        while (urgent.isEmpty() && tree.root().ready() == 0) {
            Postponed next = postponed.takeDeepest();
            if (next == null) {
                return;
            }
            reverse(next.end().events(), next.besides(), next.end(), next.below());
        }
    }

    @Override
    public long open() {
        return open;
    }

    @Override
    public Estimate estimate() {
        return TreeEstimate.of(tree, open);
    }

    @Override
    public long unpredicted() {
        return reversal.doubts();
    }

    private Leaf leaf(Branch branch) {
        Event[] path = branch.events();
        SleepSet sleep = new SleepSet(dependence);
        for (Branch b : WakeupTree.path(branch)) {
            RaceReversal.addOlderSiblings(sleep, b);
            for (int n = 0; n < b.length(); n++) {
                if (b == branch && n == b.length() - 1) {
                    sleep.passLast(b.event(n));
                } else {
                    sleep.pass(b.event(n));
                }
            }
        }
        return new Leaf(branch, path, sleep.toList());
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        Leaf leaf = (Leaf) item;
        if (execution.isOfTooManyFailures() && execution.events().size() <= leaf.path().length) {
            abandon(item); // the races are those of the executions in which the last call succeeds
            return null;
        }
        Divergence divergence = leaf.compare(execution.events(), dependence);
        if (divergence != null) {
            abandon(item);
            return divergence;
        }
        List<Event> events = execution.events();
        int length = leaf.path().length;
        boolean crashed = execution.outcome() != Outcome.SLEEP_BLOCKED && execution.terminator() >= 0;
        if (length > 0) {
            leaf.path()[length - 1] = events.get(length - 1);
            leaf.branch().confirm(events, crashed && events.size() == length);
        }
        release(leaf.branch());
        releaseAbove(leaf.branch());
        if (execution.outcome().isComplete()) {
            analyse(leaf, execution, crashed);
        } else {
            close(leaf.branch());
        }
        return null;
    }

    private void analyse(Leaf leaf, Execution execution, boolean crashed) {
        Event[] trace = execution.events().toArray(new Event[0]);
        int length = leaf.path().length;
        for (int k = 0; k < length; k++) {
            trace[k] = trace[k].equals(leaf.path()[k])
                    ? leaf.path()[k]
                    : trace[k]; // most are the tree's, and are kept once
        }
        Branch end = leaf.branch();
        if (trace.length > length) {
            Event[] run = Arrays.copyOfRange(trace, length, trace.length);
            end = end.addRun(run, crashed);
            leaf.branch().closeOne();
        }
        reverse(trace, TraceEnd.of(execution), end, trace.length);
    }

    private void reverse(Event[] trace, TraceEnd besides, Branch end, int below) {
        Reversals reversals = reversal.reverseRaces(trace, besides, end, below);
        reversals.insertions().forEach(this::follow);
        if (reversals.left() > 0) {
            postponed.add(end, besides, reversals.left());
        } else {
            close(end);
        }
    }

    @Override
    public void abandon(WorkItem item) {
        Branch branch = ((Leaf) item).branch();
        branch.abandon();
        release(branch);
        releaseAbove(branch);
        close(branch);
    }

    private void close(Branch branch) {
        open--;
        tree.close(branch);
    }

    /** What hung on the outcome of this leaf hangs no more. */
    private void release(Branch branch) {
        Undecided undecided = branch.takeUndecided();
        undecided.leaves.forEach(this::enqueue);
        if (!branch.coversIndependent()) {
            undecided.sequences.forEach(sequence -> follow(tree.insertBelow(branch.parent(), sequence)));
        }
    }

    /** Accesses above it have been executed, so that others wait for them no more. */
    private void releaseAbove(Branch branch) {
        for (Branch b = branch.parent(); accessesAreOpen && b != null && !b.isExecuted(); b = b.parent()) {
            b.passed();
            release(b);
        }
    }

    private void follow(Insertion insertion) {
        if (insertion.leaf() != null) {
            open++;
            enqueue(insertion.leaf());
        } else if (insertion.awaited() != null) {
            hasten(insertion.awaited());
        }
    }

    /** A leaf is ready as soon as it is certain what its older siblings do, for they will sleep in its plan. */
    private void enqueue(Branch leaf) {
        Branch uncertain = tree.uncertainOlder(leaf);
        if (uncertain == null) {
            leaf.markReady();
            if (cheapest != null) {
                cheapest.add(leaf);
            }
        } else {
            uncertain.undecided().leaves.add(leaf);
        }
    }

    /** Runs a leaf out of order, so that little is left undecided for long. */
    private void hasten(Branch leaf) {
        if (leaf.isReadyLeaf()) {
            leaf.unmarkReady();
            urgent.add(leaf);
        }
    }
}
