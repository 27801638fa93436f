package org.heddle.cli.check.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.cluster.ClusterChoice;
import org.heddle.cli.program.Around;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.server.protocol.RunOptions;
import org.heddle.server.restart.Restart;

/**
 * How to check.
 *
 * @param search what to explore, and in which order
 * @param strategy how executions are chosen
 * @param run what the runtime lets happen, and looks for
 * @param restart how one execution follows another
 * @param limits when to stop
 * @param output the folder for schedules and reports
 * @param around what is done before and after every execution
 * @param saveFrontier the file in which the exploration is saved as it goes on
 * @param resume whether to continue what is in that file
 * @param suppressions what is not to be reported
 * @param trust what the user vouches for
 * @param cluster the other machines that execute, if any
 * @param coverage whether to tell which orders of operations were seen, which threads were delayed, and which lines ran
 * @param progress how to show progress on standard error
 */
public record CheckOptions(
        SearchOptions search,
        StrategyChoice strategy,
        RunOptions run,
        Restart restart,
        Limits limits,
        OutputFolder output,
        Around around,
        Optional<Path> saveFrontier,
        boolean resume,
        Suppressions suppressions,
        Trust trust,
        Optional<ClusterChoice> cluster,
        boolean coverage,
        ProgressStyle progress) {
    /** The same with one worker and this time limit, beyond which no execution may go on for long. */
    public CheckOptions asOneOfMany(Optional<Duration> limit) {
        return with(limits.asOneOfMany(limit));
    }

    /** The same, going on after findings. */
    public CheckOptions goingOn() {
        return with(limits.goingOn());
    }

    /** The same, executed on these machines. */
    public CheckOptions with(ClusterChoice others) {
        return with(limits, Optional.of(others));
    }

    private CheckOptions with(Limits others) {
        return with(others, cluster);
    }

    private CheckOptions with(Limits others, Optional<ClusterChoice> machines) {
        return new CheckOptions(
                search,
                strategy,
                run,
                restart,
                others,
                output,
                around,
                saveFrontier,
                resume,
                suppressions,
                trust,
                machines,
                coverage,
                progress);
    }
}
