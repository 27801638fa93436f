package org.heddle.server.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.restart.Restart;

/**
 * What to run, and how.
 *
 * @param command what is executed
 * @param loading what is loaded into it
 * @param around what happens around each execution
 * @param manner in which it runs
 * @param jobs how many workers
 * @param tuning limits and times
 */
public record LaunchOptions(Command command, Loading loading, Around around, Manner manner, Jobs jobs, Tuning tuning) {

    /** A standard input that is at its end at once. */
    public static final Path NO_INPUT = Path.of("/dev/null");

    /**
     * What is executed.
     *
     * @param program the executable under test
     * @param name its argument 0; empty: the executable's path
     * @param arguments its arguments, without its own name
     * @param environment its whole environment; nothing is added from this process's own but what loading the runtime needs
     * @param workingDirectory where it runs
     * @param standardInput the file that every execution reads from its standard input, from the file's beginning on
     */
    public record Command(
            Path program,
            Optional<String> name,
            List<String> arguments,
            Map<String, String> environment,
            Path workingDirectory,
            Path standardInput) {
        /** Copies what could be changed by others. */
        public Command {
            arguments = List.copyOf(arguments);
            environment = Map.copyOf(environment);
        }
    }

    /**
     * What is loaded into the program's process.
     *
     * @param shim path of {@code libheddle.so}
     * @param launcher an executable that is started instead, with the program's path before its arguments, and executes it
     * @param lines the file in which functions note which of their lines run, see {@code zygote/files/lines.c}; it has its size, and zeros
     */
    public record Loading(Path shim, Optional<Path> launcher, Optional<Path> lines) {}

    /**
     * What happens around each execution.
     *
     * @param verifyCommand a shell command to be run after every execution
     * @param peers shell commands, each in one line, that every execution starts when its program waits for others
     * @param sandbox a folder of which every worker gets a private copy, restored before each execution; a working directory inside
     *     it becomes the same place in the copy, any other one becomes the copy
     */
    public record Around(Optional<String> verifyCommand, List<String> peers, Optional<Path> sandbox) {
        /** Nothing. */
        public static final Around NOTHING = new Around(Optional.empty(), List.of(), Optional.empty());

        /** Copies what could be changed by others. */
        public Around {
            peers = List.copyOf(peers);
        }

        private boolean isNothing() {
            return equals(NOTHING);
        }
    }

    /**
     * How executions run.
     *
     * @param run what the runtime lets happen, and looks for
     * @param restart how one execution follows another
     * @param seed of the random numbers that the program is given
     */
    public record Manner(RunOptions run, Restart restart, long seed) {}

    /**
     * Limits and times that have good defaults.
     *
     * @param inFlight how many plans may be under way to one worker
     * @param startMillis how long a target may take to reach {@code main}
     * @param graceMillis how long a target may be silent beyond twice the plan's progress limit
     * @param restarts how often one worker's target may be started again after it died
     * @param pin whether each worker's target is kept on one core
     */
    public record Tuning(Lookahead inFlight, int startMillis, int graceMillis, int restarts, boolean pin) {
        /** Fit for most programs. */
        public static final Tuning DEFAULT = new Tuning(new Lookahead(8, 64), 30_000, 30_000, 16, true);
    }

    /** One worker, no arguments, an empty environment, this process's working directory, no standard input. */
    public static LaunchOptions of(Path program, Path shim) {
        Path here = Path.of("").toAbsolutePath();
        return new LaunchOptions(
                new Command(program, Optional.empty(), List.of(), Map.of(), here, NO_INPUT),
                new Loading(shim, Optional.empty(), Optional.empty()),
                Around.NOTHING,
                new Manner(RunOptions.DEFAULT, Restart.FORK, 0),
                Jobs.exactly(1),
                Tuning.DEFAULT);
    }

    /** See {@link Command}. */
    public Path program() {
        return command.program;
    }

    /** See {@link Command}. */
    public Optional<String> name() {
        return command.name;
    }

    /** See {@link Command}. */
    public List<String> arguments() {
        return command.arguments;
    }

    /** See {@link Command}. */
    public Map<String, String> environment() {
        return command.environment;
    }

    /** See {@link Command}. */
    public Path workingDirectory() {
        return command.workingDirectory;
    }

    /** See {@link Command}. */
    public Path standardInput() {
        return command.standardInput;
    }

    /** See {@link Loading}. */
    public Path shim() {
        return loading.shim;
    }

    /** See {@link Loading}. */
    public Optional<Path> launcher() {
        return loading.launcher;
    }

    /** See {@link Loading}. */
    public Optional<Path> lines() {
        return loading.lines;
    }

    /** See {@link Around}. */
    public Optional<String> verifyCommand() {
        return around.verifyCommand;
    }

    /** See {@link Around}. */
    public List<String> peers() {
        return around.peers;
    }

    /** See {@link Around}. */
    public Optional<Path> sandbox() {
        return around.sandbox;
    }

    /** See {@link Manner}. */
    public RunOptions run() {
        return manner.run;
    }

    /** See {@link Manner}. */
    public Restart restart() {
        return manner.restart;
    }

    /** See {@link Manner}. */
    public long seed() {
        return manner.seed;
    }

    /** How executions can follow each other where all this is asked for. */
    public Restart effectiveRestart() {
        boolean forks = run().asks(RunFlag.LEAKS) || run().asks(RunFlag.PEDANTIC) || !around.isNothing();
        return forks ? Restart.FORK : restart();
    }

    /** With this executable. */
    public LaunchOptions withProgram(Path value) {
        return with(new Command(value, name(), arguments(), environment(), workingDirectory(), standardInput()));
    }

    /** With this argument 0. */
    public LaunchOptions withName(String value) {
        return with(new Command(
                program(), Optional.of(value), arguments(), environment(), workingDirectory(), standardInput()));
    }

    /** With these arguments. */
    public LaunchOptions withArguments(List<String> value) {
        return with(new Command(program(), name(), value, environment(), workingDirectory(), standardInput()));
    }

    /** With this environment. */
    public LaunchOptions withEnvironment(Map<String, String> value) {
        return with(new Command(program(), name(), arguments(), value, workingDirectory(), standardInput()));
    }

    /** Running there. */
    public LaunchOptions withWorkingDirectory(Path value) {
        return with(new Command(program(), name(), arguments(), environment(), value, standardInput()));
    }

    /** Reading this file from its standard input. */
    public LaunchOptions withStandardInput(Path value) {
        return with(new Command(program(), name(), arguments(), environment(), workingDirectory(), value));
    }

    /** Started by this. */
    public LaunchOptions withLauncher(Path value) {
        return with(new Loading(shim(), Optional.of(value), lines()));
    }

    /** Noting lines in this file. */
    public LaunchOptions withLines(Path value) {
        return with(new Loading(shim(), launcher(), Optional.of(value)));
    }

    /** With this command after every execution. */
    public LaunchOptions withVerifyCommand(String value) {
        return with(new Around(Optional.of(value), peers(), sandbox()));
    }

    /** With these peers. */
    public LaunchOptions withPeers(List<String> value) {
        return with(new Around(verifyCommand(), value, sandbox()));
    }

    /** In private copies of this folder. */
    public LaunchOptions withSandbox(Path value) {
        return with(new Around(verifyCommand(), peers(), Optional.of(value)));
    }

    /** Run in this manner. */
    public LaunchOptions withRun(RunOptions value) {
        return with(new Manner(value, restart(), seed()));
    }

    /** With these scheduling points. */
    public LaunchOptions withPoints(PointsMode value) {
        return withRun(run().withPoints(value));
    }

    /** With executions that follow each other so. */
    public LaunchOptions withRestart(Restart value) {
        return with(new Manner(run(), value, seed()));
    }

    /** With this seed. */
    public LaunchOptions withSeed(long value) {
        return with(new Manner(run(), restart(), value));
    }

    /** With so many workers, all of them at work. */
    public LaunchOptions withJobs(int value) {
        return withJobs(Jobs.exactly(value));
    }

    /** With these workers. */
    public LaunchOptions withJobs(Jobs value) {
        return new LaunchOptions(command, loading, around, manner, value, tuning);
    }

    /** With these limits and times. */
    public LaunchOptions withTuning(Tuning value) {
        return new LaunchOptions(command, loading, around, manner, jobs, value);
    }

    private LaunchOptions with(Command value) {
        return new LaunchOptions(value, loading, around, manner, jobs, tuning);
    }

    private LaunchOptions with(Loading value) {
        return new LaunchOptions(command, value, around, manner, jobs, tuning);
    }

    private LaunchOptions with(Around value) {
        return new LaunchOptions(command, loading, value, manner, jobs, tuning);
    }

    private LaunchOptions with(Manner value) {
        return new LaunchOptions(command, loading, around, value, jobs, tuning);
    }
}
