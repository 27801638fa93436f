package org.heddle.cli.cluster;

import java.io.IOException;
import java.util.function.Consumer;
import org.heddle.cli.UserError;
import org.heddle.dpor.explore.Plan;
import org.heddle.server.LaunchOptions;

/** Executes plans on other machines. Found by {@link java.util.ServiceLoader} where its module is on the class path. */
public interface ClusterEngine {
    /**
     * Prepares a check whose executions are shared.
     *
     * @param options how the program would be launched here
     * @param first what the first execution does; workers where it comes to something else than here are refused
     * @param choice which machines
     * @param say takes lines for the user
     * @throws UserError if the cluster cannot be used
     * @throws IOException if the program cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    SharedCheck share(LaunchOptions options, Plan first, ClusterChoice choice, Consumer<String> say)
            throws UserError, IOException, InterruptedException;
}
