package org.heddle.dpor.optimal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.analysis.TraceOrder;
import org.heddle.dpor.analysis.TraceOrder.Beginning;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.SearchDecorator;
import org.heddle.dpor.explore.frontier.Watch;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * Looks whether an optimal exploration is what it promises to be, as SimGrid's checker of optimality does: no two executions are of one
 * class; and, when it is complete, for each reversible race of each execution some execution has the two events in the other order,
 * behind the same events (JACM 2017, Theorem 7.6). Races are those that {@link
 * org.heddle.dpor.analysis.RaceDetection} finds, so a race that it misses is missed here as well.
 *
 * <p>It keeps the order of every execution, of so many at most.
 */
public final class SelfCheck implements Watch {
    /** Of more executions the classes are compared, and nothing else. */
    private static final int MOST_KEPT = 20_000;

    private static final int MOST_FAULTS = 3;

    private long explorations;
    private long executions;
    private long reversals;
    private boolean tooMany;
    private final List<String> faults = new ArrayList<>();

    /**
     * What was found.
     *
     * @param explorations how many came to their end, in which everything was explored
     * @param executions how many complete ones were compared
     * @param reversals how many were looked for
     * @param tooMany whether there were too many executions to look for reversals
     * @param faults what does not hold, in words, the first of them
     */
    public record Result(long explorations, long executions, long reversals, boolean tooMany, List<String> faults) {}

    /** What was found so far. */
    public Result result() {
        return new Result(explorations, executions, reversals, tooMany, List.copyOf(faults));
    }

    @Override
    public Frontier watch(Frontier search, Dependence dependence) {
        return new Watched(search, dependence);
    }

    private void fault(String words) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(words);
        }
    }

    private final class Watched extends SearchDecorator {
        private final Frontier search;
        private final TraceOrder.Maker maker;
        private final Map<Long, Long> classes = new HashMap<>(); // and which execution was the first of each
        private final List<TraceOrder> orders = new ArrayList<>();
        private final List<List<Beginning>> wanted = new ArrayList<>();
        private long number;
        private boolean isWhole = true;
        private boolean isDone;

        Watched(Frontier search, Dependence dependence) {
            this.search = search;
            maker = new TraceOrder.Maker(dependence);
        }

        @Override
        protected Frontier search() {
            return search;
        }

        @Override
        public WorkItem poll() {
            WorkItem item = search.poll();
            finishIfComplete();
            return item;
        }

        @Override
        public boolean isOutdated(WorkItem item, Execution execution) {
            return search.isOutdated(item, execution);
        }

        @Override
        public void abandon(WorkItem item) {
            isWhole = false;
            search.abandon(item);
        }

        @Override
        public Divergence explored(WorkItem item, Execution execution) {
            Divergence divergence = search.explored(item, execution);
            isWhole &= divergence == null;
            number++;
            if (divergence == null && execution.outcome().isComplete()) {
                compare(execution);
            } else if (divergence == null && orders.size() < MOST_KEPT && onlyRepeats(item, execution)) {
                orders.add(maker.of(execution));
            }
            finishIfComplete();
            return divergence;
        }

        /** Whether the execution was ended behind its plan, which only made a loop look once more: others stand for it. */
        private boolean onlyRepeats(WorkItem item, Execution execution) {
            return execution.outcome() == Outcome.SLEEP_BLOCKED
                    && execution.events().size() == item.prefix().size();
        }

        private void finishIfComplete() {
            if (isWhole && !isDone && number > 0 && search.open() == 0) {
                isDone = true;
                lookForReversals();
            }
        }

        private void compare(Execution execution) {
            executions++;
            TraceOrder order = maker.of(execution);
            Long before = classes.putIfAbsent(order.classNumber(), number);
            if (before != null) {
                fault("execution " + number + " is of the same class as execution " + before);
            }
            if (orders.size() < MOST_KEPT) {
                wanted.add(maker.reversals(order));
                orders.add(order);
            } else {
                tooMany = true;
            }
        }

        private void lookForReversals() {
            explorations++;
            if (tooMany) {
                return;
            }
            Map<Long, List<TraceOrder>> withName = new HashMap<>();
            orders.forEach(
                    order -> order.names().forEach(name -> withName.computeIfAbsent(name, any -> new ArrayList<>())
                            .add(order)));
            for (int n = 0; n < wanted.size(); n++) {
                for (Beginning beginning : wanted.get(n)) {
                    reversals++;
                    if (fewest(beginning, withName).stream().noneMatch(order -> order.beginsWith(beginning))) {
                        fault("no execution has event " + (beginning.index() + 1) + " of thread " + beginning.thread()
                                + " where complete execution " + (n + 1) + " has a race to reverse, behind "
                                + beginning.counts());
                    }
                }
            }
        }

        /** The executions among which one has to begin so. */
        private List<TraceOrder> fewest(Beginning beginning, Map<Long, List<TraceOrder>> withName) {
            List<TraceOrder> fewest = orders;
            for (long name : beginning.names().values()) {
                List<TraceOrder> with = withName.getOrDefault(name, List.of());
                fewest = with.size() < fewest.size() ? with : fewest;
            }
            return fewest;
        }
    }
}
