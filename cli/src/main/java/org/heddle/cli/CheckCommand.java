package org.heddle.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.heddle.cli.check.BoundOption;
import org.heddle.cli.check.CheckOptions;
import org.heddle.cli.check.Checker;
import org.heddle.cli.check.ContinuationOption;
import org.heddle.cli.check.OutputFolder;
import org.heddle.cli.check.ProgressStyle;
import org.heddle.cli.check.StrategyChoice;
import org.heddle.cli.check.Suppressions;
import org.heddle.cli.check.Trust;
import org.heddle.cli.format.Paint;
import org.heddle.cli.format.ReportFormat;
import org.heddle.cli.format.Reports;
import org.heddle.cli.output.GitHub;
import org.heddle.cli.output.Outputs;
import org.heddle.cli.program.CompileOptions;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.cli.program.ProgramInput;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.report.Report;
import org.heddle.dpor.bound.Continuation;
import org.heddle.dpor.bound.Reduction;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.explore.Proved.Measure;
import org.heddle.server.protocol.PointsMode;
import org.heddle.server.protocol.RunOptions;
import org.heddle.server.protocol.TimeoutsMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle check}. */
@Command(
        name = "check",
        description = "Compiles C sources if need be, explores every interleaving, and reports.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing found; the report says how much was explored",
            "1:a finding (--error-exitcode chooses another)",
            "2:wrong usage, or a program that does not compile or cannot be checked",
            "3:not everything was explored, and --require-complete was given",
            "70:a fault of Heddle itself"
        },
        customSynopsis = "heddle check [OPTIONS] FILE.c...|PROGRAM [-- ARGUMENTS]",
        footer = {
            "",
            "Examples:",
            "  heddle check philosophers.c",
            "  heddle check -DN=14 -t 60s indexer.c",
            "  heddle check --format json ./server -- -p 8080",
            "  heddle check -o report.html -o results.sarif philosophers.c"
        })
final class CheckCommand implements Callable<Integer> {
    private final List<String> programArguments;
    private final StandardInput standardInput;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "C sources, or one executable.")
    private List<Path> files = List.of();

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
            description = "Run N executions at a time (default: one for each core).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR|FILE",
            description = "Write schedules and the report in every form to this folder (default: schedules, into the"
                    + " working directory), or the report to this file, in the form that its ending asks for: .txt,"
                    + " .json, .sarif, .xml (JUnit), .html, .md or .trace.json (Perfetto). May be given several times.")
    private List<Path> outputs = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The form of the report on standard output: text (the default), json, sarif, junit, html,"
                    + " markdown or trace.")
    private ReportFormat format = ReportFormat.TEXT;

    @Option(
            names = "--progress",
            paramLabel = "auto|line|json|none",
            description = "How to show progress on standard error: a line if that is a terminal (auto, the default), a"
                    + " line in any case, JSON objects, one a line, or not at all.")
    private ProgressStyle progress = ProgressStyle.AUTO;

    @Option(
            names = "--bound",
            paramLabel = "BOUND",
            converter = BoundOption.class,
            description =
                    "How far to explore: preemptions=K, switches=K, delays=K, depth=K or variables=K; threads=T, which"
                            + " may be followed by ,variables=V and ,preemptions=K, for random orders of threads; none for every class"
                            + " of interleavings once; auto (the default) for few preemptions first and everything in the end.")
    private SearchOptions search = SearchOptions.DEFAULT;

    @Option(
            names = "--reduction",
            paramLabel = "none|classic|source|optimal",
            description = "Which interleavings count as equivalent (default: optimal). The others are for comparison.")
    private Reduction reduction = Reduction.OPTIMAL;

    @Option(
            names = "--continuation",
            paramLabel = "NAME",
            converter = ContinuationOption.class,
            description =
                    "How an execution continues after its planned prefix: minimum-switches (the default), random, or"
                            + " fair=N: at most N events of one thread in a row. All cover the same interleavings.")
    private Continuation continuation = Continuation.MINIMUM_SWITCHES;

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            description =
                    "How to choose executions: systematic (the default), or drawn at random by random, pct, pctvb,"
                            + " pos, surw or delay, or portfolio: both in turn.")
    private StrategyChoice.Name strategy = StrategyChoice.Name.SYSTEMATIC;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of what is drawn at random (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--points",
            paramLabel = "auto|sync|all",
            description = "Scheduling points: synchronisation operations, atomics and the accesses of memory where some"
                    + " race (auto, the default); every access that may be shared (all); or synchronisation operations"
                    + " and atomics alone, with no check for races (sync).")
    private PointsMode points = PointsMode.AUTO;

    @Option(
            names = "--timeouts",
            paramLabel = "last-resort|any|never",
            description = "When timed operations may time out: when nothing else can happen (last-resort, the default),"
                    + " wherever they would block (any), or never.")
    private TimeoutsMode timeouts = TimeoutsMode.LAST_RESORT;

    @Option(
            names = "--spurious",
            paramLabel = "N",
            description =
                    "Let up to N waits of each thread on condition variables end without a signal, as POSIX allows"
                            + " (default: 0).")
    private int spurious;

    @Option(
            names = "--defer-cancellation",
            description =
                    "Run programs that ask for asynchronous cancellation, which is not modelled, as if they asked for the"
                            + " deferred kind; the report names the line.")
    private boolean deferCancellation;

    @Option(
            names = "--leaks",
            description =
                    "Report heap blocks that nothing points to any more when the program ends by exit or by return"
                            + " from main.")
    private boolean leaks;

    @Option(
            names = "--pedantic",
            description = "Also report what works on Linux but is not portable: objects that are never"
                    + " destroyed, or used without having been initialised, and threads that main's return ends.")
    private boolean pedantic;

    @Option(names = "--keep-going", description = "Do not stop at the first finding that ends an execution.")
    private boolean keepGoing;

    @Option(names = "--require-complete", description = "Exit with 3 unless everything was explored and seen.")
    private boolean requireComplete;

    @Option(
            names = "--trust",
            split = ",",
            paramLabel = "NAME",
            description = "Take it that these functions, or all of these libraries (libz.so), which were not built with"
                    + " heddle cc, do nothing to what the program's threads share.")
    private List<String> trusted = List.of();

    @Option(
            names = "--error-exitcode",
            paramLabel = "N",
            description = "Exit with N instead of 1 if there are findings.")
    private int findingExitCode = ExitCodes.FINDING;

    @Option(
            names = "--max-events",
            paramLabel = "N",
            description = "Stop an execution after N visible operations (default: ${DEFAULT-VALUE}).")
    private int maxEvents = 1_000_000;

    @Option(
            names = "--progress-limit",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Kill an execution that runs this long without a visible operation (default: 10s).")
    private Duration progressLimit = Duration.ofSeconds(10);

    @Option(
            names = "--verify",
            paramLabel = "COMMAND",
            description =
                    "Run this shell command after every execution that exited with 0; it is a finding if it fails.")
    private String verify;

    @Option(
            names = "--sandbox",
            paramLabel = "DIR",
            description = "Start every execution in a fresh copy of this folder.")
    private Path sandbox;

    @Option(
            names = "--suppressions",
            paramLabel = "FILE",
            description = "Do not report the data races that this file names, in ThreadSanitizer's syntax:"
                    + " race:PATTERN.")
    private Path suppressions;

    @Option(
            names = "--save-frontier",
            paramLabel = "FILE",
            description = "Save the exploration in this new file as it goes on, to be continued by --resume.")
    private Path saveFrontier;

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description =
                    "Continue the exploration in this file, whatever ended it, and go on saving it there. Limits, such"
                            + " as -i, count what was run before.")
    private Path resume;

    @Mixin
    private CompileOptions compile;

    @Mixin
    private InputOptions input;

    CheckCommand(List<String> programArguments, StandardInput standardInput) {
        this.programArguments = programArguments;
        this.standardInput = standardInput;
    }

    /**
     * What the command line asks for.
     *
     * @param directory to which its paths are relative
     * @param folder for schedules
     * @throws UserError if it asks for what cannot be done
     */
    CheckRequest request(Path directory, OutputFolder folder) throws UserError {
        requirePositive(iterations, "-i");
        requirePositive(jobs, "-j");
        requirePositive(maxEvents, "--max-events");
        if (!search.with(reduction, continuation, seed).isSound()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--reduction " + reduction.name().toLowerCase(Locale.ROOT)
                            + " loses interleavings under a bound: use --bound none, or leave --reduction out");
        }
        if (saveFrontier != null && resume != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--save-frontier begins a file and --resume continues one: give one of the two (--resume goes on saving)");
        }
        StrategyChoice choice = new StrategyChoice(strategy, seed);
        if (choice.samplesOnly() && (search.measure() != Measure.NONE || search.ranks() != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--strategy " + strategy.name().toLowerCase(Locale.ROOT)
                            + " draws from all interleavings, and --bound " + search.bound()
                            + " would bound nothing: leave out one of the two");
        }
        if (choice.samplesOnly() && timeout == null && iterations == Long.MAX_VALUE) {
            iterations = StrategyChoice.DEFAULT_SAMPLES;
        }
        Recipe recipe = ProgramBuilder.recipe(directory, files, compile, programArguments)
                .with(input.given(directory).orElse(ProgramInput.NONE));
        if (spurious < 0) {
            throw new UserError("--spurious=" + spurious
                    + " must be at least 0: give how many waits of each thread may end without a signal");
        }
        if (sandbox != null && !Files.isDirectory(sandbox)) {
            throw new UserError("there is no folder " + sandbox + " to copy for --sandbox: name one that exists");
        }
        CheckOptions options = new CheckOptions(
                search.with(reduction, continuation, seed),
                new RunOptions(points, timeouts, spurious, leaks, pedantic, deferCancellation),
                Optional.ofNullable(timeout),
                iterations,
                jobs,
                keepGoing,
                maxEvents,
                progressLimit,
                folder,
                Optional.ofNullable(verify),
                Optional.ofNullable(sandbox),
                choice,
                Optional.ofNullable(resume == null ? saveFrontier : resume),
                resume != null,
                suppressions == null ? Suppressions.NONE : Suppressions.read(suppressions),
                new Trust(trusted),
                progress == ProgressStyle.AUTO && Terminal.isStandardError() ? ProgressStyle.LINE : progress);
        return new CheckRequest(recipe, options, requireComplete, findingExitCode);
    }

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        Outputs wanted = Outputs.of(outputs);
        CheckRequest request = request(Path.of("").toAbsolutePath(), wanted.folder());
        Installation installation = Installation.ofThisProcess();
        try (Program program = new ProgramBuilder(installation).build(request.recipe())) {
            PrintWriter err = spec.commandLine().getErr();
            Checker checker = new Checker(installation, request.options(), err);
            Report report = checker.check(withOwnInput(program, checker));
            show(report, request, wanted);
            return request.exitCode(report);
        }
    }

    /** The program with the standard input of this process, if it reads any, and there is one. */
    private Program withOwnInput(Program program, Checker checker) throws UserError, IOException, InterruptedException {
        boolean isGiven = input.given(Path.of("").toAbsolutePath()).isPresent();
        if (isGiven || !standardInput.mayHaveData() || !checker.readsInput(program)) {
            return program;
        }
        return program.with(standardInput.read(spec.commandLine().getErr()));
    }

    private void requirePositive(long number, String option) {
        if (number < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + " must be at least 1, not " + number + ": leave it out for the default");
        }
    }

    private void show(Report report, CheckRequest request, Outputs wanted) throws UserError {
        PrintWriter out = spec.commandLine().getOut();
        Reports reports =
                new Reports(request.recipe().directory(), Paint.of(System.getenv(), Terminal.isStandardOutput()));
        out.print(reports.write(report, format));
        out.flush();
        new GitHub(System.getenv()).tell(report, reports, spec.commandLine().getErr());
        wanted.write(report, reports.plain(), request.exitCode(report));
    }
}
