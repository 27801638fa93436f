package org.heddle.dpor.minimise;

import java.util.ArrayDeque;
import java.util.Random;
import org.heddle.dpor.analysis.OutOfTime;
import org.heddle.dpor.bound.tree.BoundPersistentSets;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.restart.DependenceAware;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.Race;

/**
 * Looks for an execution that shows a finding with fewer preemptions than are known, by iterative context bounding (Musuvathi and
 * Qadeer, PLDI 2007). When it has been through every execution of up to k preemptions, k + 1 is proved to be the least.
 */
final class FewerPreemptions {
    /** Which part of the effort is spent though it cannot suffice for a proof. */
    private static final int HOPELESS_PART = 20;

    /** Of the order of executions: in any order, which shows early how many there are, and unlike ones soon. */
    private static final long SEED = 1;

    private final Trials trials;
    private final Effort effort;
    private final Frontier frontier;
    private final ArrayDeque<WorkItem> inFlight = new ArrayDeque<>();
    private long left;
    private Shown found;
    private boolean isWhole = true;
    private boolean isOutOfTime;

    /** A search for less than this many preemptions, at least one. */
    FewerPreemptions(Trials trials, Effort effort, int preemptions) {
        this.trials = trials;
        this.effort = effort;
        left = effort.search();
        frontier = new DependenceAware(dependence -> new TreeSearch(
                dependence,
                new BoundPersistentSets(),
                Measure.PREEMPTIONS,
                preemptions - 1,
                new Random(SEED)::nextInt));
        frontier.stopWhen(effort::isExpired);
    }

    /** What was found; null if there is nothing, or the effort is used up. */
    Shown search() throws InterruptedException {
        fill();
        while (!inFlight.isEmpty()) {
            Execution execution = trials.runner().take();
            WorkItem item = inFlight.remove();
            if (found == null) {
                found = trials.in(execution);
            }
            if (isOutOfTime) {
                continue; // what is still in flight is taken, and no more
            }
            if (isOrderly(execution) && found == null) {
                isWhole &=
                        isLearned(item, execution) && execution.races().stream().noneMatch(Race::isInvisible);
            } else {
                frontier.abandon(item);
                isWhole &= found != null;
            }
            fill();
        }
        return found;
    }

    private boolean isLearned(WorkItem item, Execution execution) {
        try {
            return frontier.explored(item, execution) == null;
        } catch (OutOfTime overdue) {
            isOutOfTime = true;
            return false;
        }
    }

    private WorkItem next() {
        try {
            return frontier.poll();
        } catch (OutOfTime overdue) {
            isOutOfTime = true;
            isWhole = false;
            return null;
        }
    }

    private static boolean isOrderly(Execution execution) {
        return execution.outcome().isComplete() || execution.outcome() == Outcome.SLEEP_BLOCKED;
    }

    private void fill() throws InterruptedException {
        while (found == null
                && !isOutOfTime
                && left > 0
                && !effort.isExpired()
                && !isHopeless()
                && inFlight.size() < trials.runner().lookahead().least()) {
            WorkItem item = next();
            if (item == null) {
                return;
            }
            left--;
            trials.submit(item);
            inFlight.add(item);
        }
    }

    /** Whether more is open than can be run, so that nothing will be proved, and what would be found by luck has been looked for. */
    private boolean isHopeless() {
        return frontier.open() > left && effort.search() - left >= effort.search() / HOPELESS_PART;
    }

    /** Whether every execution with less than this many preemptions was covered without showing the finding. */
    boolean excludesLessThan(int preemptions) {
        if (preemptions == 0) {
            return true;
        }
        Proved proved = frontier.proved();
        boolean covered = proved.isEverything() || (proved.isBounded() && proved.bound() >= preemptions - 1);
        return isWhole && covered && frontier.unpredicted() == 0;
    }
}
