package org.heddle.dpor.bound.tree;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.optimal.PlannedPath;

/**
 * Explores a tree of choices up to bound 0, 1, 2, … (iterative context bounding, Musuvathi and Qadeer, PLDI 2007, Algorithm 1): what
 * costs more than the bound waits in the queue for the next one, so that nothing is run again. Where the tree branches is said by
 * a {@link BacktrackRule}; the branches are a fixed point of that rule, which is reached in any order, with any number of
 * executions in flight. A branch that is found late and costs less than the current bound is still run.
 */
public final class TreeSearch implements Frontier {
    private final Dependence dependence;
    private final BacktrackRule rule;
    private final Measure measure;
    private final Cost cost;
    private final Queue queue;
    private final int limit;
    private final Decisions decisions;
    private final SleepAtNode sleepers;

    private boolean begun;
    private long out;
    private boolean abandoned;
    private int bound;
    private int proved = -1;

    /**
     * A search from the start.
     *
     * @param dependence of operations
     * @param rule where to branch
     * @param measure what to bound
     * @param limit the last bound
     * @param order which of the branches of equal cost is next; every order covers the same
     */
    public TreeSearch(Dependence dependence, BacktrackRule rule, Measure measure, int limit, LeafOrder order) {
        this.dependence = dependence;
        this.rule = rule;
        this.measure = measure;
        this.limit = limit;
        cost = Cost.of(measure);
        queue = new Queue(order, limit);
        decisions = new Decisions(dependence);
        sleepers = new SleepAtNode(dependence);
    }

    /** The search bounded by preemptions with reduction, depth first within each bound. */
    public static TreeSearch preemptionBounded(Dependence dependence, int limit) {
        return new TreeSearch(dependence, new BoundPersistentSets(), Measure.PREEMPTIONS, limit, LeafOrder.DEPTH_FIRST);
    }

    /** Every interleaving up to a bound, without reduction. */
    public static TreeSearch plain(Dependence dependence, Measure measure, int limit) {
        return new TreeSearch(dependence, new AllBranches(), measure, limit, LeafOrder.DEPTH_FIRST);
    }

    @Override
    public void stopWhen(BooleanSupplier isOver) {
        decisions.stopWhen(isOver);
    }

    @Override
    public WorkItem poll() {
        if (!begun) {
            begun = true;
            out++;
            return new SearchItem(null, 0, new PlannedPath(new Event[0]), List.of(), null, shownBound());
        }
        settleBounds();
        for (Queue.Entry next = queue.poll(bound); next != null; next = queue.poll(bound)) {
            SearchItem item = rule.allowsSleep() ? sleepers.item(next, shownBound()) : awake(next);
            if (item != null) {
                out++;
                return item;
            }
            settleBounds();
        }
        return null;
    }

    private SearchItem awake(Queue.Entry entry) {
        Event[] path = Arrays.copyOf(entry.run().path(entry.depth()), entry.depth() + 1);
        path[entry.depth()] = entry.option();
        return new SearchItem(entry.run(), entry.depth(), new PlannedPath(path), List.of(), null, shownBound());
    }

    private int shownBound() {
        return measure == Measure.NONE ? -1 : bound;
    }

    /** The bound that is being explored. */
    public int bound() {
        return bound;
    }

    /** Raises the bound as far as nothing is left below. */
    private void settleBounds() {
        while (begun && out == 0 && bound <= limit && queue.isEmpty(bound)) {
            if (!abandoned) {
                proved = bound;
            }
            if (bound == limit || queue.size() == 0) {
                return;
            }
            bound++;
        }
    }

    @Override
    public Divergence explored(WorkItem work, Execution execution) {
        SearchItem item = (SearchItem) work;
        Divergence divergence = item.path().compare(execution.events(), dependence);
        if (divergence != null) {
            abandon(item);
            return divergence;
        }
        Event[] trace = execution.events().toArray(new Event[0]);
        System.arraycopy(item.path().events(), 0, trace, 0, item.depth());
        boolean crashed = execution.terminator() >= 0;
        Run run = new Run(item.parent(), item.depth(), Arrays.copyOfRange(trace, item.depth(), trace.length), crashed);
        if (item.sibling() != null && !run.crashesAt(item.depth())) {
            item.sibling().settle(trace[item.depth()]);
        }
        decisions.load(trace, execution);
        branch(run);
        out--; // not before: where the time is up meanwhile, nothing more is proved
        return null;
    }

    private void branch(Run run) {
        int[] costs = new int[run.end() + 1];
        for (int depth = 0; depth < run.end(); depth++) {
            costs[depth + 1] = cost.after(costs[depth], decisions, depth, decisions.thread(depth));
        }
        int begin = decisions.begin();
        BitSet asked = new BitSet(run.end() * decisions.threads()); // a rule asks for most branches again and again
        BacktrackRule.Branches branches = new BacktrackRule.Branches() {
            @Override
            public void add(int depth, int thread) {
                decisions.checkTime(decisions.threads());
                int branch = depth * decisions.threads() + thread;
                if (depth >= begin && !asked.get(branch)) {
                    asked.set(branch);
                    ask(run.owner(depth), depth, thread, costs[depth]);
                }
            }

            @Override
            public boolean has(int depth, int thread) {
                return run.owner(depth).hasBranch(depth, decisions.id(thread));
            }
        };
        for (int depth = run.parent() == null ? begin : run.from() + 1; depth < run.end(); depth++) {
            branches.add(depth, decisions.thread(depth)); // for its other alternatives
            rule.atNewNode(decisions, depth, branches);
        }
        rule.afterTrace(decisions, branches);
    }

    private void ask(Run owner, int depth, int thread, int before) {
        for (Event option : decisions.alternatives(thread, depth)) {
            if (owner.ask(depth, option)) {
                queue.add(cost.after(before, decisions, depth, thread), new Queue.Entry(owner, depth, option));
            }
        }
    }

    @Override
    public void abandon(WorkItem item) {
        out--;
        abandoned = true;
    }

    @Override
    public long open() {
        return queue.size() + out + (begun ? 0 : 1);
    }

    @Override
    public Proved proved() {
        settleBounds();
        boolean nothingLeft = begun && out == 0 && queue.size() == 0 && !queue.hasLeftOut();
        return nothingLeft && !abandoned ? Proved.EVERYTHING : Proved.upTo(measure, proved);
    }
}
