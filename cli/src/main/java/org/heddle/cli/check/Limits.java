package org.heddle.cli.check;

import java.time.Duration;
import java.util.Optional;
import org.heddle.server.Jobs;

/**
 * When a check stops.
 *
 * @param timeout after which no further execution is started
 * @param maxExecutions the most executions
 * @param jobs how many workers
 * @param keepGoing whether to go on after a finding that ends an execution
 * @param maxEvents the most visible operations of one execution
 * @param memory how many bytes what is kept of the exploration may take
 * @param progressLimit how long the program may run between two visible operations
 */
public record Limits(
        Optional<Duration> timeout,
        long maxExecutions,
        Jobs jobs,
        boolean keepGoing,
        int maxEvents,
        long memory,
        Duration progressLimit) {
    private static final Duration SHORTEST = Duration.ofMillis(500);

    /** The same with one worker and this time limit, beyond which no execution may go on for long. */
    Limits asOneOfMany(Optional<Duration> limit) {
        Duration longest = limit.filter(time -> time.compareTo(progressLimit) < 0)
                .map(time -> time.compareTo(SHORTEST) < 0 ? SHORTEST : time)
                .orElse(progressLimit);
        return new Limits(limit, maxExecutions, Jobs.exactly(1), keepGoing, maxEvents, memory, longest);
    }

    /** The same, going on after findings. */
    Limits goingOn() {
        return new Limits(timeout, maxExecutions, jobs, true, maxEvents, memory, progressLimit);
    }
}
