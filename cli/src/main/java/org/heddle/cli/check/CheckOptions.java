package org.heddle.cli.check;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.server.protocol.RunOptions;

/**
 * How to check.
 *
 * @param search what to explore, and in which order
 * @param run what the runtime lets happen, and looks for
 * @param timeout after which no further execution is started
 * @param maxExecutions the most executions
 * @param jobs how many workers
 * @param keepGoing whether to go on after a finding that ends an execution
 * @param maxEvents the most visible operations of one execution
 * @param progressLimit how long the program may run between two visible operations
 * @param output the folder for schedules and reports
 * @param verify a shell command to be run after every execution
 * @param sandbox a folder of which every execution finds a copy to run in
 * @param strategy how executions are chosen
 * @param saveFrontier the file in which the exploration is saved as it goes on
 * @param resume whether to continue what is in that file
 * @param suppressions what is not to be reported
 * @param trust what the user vouches for
 * @param progress how to show progress on standard error
 */
public record CheckOptions(
        SearchOptions search,
        RunOptions run,
        Optional<Duration> timeout,
        long maxExecutions,
        int jobs,
        boolean keepGoing,
        int maxEvents,
        Duration progressLimit,
        OutputFolder output,
        Optional<String> verify,
        Optional<Path> sandbox,
        StrategyChoice strategy,
        Optional<Path> saveFrontier,
        boolean resume,
        Suppressions suppressions,
        Trust trust,
        ProgressStyle progress) {
    private static final Duration SHORTEST = Duration.ofMillis(500);

    /** The same with one worker and this time limit, beyond which no execution may go on for long. */
    public CheckOptions asOneOfMany(Optional<Duration> limit) {
        Duration longest = limit.filter(time -> time.compareTo(progressLimit) < 0)
                .map(time -> time.compareTo(SHORTEST) < 0 ? SHORTEST : time)
                .orElse(progressLimit);
        return with(limit, 1, keepGoing, longest);
    }

    /** The same, going on after findings. */
    public CheckOptions goingOn() {
        return with(timeout, jobs, true, progressLimit);
    }

    private CheckOptions with(
            Optional<Duration> otherTimeout, int otherJobs, boolean otherKeepGoing, Duration otherProgressLimit) {
        return new CheckOptions(
                search,
                run,
                otherTimeout,
                maxExecutions,
                otherJobs,
                otherKeepGoing,
                maxEvents,
                otherProgressLimit,
                output,
                verify,
                sandbox,
                strategy,
                saveFrontier,
                resume,
                suppressions,
                trust,
                progress);
    }
}
