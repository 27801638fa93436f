package org.heddle.cli.cluster;

import java.io.IOException;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.heddle.cli.base.UserError;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.launch.LaunchOptions;

/** Executes plans on other machines. Found by {@link java.util.ServiceLoader} where its module is on the class path. */
public interface ClusterEngine {
    /**
     * The one that is there.
     *
     * @throws UserError if there is none
     */
    static ClusterEngine find() throws UserError {
        return ServiceLoader.load(ClusterEngine.class)
                .findFirst()
                .orElseThrow(() ->
                        new UserError("--cluster needs the part of Heddle that is built for clusters, which is not"
                                + " here: start Heddle with its launcher"));
    }

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

    /**
     * Prepares whole checks.
     *
     * @param choice which machines
     * @param say takes lines for the user, from several threads
     * @throws UserError if the cluster cannot be used
     * @throws InterruptedException if the thread is interrupted
     */
    SharedSuite share(ClusterChoice choice, Consumer<String> say) throws UserError, InterruptedException;
}
