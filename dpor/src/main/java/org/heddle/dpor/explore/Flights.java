package org.heddle.dpor.explore;

import java.util.ArrayDeque;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/** What is in flight: the items whose plans the runner has, in the order in which their executions come back. */
final class Flights {
    private final ExecutionRunner runner;
    private final Plan.Limits limits;
    private final Ending end;
    private final ArrayDeque<Flight> inFlight = new ArrayDeque<>();
    private final ArrayDeque<Flight> retries = new ArrayDeque<>();
    private long begun;
    private boolean hasLanded;

    /**
     * An item to be executed.
     *
     * @param isRetry whether its first execution was lost
     */
    record Flight(WorkItem item, boolean isRetry) {
        static Flight first(WorkItem item) {
            return new Flight(item, false);
        }
    }

    /** An item whose execution has come back. */
    record Landing(Flight flight, Execution execution) {
        WorkItem item() {
            return flight.item();
        }

        /** Whether the execution was lost, and may not be the next time. */
        boolean isLost() {
            return execution.outcome() == Outcome.LOST && !flight.isRetry();
        }
    }

    Flights(ExecutionRunner runner, Plan.Limits limits, Ending end) {
        this.runner = runner;
        this.limits = limits;
        this.end = end;
    }

    /** How many are in flight. */
    int size() {
        return inFlight.size();
    }

    /** How many have been begun, without those that only {@linkplain WorkItem#repeats repeat} an execution, or one that was lost. */
    long begun() {
        return begun;
    }

    /** Whether one more may be in flight after so many executions. */
    boolean haveRoom(long executions) {
        return inFlight.size() < runner.lookahead().after(executions);
    }

    void begin(Flight flight) throws InterruptedException {
        runner.submit(Plan.of(flight.item(), limits));
        inFlight.add(flight);
        begun += flight.item().repeats() || flight.isRetry() ? 0 : 1;
    }

    /** Waits for the execution of the oldest one; null if none is in flight, or the end has come. */
    Landing land() throws InterruptedException {
        if (inFlight.isEmpty() || end.isReached()) {
            return null;
        }
        Execution execution = runner.take(
                hasLanded ? end::isTimeUp : end.isTimeUpForFirst()); // one, however short the time, unless it hangs
        if (execution == null) {
            end.runOutOf(Gap.DEADLINE);
            return null;
        }
        hasLanded = true;
        return new Landing(inFlight.remove(), execution);
    }

    /** Has the item of a lost execution executed once more. */
    void retry(Landing landing) {
        retries.add(new Flight(landing.item(), true));
    }

    /** An item to be executed once more, after its first execution was lost; null if there is none. */
    Flight nextRetry() {
        return retries.poll();
    }

    /** Gives up what is in flight, so that the runner can be used for something else. */
    void giveUp() throws InterruptedException {
        runner.giveUp(inFlight.size());
        inFlight.clear();
    }
}
