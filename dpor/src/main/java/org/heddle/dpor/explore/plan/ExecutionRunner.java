package org.heddle.dpor.explore.plan;

import java.util.function.BooleanSupplier;
import org.heddle.dpor.model.execution.Execution;

/**
 * The one port through which the exploration reaches the world. Real targets and the simulated programs of the tests
 * implement it. Plans are answered in the order in which they were submitted.
 */
public interface ExecutionRunner {
    /** How many plans may be in flight at once. */
    Lookahead lookahead();

    /**
     * Hands over a plan. Must not be called with {@link Lookahead#most} plans in flight.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    void submit(Plan plan) throws InterruptedException;

    /**
     * The execution of the oldest plan in flight; waits for it. A runner that can no longer answer returns an execution
     * with {@link org.heddle.dpor.model.execution.Outcome#LOST}.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    Execution take() throws InterruptedException;

    /**
     * The same, but waits no longer once that is in vain: null if {@code isOver} says so before the execution is there. The plan stays
     * in flight then. A runner whose executions are never waited for need not ask.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    default Execution take(BooleanSupplier isOver) throws InterruptedException {
        return take();
    }

    /**
     * Gives up the plans in flight: there will be no executions of them, and others may be submitted. Does not wait for more than
     * a moment, if the runner can help it.
     *
     * @param inFlight how many there are
     * @throws InterruptedException if the thread is interrupted
     */
    default void giveUp(int inFlight) throws InterruptedException {
        for (int k = 0; k < inFlight; k++) {
            take();
        }
    }
}
