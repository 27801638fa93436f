package org.heddle.cli.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.launch.LaunchOptions;

/** Makes whole checks on other machines, each in one slot of a worker. May be used by several threads. */
public interface SharedSuite extends AutoCloseable {
    /** How many checks can be made at a time. */
    int slots();

    /**
     * What came of a check.
     *
     * @param answer what the worker has answered to the question
     * @param worker which one, for people
     * @param incidents what went wrong with others and was survived, in words
     */
    @SuppressWarnings("ArrayRecordComponent") // on its way
    record Made(byte[] answer, String worker, List<String> incidents) {}

    /**
     * Makes a check; waits for a slot. If a worker is lost, another one makes it anew.
     *
     * @param launch how the program would be launched here
     * @param limits of the first execution, by which a worker is tried
     * @param question what is to be checked, which the worker understands
     * @return empty if no worker can make it
     * @throws IOException if the program cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    Optional<Made> make(LaunchOptions launch, Plan.Limits limits, byte[] question)
            throws IOException, InterruptedException;

    @Override
    void close();
}
