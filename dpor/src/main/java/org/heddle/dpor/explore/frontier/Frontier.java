package org.heddle.dpor.explore.frontier;

import java.util.function.BooleanSupplier;
import org.heddle.dpor.estimate.Estimate;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;

/**
 * The part of the state space that is known to exist and has not been explored: a source of executions to run, fed by the
 * executions that were run. Every item given out comes back once, by {@link #explored} or {@link #abandon}; several may be out
 * at a time.
 */
public interface Frontier {
    /** The next item; null if there is none, or none before those that are out have come back. */
    WorkItem poll();

    /**
     * Takes in the execution of an item.
     *
     * @return null, or how the execution contradicts what earlier executions did on the same prefix; the item then counts as
     *     abandoned
     */
    Divergence explored(WorkItem item, Execution execution);

    /**
     * Whether the execution is of no account, because the exploration that it belongs to has been given up, or will be for what the
     * execution shows. It goes to {@link #explored} then, however it ended.
     */
    default boolean isOutdated(WorkItem item, Execution execution) {
        return false;
    }

    /**
     * Once this is so, {@link #explored} may give up in the middle of an execution, by {@link
     * org.heddle.dpor.analysis.OutOfTime}. Nothing is to be asked of the frontier then but what it has proved before.
     */
    default void stopWhen(BooleanSupplier isOver) {}

    /** Leaves unexplored whatever the item would have led to. */
    void abandon(WorkItem item);

    /**
     * How often it could not be told what an operation would do in another order, so that something may have been left out. Zero
     * as long as memory that is compared and swapped is accessed in pieces of at most eight bytes.
     */
    default long unpredicted() {
        return 0;
    }

    /** How many executions it will take in all, as far as can be told. */
    default Estimate estimate() {
        return Estimate.UNKNOWN;
    }

    /** How many items are known and have not come back yet. */
    long open();

    /** Whether all that is still open {@linkplain WorkItem#isExtra comes on top} of what was to be explored. */
    default boolean hasOnlyExtras() {
        return false;
    }

    /** What is promised with some probability, in words; empty if nothing is. */
    default String promise() {
        return "";
    }

    /** What the items that have come back prove, if none of them was abandoned since. */
    default Proved proved() {
        return open() == 0 ? Proved.EVERYTHING : Proved.NOTHING;
    }
}
