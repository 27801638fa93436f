package org.heddle.cli.command;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.heddle.cli.base.Durations;
import org.heddle.cli.base.Sizes;
import org.heddle.cli.check.options.Limits;
import org.heddle.cli.check.options.MemoryLimit;
import org.heddle.cli.check.options.StrategyChoice;
import org.heddle.server.launch.Jobs;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say when to stop. */
final class LimitFlags {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-t", "--timeout", "--budget"},
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Start no further execution after this time: seconds, or with ms, s, m, h.")
    private Duration timeout;

    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            description = "Run at most N executions (default where they are drawn at random: 10000).")
    private long iterations = Long.MAX_VALUE;

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N",
            description =
                    "Run N executions at a time (default: one for each core, or fewer where that is as fast; with --cluster, as many as its workers run).")
    private Integer jobs;

    @Option(
            names = "--max-events",
            paramLabel = "N",
            description = "Stop an execution after N visible operations (default: ${DEFAULT-VALUE}).")
    private int maxEvents = 1_000_000;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = Sizes.class,
            description =
                    "Take this much memory for Heddle itself, without what the program takes: bytes, or with k, m, g; 240m"
                            + " at the least. Start no further execution when what is kept of the exploration leaves too"
                            + " little of it (default: a quarter of the machine's).")
    private Long memory;

    @Option(
            names = "--progress-limit",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Kill an execution that runs this long without a visible operation (default: 10s).")
    private Duration progressLimit = Duration.ofSeconds(10);

    @Option(names = "--keep-going", description = "Do not stop at the first finding that ends an execution.")
    private boolean keepGoing;

    /**
     * The limits.
     *
     * @param samplesOnly whether all executions are drawn at random, which ends by a limit only
     * @throws ParameterException if a number is out of range
     */
    Limits limits(boolean samplesOnly) {
        requirePositive(iterations, "-i");
        requirePositive(jobs == null ? 1 : jobs, "-j");
        Jobs atATime = jobs == null ? Jobs.upTo(Runtime.getRuntime().availableProcessors()) : Jobs.exactly(jobs);
        requirePositive(maxEvents, "--max-events");
        long mostMemory = MemoryLimit.mostOfProcess();
        if (memory != null && memory > mostMemory + mostMemory / 10) {
            throw new ParameterException(
                    command.commandLine(),
                    "--memory must be at most " + (mostMemory >> 20) + "m, which is what the JVM may use here: give a"
                            + " smaller one, or raise the limits of this machine or shell (ulimit -v, ulimit -d)");
        }
        if (memory != null && memory < MemoryLimit.LEAST) {
            throw new ParameterException(
                    command.commandLine(),
                    "--memory must be at least " + (MemoryLimit.LEAST >> 20) + "m, in which Heddle itself runs: give so"
                            + " much, or leave it out for a quarter of the machine's");
        }
        boolean isEndless = samplesOnly && timeout == null && iterations == Long.MAX_VALUE;
        return new Limits(
                Optional.ofNullable(timeout),
                isEndless ? StrategyChoice.DEFAULT_SAMPLES : iterations,
                atATime,
                keepGoing,
                maxEvents,
                memory == null ? MemoryLimit.USUAL : memory,
                progressLimit);
    }

    /** How many executions are to run at a time, if the command line says so. */
    OptionalInt jobs() {
        return jobs == null ? OptionalInt.empty() : OptionalInt.of(jobs);
    }

    private void requirePositive(long number, String option) {
        if (number < 1) {
            throw new ParameterException(
                    command.commandLine(),
                    option + " must be at least 1, not " + number + ": leave it out for the default");
        }
    }
}
