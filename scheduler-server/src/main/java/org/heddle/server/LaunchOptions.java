package org.heddle.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.heddle.dpor.explore.Lookahead;
import org.heddle.server.protocol.PointsMode;
import org.heddle.server.protocol.RunOptions;
import org.heddle.server.restart.Restart;

/**
 * What to run, and how.
 *
 * @param program the executable under test
 * @param name its argument 0; empty: the executable's path
 * @param arguments its arguments, without its own name
 * @param environment its whole environment; nothing is added from this process's own but what loading the runtime needs
 * @param workingDirectory where it runs
 * @param standardInput the file that every execution reads from its standard input, from the file's beginning on
 * @param shim path of {@code libheddle.so}
 * @param run what the runtime lets happen, and looks for
 * @param restart how one execution follows another
 * @param verifyCommand a shell command to be run after every execution
 * @param peers shell commands, each in one line, that every execution starts when its program waits for others
 * @param sandbox a folder of which every worker gets a private copy, restored before each execution; a working directory inside
 *     it becomes the same place in the copy, any other one becomes the copy
 * @param launcher an executable that is started instead, with the program's path before its arguments, and executes it
 * @param lines the file in which functions note which of their lines run, see {@code zygote/files/lines.c}; it has its size, and zeros
 * @param jobs how many workers
 * @param seed of the random numbers that the program is given
 * @param tuning limits and times
 */
public record LaunchOptions(
        Path program,
        Optional<String> name,
        List<String> arguments,
        Map<String, String> environment,
        Path workingDirectory,
        Path standardInput,
        Path shim,
        RunOptions run,
        Restart restart,
        Optional<String> verifyCommand,
        List<String> peers,
        Optional<Path> sandbox,
        Optional<Path> launcher,
        Optional<Path> lines,
        Jobs jobs,
        long seed,
        Tuning tuning) {

    /** A standard input that is at its end at once. */
    public static final Path NO_INPUT = Path.of("/dev/null");

    /** Copies what could be changed by others. */
    public LaunchOptions {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
        peers = List.copyOf(peers);
    }

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
        return new LaunchOptions(
                program,
                Optional.empty(),
                List.of(),
                Map.of(),
                Path.of("").toAbsolutePath(),
                NO_INPUT,
                shim,
                RunOptions.DEFAULT,
                Restart.FORK,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Jobs.exactly(1),
                0,
                Tuning.DEFAULT);
    }

    /** With this executable. */
    public LaunchOptions withProgram(Path value) {
        return with(draft -> draft.program = value);
    }

    /** With this argument 0. */
    public LaunchOptions withName(String value) {
        return with(draft -> draft.name = Optional.of(value));
    }

    /** With these arguments. */
    public LaunchOptions withArguments(List<String> value) {
        return with(draft -> draft.arguments = value);
    }

    /** With this environment. */
    public LaunchOptions withEnvironment(Map<String, String> value) {
        return with(draft -> draft.environment = value);
    }

    /** Running there. */
    public LaunchOptions withWorkingDirectory(Path value) {
        return with(draft -> draft.workingDirectory = value);
    }

    /** Reading this file from its standard input. */
    public LaunchOptions withStandardInput(Path value) {
        return with(draft -> draft.standardInput = value);
    }

    /** Run in this manner. */
    public LaunchOptions withRun(RunOptions value) {
        return with(draft -> draft.run = value);
    }

    /** With these scheduling points. */
    public LaunchOptions withPoints(PointsMode value) {
        return withRun(run.withPoints(value));
    }

    /** With executions that follow each other so. */
    public LaunchOptions withRestart(Restart value) {
        return with(draft -> draft.restart = value);
    }

    /** How executions can follow each other where all this is asked for. */
    Restart effectiveRestart() {
        boolean forks =
                run.leaks() || run.pedantic() || verifyCommand.isPresent() || sandbox.isPresent() || !peers.isEmpty();
        return forks ? Restart.FORK : restart;
    }

    /** With this command after every execution. */
    public LaunchOptions withVerifyCommand(String value) {
        return with(draft -> draft.verifyCommand = Optional.of(value));
    }

    /** With these peers. */
    public LaunchOptions withPeers(List<String> value) {
        return with(draft -> draft.peers = value);
    }

    /** In private copies of this folder. */
    public LaunchOptions withSandbox(Path value) {
        return with(draft -> draft.sandbox = Optional.of(value));
    }

    /** Started by this. */
    public LaunchOptions withLauncher(Path value) {
        return with(draft -> draft.launcher = Optional.of(value));
    }

    /** Noting lines in this file. */
    public LaunchOptions withLines(Path value) {
        return with(draft -> draft.lines = Optional.of(value));
    }

    /** With so many workers, all of them at work. */
    public LaunchOptions withJobs(int value) {
        return withJobs(Jobs.exactly(value));
    }

    /** With these workers. */
    public LaunchOptions withJobs(Jobs value) {
        return with(draft -> draft.jobs = value);
    }

    /** With this seed. */
    public LaunchOptions withSeed(long value) {
        return with(draft -> draft.seed = value);
    }

    /** With these limits and times. */
    public LaunchOptions withTuning(Tuning value) {
        return with(draft -> draft.tuning = value);
    }

    private LaunchOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }

    /** The options while one of them is changed. */
    private static final class Draft {
        private Path program;
        private Optional<String> name;
        private final Path shim;
        private List<String> arguments;
        private Map<String, String> environment;
        private Path workingDirectory;
        private Path standardInput;
        private RunOptions run;
        private Restart restart;
        private Optional<String> verifyCommand;
        private List<String> peers;
        private Optional<Path> sandbox;
        private Optional<Path> launcher;
        private Optional<Path> lines;
        private Jobs jobs;
        private long seed;
        private Tuning tuning;

        Draft(LaunchOptions options) {
            program = options.program;
            name = options.name;
            arguments = options.arguments;
            environment = options.environment;
            workingDirectory = options.workingDirectory;
            standardInput = options.standardInput;
            shim = options.shim;
            run = options.run;
            restart = options.restart;
            verifyCommand = options.verifyCommand;
            peers = options.peers;
            sandbox = options.sandbox;
            launcher = options.launcher;
            lines = options.lines;
            jobs = options.jobs;
            seed = options.seed;
            tuning = options.tuning;
        }

        LaunchOptions finish() {
            return new LaunchOptions(
                    program,
                    name,
                    arguments,
                    environment,
                    workingDirectory,
                    standardInput,
                    shim,
                    run,
                    restart,
                    verifyCommand,
                    peers,
                    sandbox,
                    launcher,
                    lines,
                    jobs,
                    seed,
                    tuning);
        }
    }
}
