package org.heddle.cli.check.options;

import java.time.Duration;
import java.util.Optional;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.launch.Jobs;

/**
 * When a check stops.
 *
 * @param timeout after which no further execution is started
 * @param maxExecutions the most executions
 * @param jobs how many workers
 * @param keepGoing whether to go on after a finding that ends an execution
 * @param maxEvents the most visible operations of one execution
 * @param memory how many bytes what is kept of the exploration may take
 * @param progressLimit how long the program may run between two visible operations; less than the check may take, if that is not
 *     very short
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

    /**
     * How much longer than the time limit findings are run again: the more of these two. A check is to end at most a second or a
     * twentieth after its limit; what this leaves of that is for ending executions and for writing reports.
     */
    private static final Duration MORE = Duration.ofMillis(250);

    private static final int PART = 80;

    /** How much of the time limit describing has where something was found: the less of these two. */
    private static final Duration MOST_TO_DESCRIBE = Duration.ofSeconds(1);

    private static final int PART_TO_DESCRIBE = 20;

    /** An execution that makes no progress ends before the check does, which then tells why. */
    public Limits {
        Duration longest = timeout.map(time -> time.multipliedBy(9).dividedBy(10))
                .filter(time -> time.compareTo(SHORTEST) > 0)
                .orElse(SHORTEST);
        if (timeout.isPresent() && longest.compareTo(progressLimit) < 0) {
            progressLimit = longest;
        }
    }

    /** What bounds one execution. */
    public Plan.Limits ofEachExecution() {
        return new Plan.Limits(maxEvents, (int) progressLimit.toMillis());
    }

    /** By {@link System#nanoTime} the moment after which a check that began at this one starts no execution; the last one if never. */
    public long deadline(long start) {
        return timeout.map(limit -> start + limit.toNanos()).orElse(Long.MAX_VALUE);
    }

    /**
     * The moment from which on a check that has found something does nothing but describe it; the last one if never.
     *
     * @param everyForm whether the report is then written in every form, which takes as long again
     */
    public long describing(long start, boolean everyForm) {
        int shares = everyForm ? 2 : 1;
        return timeout.map(limit -> deadline(start)
                        - Math.min(MOST_TO_DESCRIBE.toNanos() * shares, limit.toNanos() / PART_TO_DESCRIBE * shares))
                .orElse(Long.MAX_VALUE);
    }

    /** The moment after which nothing is run any more, not even to describe what was found; the last one if never. */
    public long latest(long start) {
        return timeout.map(limit -> deadline(start) + Math.max(MORE.toNanos(), limit.toNanos() / PART))
                .orElse(Long.MAX_VALUE);
    }

    /** The same with one worker and this time limit. */
    Limits asOneOfMany(Optional<Duration> limit) {
        return new Limits(limit, maxExecutions, Jobs.exactly(1), keepGoing, maxEvents, memory, progressLimit);
    }

    /** The same, going on after findings. */
    Limits goingOn() {
        return new Limits(timeout, maxExecutions, jobs, true, maxEvents, memory, progressLimit);
    }
}
