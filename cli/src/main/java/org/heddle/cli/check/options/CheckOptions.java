package org.heddle.cli.check.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.cluster.ClusterChoice;
import org.heddle.cli.program.Around;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.restart.Restart;

/**
 * How to check.
 *
 * @param search what to explore, and in which order
 * @param strategy how executions are chosen
 * @param limits when to stop
 * @param executing how executions are made
 * @param saving where the exploration is saved
 * @param telling what is told of it
 */
public record CheckOptions(
        SearchOptions search,
        StrategyChoice strategy,
        Limits limits,
        Executing executing,
        Saving saving,
        Telling telling) {
    /**
     * How executions are made.
     *
     * @param run what the runtime lets happen, and looks for
     * @param restart how one execution follows another
     * @param around what is done before and after every execution
     * @param cluster the other machines that execute, if any
     */
    public record Executing(RunOptions run, Restart restart, Around around, Optional<ClusterChoice> cluster) {}

    /**
     * Where an exploration is saved.
     *
     * @param file in which it is saved as it goes on, if it is
     * @param resume whether to continue what is in that file
     * @param command that resumes it
     */
    public record Saving(Optional<Path> file, boolean resume, SavedCommand command) {
        /** Nowhere. */
        public static final Saving NOWHERE =
                new Saving(Optional.empty(), false, SavedCommand.of(List.of(), List.of(), Path.of("")));
    }

    /**
     * What is told of a check.
     *
     * @param output the folder for schedules and reports
     * @param suppressions what is not to be reported
     * @param trust what the user vouches for
     * @param coverage whether to tell which orders of operations were seen, which threads were delayed, and which lines ran
     * @param model whether to look for what C11 allows besides
     * @param progress how to show progress on standard error
     */
    public record Telling(
            OutputFolder output,
            Suppressions suppressions,
            Trust trust,
            boolean coverage,
            ModelChoice model,
            ProgressStyle progress) {}

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
        Executing elsewhere = new Executing(executing.run, executing.restart, executing.around, Optional.of(others));
        return new CheckOptions(search, strategy, limits, elsewhere, saving, telling);
    }

    /** The same, whose schedules go there. */
    public CheckOptions writing(OutputFolder folder) {
        Telling there = new Telling(
                folder,
                telling.suppressions(),
                telling.trust(),
                telling.coverage(),
                telling.model(),
                telling.progress());
        return new CheckOptions(search, strategy, limits, executing, saving, there);
    }

    private CheckOptions with(Limits others) {
        return new CheckOptions(search, strategy, others, executing, saving, telling);
    }
}
