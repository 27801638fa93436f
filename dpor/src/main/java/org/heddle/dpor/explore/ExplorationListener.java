package org.heddle.dpor.explore;

import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Execution;

/** Is told of an exploration's progress, by the exploring thread. */
public interface ExplorationListener {
    /** Does nothing. */
    ExplorationListener SILENT = new ExplorationListener() {};

    /**
     * An execution has been taken in.
     *
     * @param execution the execution, as detectors see it
     * @param executions how many there have been
     * @param open how many more are known to be needed
     */
    default void executed(Execution execution, long executions, long open) {}

    /** The same, for who wants to know what the execution was run for. */
    default void executed(Execution execution, long executions, long open, WorkItem item) {
        executed(execution, executions, open);
    }

    /** A finding that was not known before. */
    default void found(Finding finding, Execution execution) {}

    /** The same, for who wants to know what the execution was run for. */
    default void found(Finding finding, Execution execution, WorkItem item) {
        found(finding, execution);
    }
}
