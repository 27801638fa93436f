package org.heddle.cli.cluster;

import java.util.List;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.server.restart.RestartCounts;

/** Runs plans on other machines, and gives their executions in the order in which the plans were submitted. */
public interface SharedRunner extends ExecutionRunner {
    /**
     * Compares the results of the last plans that were executed without a fork with those of a fork, as
     * {@link org.heddle.server.WorkerPool#confirm} does.
     *
     * @throws org.heddle.server.restart.RestartDiffersException if they are not equal
     * @throws InterruptedException if the thread is interrupted
     */
    void confirm() throws InterruptedException;

    /** How executions were run, as far as workers have said; complete after {@link #confirm}. */
    RestartCounts.Snapshot restarts();

    /** Who executes, at the moment. May be asked by any thread. */
    Fleet fleet();

    /** Where it ran and what went wrong with workers and was survived, in words. */
    List<String> remarks();
}
