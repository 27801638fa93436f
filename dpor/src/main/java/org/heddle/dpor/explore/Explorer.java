package org.heddle.dpor.explore;

import java.util.ArrayDeque;
import java.util.List;
import org.heddle.dpor.analysis.OutOfTime;
import org.heddle.dpor.detect.Detector;
import org.heddle.dpor.detect.Finding;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.model.Divergence;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Outcome;

/**
 * The main loop: takes work from the frontier, keeps the runner busy, and feeds each execution back in the order of submission. So
 * an exploration with the same {@link Lookahead} always takes the same course.
 */
public final class Explorer {
    private final ExecutionRunner runner;
    private final Frontier frontier;
    private final Budget budget;
    private final Plan.Limits limits;
    private final Detector detector;
    private final ExplorationListener listener;

    private final ArrayDeque<Flight> inFlight = new ArrayDeque<>();
    private final ArrayDeque<Flight> retries = new ArrayDeque<>();
    private final Tally tally = new Tally();
    private long submitted;
    private boolean isOut; // of time or of memory

    /** A plan in flight and what it is for. */
    private record Flight(WorkItem item, boolean isRetry) {}

    /**
     * An exploration, to be used once.
     *
     * @param runner runs executions
     * @param frontier what to explore, such as {@link org.heddle.dpor.optimal.OptimalDpor}
     * @param budget when to stop
     * @param limits of one execution
     * @param detector turns executions into findings
     * @param listener is told of progress
     */
    public Explorer(
            ExecutionRunner runner,
            Frontier frontier,
            Budget budget,
            Plan.Limits limits,
            Detector detector,
            ExplorationListener listener) {
        this.runner = runner;
        this.frontier = frontier;
        this.budget = budget;
        this.limits = limits;
        this.detector = detector;
        this.listener = listener;
    }

    /**
     * Explores until everything is explored or the budget is used up.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public Verdict explore() throws InterruptedException {
        frontier.stopWhen(budget::isExpired);
        try {
            exploreWhileThereIsRoom();
        } catch (OutOfMemoryError full) { // for one execution: what is kept of all has a limit of its own
            tally.stoppedBy(Gap.MEMORY);
        }
        runner.giveUp(inFlight.size()); // so that it can be used for something else
        inFlight.clear();
        return tally.verdict(frontier.proved(), frontier.unpredicted());
    }

    private void exploreWhileThereIsRoom() throws InterruptedException {
        boolean going = true;
        while (going) {
            fillRunner();
            if (inFlight.isEmpty() || isOut) {
                break;
            }
            Execution execution =
                    tally.total() == 0 ? runner.take() : runner.take(budget::isExpired); // one, however short the time
            if (execution == null) {
                tally.stoppedBy(Gap.DEADLINE);
                break;
            }
            going = takeIn(inFlight.remove(), execution) && !isOverdue();
        }
    }

    private void fillRunner() throws InterruptedException {
        while (inFlight.size() < runner.lookahead().after(tally.total()) && withinBudget()) {
            Flight next = next();
            if (next == null) {
                return;
            }
            runner.submit(Plan.of(next.item(), limits));
            inFlight.add(next);
            submitted += next.item().repeats() ? 0 : 1;
        }
    }

    /** Whether time is up while there is more to do than is in flight, which executions that take long could make wait for long. */
    private boolean isOverdue() {
        boolean overdue = budget.isExpired() && frontier.open() > inFlight.size();
        if (overdue) {
            tally.stoppedBy(Gap.DEADLINE);
        }
        return overdue;
    }

    private Flight next() {
        if (!retries.isEmpty()) {
            return retries.remove();
        }
        try {
            WorkItem item = frontier.poll();
            return item == null ? null : new Flight(item, false);
        } catch (OutOfTime overdue) {
            runOutOf(Gap.DEADLINE);
            return null;
        }
    }

    private void runOutOf(Gap gap) {
        tally.stoppedBy(gap);
        isOut = true;
    }

    private boolean withinBudget() {
        if (frontier.open() == inFlight.size()) {
            return false; // nothing left to start, so no limit can be in the way
        }
        if (submitted >= budget.maxExecutions()) {
            tally.stoppedBy(Gap.EXECUTION_LIMIT);
            return false;
        }
        if (submitted > 0 && budget.isExpired()) { // one is run however short the time
            tally.stoppedBy(Gap.DEADLINE);
            return false;
        }
        if (submitted > 0 && budget.memory().getAsBoolean()) {
            tally.stoppedBy(Gap.MEMORY);
            return false;
        }
        return true;
    }

    /** Returns whether to go on. */
    private boolean takeIn(Flight flight, Execution execution) {
        boolean repeats = flight.item().repeats();
        if (!repeats) {
            tally.count(execution);
        }
        if (execution.outcome() == Outcome.LOST && !flight.isRetry()) {
            retries.add(new Flight(flight.item(), true));
            return true;
        }
        explore(flight.item(), execution);
        if (repeats) {
            return !isOut;
        }
        Execution told = told(flight.item(), execution);
        boolean stop = detect(flight.item(), told);
        if (isOut) {
            listener.executed(told, tally.total(), 1, flight.item());
            return false;
        }
        listener.executed(told, tally.total(), frontier.open(), flight.item());
        if (execution.outcome() == Outcome.UNMODELLED) {
            return false;
        }
        if (stop && !budget.keepGoing()) {
            if (frontier.open() > 0) {
                tally.stoppedBy(Gap.STOPPED_AT_FINDING);
            }
            return false;
        }
        return true;
    }

    /** Where critical sections order next to nothing, races are for the search that begins again with them: see {@link SectionsAware}. */
    private static Execution told(WorkItem item, Execution execution) {
        boolean isHidden = item.sections().wanted()
                && !execution.races().isEmpty()
                && (execution.isCut() || SectionsInOneGo.mayOrder(execution));
        return isHidden ? execution.withoutRaces() : execution;
    }

    private void explore(WorkItem item, Execution execution) {
        if (execution.isCut()) {
            runOutOf(Gap.MEMORY);
            return;
        }
        Gap gap = frontier.isOutdated(item, execution) ? null : tally.gapLeftBy(execution);
        if (gap != null) {
            tally.leaveOut(gap, execution);
            frontier.abandon(item);
            return;
        }
        try {
            Divergence divergence = frontier.explored(item, execution);
            if (divergence != null) {
                tally.diverged(execution, divergence);
            }
        } catch (OutOfTime overdue) { // with the execution's own bugs still to be looked for
            runOutOf(Gap.DEADLINE);
        } catch (OutOfMemoryError full) { // likewise
            runOutOf(Gap.MEMORY);
        }
    }

    /** What bugs there are is told even where there is no room to tell how they come about. */
    private List<Finding> findings(Execution execution) {
        try {
            return detector.detect(execution);
        } catch (OutOfMemoryError full) {
            runOutOf(Gap.MEMORY);
            return detector.detect(execution.cut());
        }
    }

    /** Returns whether there is a finding that ends an execution. */
    private boolean detect(WorkItem item, Execution execution) {
        List<Finding> findings = findings(execution);
        boolean ends = false;
        for (Finding finding : findings) {
            ends |= finding.kind().endsExecution();
            if (tally.found(finding)) {
                listener.found(finding, execution, item);
            }
        }
        return ends;
    }
}
