package org.heddle.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.Checker;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.check.options.SavedCommand;
import org.heddle.cli.check.options.Suppressions;
import org.heddle.cli.check.options.Trust;
import org.heddle.cli.check.replay.Watch;
import org.heddle.cli.check.replay.WatchedFindings;
import org.heddle.cli.operations.OperationsText;
import org.heddle.cli.output.Outputs;
import org.heddle.cli.program.Around;
import org.heddle.cli.program.CompileOptions;
import org.heddle.cli.program.HeddleTests;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.cli.program.ProgramInput;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.report.Report;
import org.heddle.cli.suite.Entry;
import org.heddle.cli.suite.Expectation;
import org.heddle.instrumenter.driver.OwnOptions;
import org.heddle.server.journal.Journal;
import org.heddle.server.journal.JournalException;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;
import picocli.CommandLine;
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
            "70:a fault of Heddle itself",
            "74:nothing was found, and the report could not be written"
        },
        customSynopsis = {
            "heddle check [OPTIONS] FILE.c...|PROGRAM [-- ARGUMENTS]",
            "heddle check --changed [OPTIONS OF heddle test] [NAME...]",
            "heddle check --resume FILE [OPTIONS]"
        },
        footer = {
            "",
            "Examples:",
            "  heddle check philosophers.c",
            "  heddle check -DN=14 -t 60s indexer.c",
            "  heddle check --format json ./server -- -p 8080",
            "  heddle check -o report.html -o results.sarif philosophers.c",
            "  heddle check --changed"
        })
public final class CheckCommand implements Callable<Integer> {
    /** Makes it {@code heddle test --changed}. */
    public static final String CHANGED = "--changed";

    private static final int MOST_PEERS = 16;

    private final List<String> programArguments;
    private final StandardInput standardInput;
    private final Interruption interruption;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "C sources, or one executable.")
    private List<Path> files = List.of();

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
            names = "--verify",
            paramLabel = "COMMAND",
            description =
                    "Run this shell command after every execution that exited with 0; it is a finding if it fails.")
    private String verify;

    @Option(
            names = "--peer",
            paramLabel = "COMMAND",
            description =
                    "Start this shell command in every execution when the program waits for others, such as a client"
                            + " of a server; may be given several times.")
    private List<String> peers = List.of();

    @Option(
            names = "--begin",
            paramLabel = "FUNCTION",
            description =
                    "Explore from the first call of this function of the sources on; what comes before is executed in one"
                            + " order, as if the function began with heddle_begin().")
    private String begin;

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
                    "Continue the exploration in this file, whatever ended it, and go on saving it there: with the program"
                            + " and the options in it, unless a program is given. Limits, such as -i, count what was run before.")
    private Path resume;

    @Mixin
    private SearchFlags search;

    @Mixin
    private RunFlags run;

    @Mixin
    private LimitFlags limits;

    @Mixin
    private ClusterFlags cluster;

    @Mixin
    private ReportFlags reports;

    @Mixin
    private CompileOptions compile;

    @Mixin
    private InputOptions input;

    @Option(
            names = CHANGED,
            description = "Check the tests of heddle.toml whose sources changed: the same as heddle test --changed.")
    void changed(boolean wanted) {
        if (wanted) {
            throw new ParameterException(spec.commandLine(), CHANGED + " is for the command line: leave it out");
        }
    }

    CheckCommand(List<String> programArguments, StandardInput standardInput, Interruption interruption) {
        this.programArguments = programArguments;
        this.standardInput = standardInput;
        this.interruption = interruption;
    }

    /**
     * What a command line of {@code heddle check} asks for.
     *
     * @param words the arguments of {@code heddle check}
     * @param programArguments the arguments after {@code --}
     * @param directory the program's working directory
     * @param folder for schedules
     * @throws ParameterException if the words are no command line
     * @throws UserError if it asks for what cannot be done
     */
    public static CheckRequest requested(
            List<String> words, List<String> programArguments, Path directory, OutputFolder folder) throws UserError {
        CheckCommand command = new CheckCommand(programArguments, StandardInput.NONE, Interruption.none());
        commandLine(command).parseArgs(words.toArray(new String[0]));
        command.reports.watchNothing("is for one check: name one program, and one test behind --");
        return command.request(directory, folder);
    }

    /** The command by itself, as it is below {@code heddle}. */
    private static CommandLine commandLine(CheckCommand command) {
        return new CommandLine(command).setCommandName("heddle check").setCaseInsensitiveEnumValuesAllowed(true);
    }

    /**
     * What the command line asks for.
     *
     * @param directory to which its paths are relative
     * @param folder for schedules
     * @throws UserError if it asks for what cannot be done
     */
    CheckRequest request(Path directory, OutputFolder folder) throws UserError {
        if (saveFrontier != null && resume != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--save-frontier begins a file and --resume continues one: give one of the two (--resume goes on saving)");
        }
        Optional<Path> copied = Optional.ofNullable(sandbox).map(directory::resolve);
        if (copied.isPresent() && !Files.isDirectory(copied.get())) {
            throw new UserError(
                    Files.exists(copied.get())
                            ? sandbox + " is no folder to copy for --sandbox: name one, as in --sandbox . PROGRAM"
                            : "there is no folder " + sandbox + " to copy for --sandbox: name one that exists");
        }
        if (files.isEmpty()) {
            throw new CommandLine.MissingParameterException(
                    spec.commandLine(), spec.positionalParameters().get(0), "Missing required parameter: 'FILE'");
        }
        if (peers.size() > MOST_PEERS || peers.stream().anyMatch(peer -> peer.isBlank() || peer.contains("\n"))) {
            throw new ParameterException(
                    spec.commandLine(), "--peer takes one line, " + MOST_PEERS + " times at most: let it be a script");
        }
        RunOptions wanted = run.options();
        boolean tellsExits = verify != null
                || wanted.asks(RunFlag.LEAKS)
                || wanted.asks(RunFlag.PEDANTIC)
                || !wanted.request().isNone();
        CheckOptions options = new CheckOptions(
                search.options(tellsExits, run.model()),
                search.choice(),
                limits.limits(search.choice().samplesOnly()),
                new CheckOptions.Executing(
                        wanted,
                        run.restart(),
                        new Around(Optional.ofNullable(verify), copied),
                        cluster.choice(limits.jobs())),
                new CheckOptions.Saving(
                        Optional.ofNullable(resume == null ? saveFrontier : resume), resume != null, saved(directory)),
                new CheckOptions.Telling(
                        folder,
                        suppressions == null ? Suppressions.NONE : Suppressions.read(directory.resolve(suppressions)),
                        new Trust(trusted),
                        reports.coverage(),
                        run.model(),
                        reports.progress()));
        Recipe recipe = ProgramBuilder.recipe(directory, files, compile, programArguments)
                .with(input.given(directory).orElse(ProgramInput.NONE))
                .withPeers(peers);
        Recipe begun = begin == null ? recipe : beginning(recipe);
        return new CheckRequest(
                reports.coverage() ? begun.notingLines() : begun, options, requireComplete, findingExitCode);
    }

    private Recipe beginning(Recipe recipe) throws UserError {
        if (begin.isBlank()) {
            throw new UserError("--begin takes the name of a function of the sources");
        }
        if (!recipe.isSource()) {
            throw new UserError(
                    "--begin is for sources, and " + recipe.shown() + " is built already: build it with 'heddle cc "
                            + OwnOptions.BEGIN + begin + "', or call heddle_begin() in it");
        }
        return recipe.beginningWith(begin);
    }

    /** This command line, for whoever resumes the check. */
    private SavedCommand saved(Path directory) {
        return SavedCommand.of(ownWords(), programArguments, directory);
    }

    /** What stood behind the name of the command. */
    private List<String> ownWords() {
        CommandLine.ParseResult parsed = spec.commandLine().getParseResult();
        List<String> words = parsed == null ? List.of() : parsed.originalArgs();
        return spec.parent() == null ? words : words.subList(words.indexOf(spec.name()) + 1, words.size());
    }

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        Path here = Path.of("").toAbsolutePath();
        List<Path> named = files.stream().map(here::resolve).toList();
        List<String> tests = programArguments.isEmpty() ? HeddleTests.in(named) : List.of();
        if (programArguments.isEmpty()) {
            OperationsText.requireClient(named);
        }
        if (!tests.isEmpty()) {
            return eachOf(tests, here);
        }
        return files.isEmpty() && resume != null ? resume(here.resolve(resume)) : check(here);
    }

    /** A check of each {@code HEDDLE_TEST} of the sources. */
    private int eachOf(List<String> tests, Path here) throws UserError, IOException, InterruptedException {
        if (saveFrontier != null || resume != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--save-frontier and --resume are for one check, and the sources have " + tests.size()
                            + " tests: name one behind --, as in -- " + tests.get(0));
        }
        reports.watchNothing("is for one check, and the sources have " + tests.size()
                + " tests: name one behind --, as in -- " + tests.get(0));
        Outputs wanted = reports.wanted();
        return new SeveralChecks(spec.commandLine().getOut(), spec.commandLine().getErr(), interruption, limits.jobs())
                .check(
                        new Entry(files.get(0).getFileName().toString(), ownWords(), List.of(), Expectation.CLEAN),
                        tests,
                        here,
                        reports.format(),
                        wanted);
    }

    /** The check of a saved exploration, with the options in it and those that are given now. */
    private int resume(Path file) throws UserError, IOException, InterruptedException {
        Optional<SavedCommand> saved;
        try {
            saved = SavedCommand.parse(Journal.header(file).subject().getOrDefault(SavedCommand.ENTRY, ""));
        } catch (JournalException wrong) {
            throw new UserError(wrong.getMessage());
        }
        SavedCommand before = saved.orElseThrow(
                () -> new UserError(resume + " does not say how it was made: give the program and options as well"));
        CheckCommand whole = new CheckCommand(
                programArguments.isEmpty() ? before.arguments() : programArguments, standardInput, interruption);
        commandLine(whole)
                .setOverwrittenOptionsAllowed(true)
                .setOut(spec.commandLine().getOut())
                .setErr(spec.commandLine().getErr())
                .parseArgs(before.with(ownWords()).toArray(new String[0]));
        return whole.check(before.directory());
    }

    private int check(Path directory) throws UserError, IOException, InterruptedException {
        Outputs wanted = reports.wanted();
        List<Watch> watches = reports.watches();
        CheckRequest request = request(directory, wanted.folder());
        Installation installation = Installation.ofThisProcess();
        try (Program program = new ProgramBuilder(installation).build(request.recipe())) {
            PrintWriter err = spec.commandLine().getErr();
            Checker checker = new Checker(installation, request.options(), err, interruption);
            Program withInput = withOwnInput(program, checker);
            Interruption.Listening listening = interruption.listen(err);
            try {
                Report checked = checker.check(withInput);
                Report report = interruption.isAsked()
                        ? checked
                        : new WatchedFindings(watches, installation, err).in(checked, withInput);
                reports.show(report, request, wanted);
                return interruption.exitCode(request.exitCode(report));
            } finally {
                listening.close();
            }
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
}
