package org.heddle.dpor.bound;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Begin;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/**
 * Variable and thread bounding (Bindal, Bansal, Lal, "Variable and Thread Bounding for Systematic Testing of Multithreaded
 * Programs", ISSTA 2013, Algorithm 1). Threads run by priority, and are preempted behind accesses to few variables: all of the orders
 * first without preemption, then with one, and so on, and few variables before many. A thread that has been preempted goes on with
 * another priority. The orders are drawn at random, so many that those of few threads are all among them with a high probability; what
 * is covered is no proof.
 *
 * <p>A variable is an address: globals and, as the heap is deterministic, allocations by thread and number. {@link VariableRanks} says
 * which come first.
 */
public final class RankedSearch implements Frontier {
    private final RankBounds bounds;
    private final long seed;
    private final Decisions decisions;

    private final TreeMap<Rank, ArrayDeque<Item>> queue = new TreeMap<>();
    private final VariableRanks known = new VariableRanks();
    private int mostThreads = 1;
    private long begunOrders;
    private boolean drawsLate; // exploring begins somewhere
    private long queued;
    private long out;
    private boolean abandoned;

    /**
     * What comes first: few variables, then few preemptions, then variables of early iterations, then those that threads share.
     */
    private record Rank(int variables, int preemptions, int iteration, boolean unshared) implements Comparable<Rank> {
        private static final Comparator<Rank> ORDER = Comparator.comparingInt(Rank::variables)
                .thenComparingInt(Rank::preemptions)
                .thenComparingInt(Rank::iteration)
                .thenComparing(Rank::unshared);

        @Override
        public int compareTo(Rank other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * An execution: what has been decided, and the priorities behind it.
     *
     * @param order the number of the order of threads
     * @param prefix up to the last preemption
     * @param fragments how often each thread has been preempted
     * @param variables behind whose accesses threads have been preempted
     */
    private record Item(
            long order, List<Step> prefix, Map<Integer, Integer> fragments, Set<Long> variables, Policy policy)
            implements WorkItem {
        @Override
        public List<Event> sleep() {
            return List.of();
        }

        @Override
        public String strategy() {
            return "ranked";
        }

        int preemptions() {
            return fragments.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /** A search from the start; equal seeds draw equal orders. */
    public RankedSearch(Dependence dependence, RankBounds bounds, long seed) {
        this.bounds = bounds;
        this.seed = seed;
        decisions = new Decisions(dependence);
    }

    @Override
    public WorkItem poll() {
        if (begunOrders < wantedOrders()) {
            return given(item(begunOrders++, List.of(), Map.of(), Set.of()));
        }
        if (queue.isEmpty()) {
            return null;
        }
        ArrayDeque<Item> cheapest = queue.firstEntry().getValue();
        Item item = cheapest.remove();
        queued--;
        if (cheapest.isEmpty()) {
            queue.pollFirstEntry();
        }
        return given(item);
    }

    /** How many threads there are is not known before the first execution. */
    private long wantedOrders() {
        return begunOrders == 0 || (begunOrders == 1 && out > 0) ? 1 : bounds.orders(mostThreads);
    }

    private Item given(Item item) {
        out++;
        return item;
    }

    private Item item(long order, List<Step> prefix, Map<Integer, Integer> fragments, Set<Long> variables) {
        List<Policy.Weight> weights = fragments.entrySet().stream()
                .map(entry -> new Policy.Weight(entry.getKey(), entry.getValue()))
                .toList();
        Policy policy =
                new Policy(Policy.Kind.PRIORITY, seed * 1_000_003 + order, 0, 0, List.of(), weights).late(drawsLate);
        return new Item(order, prefix, fragments, variables, policy);
    }

    @Override
    public Divergence explored(WorkItem work, Execution execution) {
        Item item = (Item) work;
        out--;
        mostThreads = Math.max(mostThreads, execution.threads().size());
        int begin = Begin.of(execution.events());
        if (begin > 0 && !drawsLate) { // the first order was drawn without knowing that
            drawsLate = true;
            begunOrders = 0;
            return null;
        }
        Event[] trace = execution.events().toArray(new Event[0]);
        decisions.load(trace, execution);
        known.learn(trace);
        if (item.preemptions() < bounds.preemptions()) {
            preempt(item, trace, begin);
        }
        return null;
    }

    private void preempt(Item item, Event[] trace, int begin) {
        List<Step> steps = new ArrayList<>();
        for (int at = 0; at + 1 < trace.length; at++) {
            steps.add(Step.of(trace[at]));
            int thread = decisions.thread(at);
            boolean later = at >= Math.max(item.prefix().size(), begin - 1);
            if (later && decisions.wantsToRun(thread, at + 1) && isContested(thread, at + 1)) {
                preempt(item, List.copyOf(steps), trace[at]);
            }
        }
    }

    private boolean isContested(int thread, int depth) {
        for (int other = 0; other < decisions.threads(); other++) {
            if (other != thread && decisions.canRun(other, depth)) {
                return true;
            }
        }
        return false;
    }

    private void preempt(Item item, List<Step> prefix, Event last) {
        long variable = last.operation().object();
        Set<Long> variables = new HashSet<>(item.variables());
        variables.add(variable);
        if (variables.size() > bounds.variables()) {
            return;
        }
        Map<Integer, Integer> fragments = new TreeMap<>(item.fragments());
        fragments.merge(last.thread(), 1, Integer::sum);
        int iteration = variables.stream().mapToInt(known::iteration).max().orElse(0);
        Rank rank = new Rank(variables.size(), item.preemptions() + 1, iteration, !known.isShared(variable));
        queue.computeIfAbsent(rank, key -> new ArrayDeque<>()).add(item(item.order(), prefix, fragments, variables));
        queued++;
    }

    @Override
    public void abandon(WorkItem item) {
        out--;
        abandoned = true;
    }

    @Override
    public long open() {
        return Math.max(0, bounds.orders(mostThreads) - begunOrders) + queued + out;
    }

    /** Orders are drawn at random. */
    @Override
    public Proved proved() {
        return Proved.NOTHING;
    }

    @Override
    public String promise() {
        if (open() > 0 || abandoned) {
            return "";
        }
        return ("every order of %d threads, with up to %d preemptions behind accesses to up to %d variables, was among the %d random"
                        + " orders with a probability of at least 99 %% (%d threads; Lemma 4.1 of Bindal, Bansal, Lal)")
                .formatted(bounds.threads(), bounds.preemptions(), bounds.variables(), begunOrders, mostThreads);
    }
}
