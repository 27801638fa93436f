package org.heddle.cli.cluster;

import java.io.IOException;
import org.heddle.cli.base.UserError;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;

/** A check whose executions are shared. */
public interface SharedCheck extends AutoCloseable {
    /** How the program is launched on this machine, so that its executions are the workers'. */
    LaunchOptions launch();

    /**
     * Hands the program to the workers.
     *
     * @param pool runs the program here
     * @throws UserError if there is no worker that can execute it
     * @throws LaunchException if the program cannot be started here
     * @throws IOException if the program cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    SharedRunner begin(WorkerPool pool) throws UserError, LaunchException, IOException, InterruptedException;

    @Override
    void close();
}
