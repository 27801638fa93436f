package org.heddle.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.heddle.cli.base.Durations;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.changed.ChangedTests;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.cluster.ClusterChoice;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.output.Outputs;
import org.heddle.cli.suite.Baseline;
import org.heddle.cli.suite.Changes;
import org.heddle.cli.suite.CoverageHistory;
import org.heddle.cli.suite.Entry;
import org.heddle.cli.suite.EntryOutcome;
import org.heddle.cli.suite.FindingsHistory;
import org.heddle.cli.suite.Manifest;
import org.heddle.cli.suite.Places;
import org.heddle.cli.suite.RunTimes;
import org.heddle.cli.suite.SuiteOptions;
import org.heddle.cli.suite.SuiteReport;
import org.heddle.cli.suite.SuiteRunner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle test}. */
@Command(
        name = "test",
        description = "Runs the checks that a manifest (heddle.toml) lists, several at a time.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every test came out as expected",
            "1:some test did not",
            "2:wrong usage, or a program that does not compile or cannot be checked",
            "3:--budget was used up before every test had been run",
            "70:a fault of Heddle itself",
            "74:no test failed, and a report could not be written"
        },
        footer = {
            "",
            "Examples:",
            "  heddle test",
            "  heddle test -o results --junit results/junit.xml --sarif results/heddle.sarif",
            "  heddle test --budget 60s --baseline heddle.baseline",
            "  heddle test --history heddle-history.json --markdown summary.md",
            "  heddle test --changed --since origin/main"
        })
final class TestCommand implements Callable<Integer> {
    enum Format {
        TEXT,
        JSON,
        JUNIT,
        SARIF,
        MARKDOWN;

        /** As it is written on a command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Interruption interruption;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Names of tests to run; all if there are none.")
    private List<String> names = List.of();

    @Option(
            names = {"-f", "--manifest"},
            paramLabel = "FILE",
            description = "The manifest (default: heddle.toml).")
    private Path manifest = Path.of("heddle.toml");

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N",
            description =
                    "Run N checks at a time (default: one for each core; with --cluster, one for each slot of its workers).")
    private Integer jobs;

    @Option(
            names = "--changed",
            description =
                    "Run only the tests of which a source, a header that one includes, or another file that the test"
                            + " names is not as it was at the last commit (HEAD).")
    private boolean changed;

    @Option(
            names = "--since",
            paramLabel = "COMMIT",
            description = "With --changed: since this commit, as git names it, instead of HEAD.")
    private String since;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Share this time among all checks: seconds, or with ms, s, m, h.")
    private Duration budget;

    @Option(names = "--baseline", paramLabel = "FILE", description = "Findings listed there do not fail a test.")
    private Path baseline;

    @Option(
            names = "--write-baseline",
            paramLabel = "FILE",
            description = "Write what was found to this file, as a baseline for later.")
    private Path writeBaseline;

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description =
                    "Keep results there, and do not check an unchanged program again in the same way (default: no cache).")
    private Path cache;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Write schedules to this folder (default: heddle-results).")
    private Path output = Path.of("heddle-results");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The form of the report: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Format format = Format.TEXT;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write JUnit XML to this file as well.")
    private Path junit;

    @Option(names = "--sarif", paramLabel = "FILE", description = "Write SARIF to this file as well.")
    private Path sarif;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write Markdown, as for a comment on a pull request, to this file as well.")
    private Path markdown;

    @Option(
            names = "--history",
            paramLabel = "FILE",
            description =
                    "Compare with the last run, which this file tells of: findings that are new, still there or gone, and"
                            + " checks that are slower. Then write this run to it.")
    private Path history;

    @Mixin
    private ClusterFlags cluster;

    TestCommand(Interruption interruption) {
        this.interruption = interruption;
    }

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        if (jobs != null && jobs < 1) {
            throw new ParameterException(
                    spec.commandLine(), "-j must be at least 1, not " + jobs + ": leave it out for the default");
        }
        Manifest tests = Manifest.read(manifest);
        Baseline known = baseline == null ? Baseline.NONE : Baseline.read(baseline);
        Optional<FindingsHistory> before =
                history == null ? Optional.empty() : Optional.of(FindingsHistory.read(history));
        OutputFolder folder = OutputFolder.of(Optional.of(output));
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Optional<ClusterChoice> shared = cluster.choice(OptionalInt.empty());
        Installation installation = Installation.ofThisProcess();
        SuiteRunner.Parser parser = entry -> request(entry, tests.directory(), folder);
        List<Entry> chosen = chosen(tests);
        if (changed || since != null) {
            chosen = changed(chosen, parser, installation);
        }
        Optional<RunTimes> times = shared.map(here -> RunTimes.in(folder.folder()));
        List<EntryOutcome> outcomes;
        Interruption here = shared.isEmpty() ? interruption : Interruption.none(); // others would go on
        Interruption.Listening listening = here.listen(err);
        try (Places places = Places.open(shared, chosen.size(), installation, err, here)) {
            SuiteOptions options = new SuiteOptions(
                    jobs == null ? places.atATime() : jobs,
                    Optional.ofNullable(budget),
                    known,
                    Optional.ofNullable(cache),
                    folder);
            SuiteRunner runner = new SuiteRunner(installation, options, parser, places.place(), here);
            outcomes = runner.run(chosen, times, outcome -> {
                if (format == Format.TEXT) {
                    out.println(SuiteReport.line(outcome));
                    out.flush();
                }
            });
        } finally {
            listening.close();
        }
        times.ifPresent(last -> last.keep(outcomes));
        CoverageHistory coverage = CoverageHistory.in(folder.folder());
        Changes changes = before.map(past -> Changes.since(past, outcomes)).orElse(Changes.NONE);
        SuiteReport report = new SuiteReport(tests.directory(), outcomes, coverage, changes);
        out.print(document(report));
        out.flush();
        if (writeBaseline != null) {
            Baseline.write(
                    outcomes.stream()
                            .flatMap(outcome -> outcome.report().stream())
                            .toList(),
                    writeBaseline);
        }
        coverage.keep(outcomes);
        int exitCode = interruption.exitCode(exitCode(outcomes));
        write(junit, report.junit(), exitCode);
        write(sarif, report.sarif(), exitCode);
        write(markdown, report.markdown(), exitCode);
        write(history, before.orElse(FindingsHistory.NONE).with(outcomes).text(), exitCode);
        return exitCode;
    }

    private List<Entry> chosen(Manifest tests) throws UserError {
        for (String name : names) {
            if (tests.entries().stream().noneMatch(entry -> entry.name().equals(name))) {
                throw new UserError(manifest + " has no test named '" + name + "': it has "
                        + String.join(
                                ", ", tests.entries().stream().map(Entry::name).toList()));
            }
        }
        return tests.entries().stream()
                .filter(entry -> names.isEmpty() || names.contains(entry.name()))
                .toList();
    }

    /** Those that changed files have to do with; says on standard error why. */
    private List<Entry> changed(List<Entry> entries, SuiteRunner.Parser parser, Installation installation)
            throws UserError, IOException, InterruptedException {
        String revision = since == null ? "HEAD" : since;
        ChangedTests tests = ChangedTests.since(revision, manifest, installation);
        List<Entry> chosen = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (Entry entry : entries) {
            tests.why(entry, parser.parse(entry)).ifPresent(reason -> {
                chosen.add(entry);
                reasons.add("  " + entry.name() + ": " + reason);
            });
        }
        tests.requireBuilt();
        PrintWriter err = spec.commandLine().getErr();
        err.println("changed since " + revision + ": " + chosen.size() + " of " + entries.size() + " tests");
        reasons.forEach(err::println);
        if (tests.guessesHeaders()) {
            err.println(
                    "  there is no compile_commands.json: headers in which an executable has no code and no types are not"
                            + " looked at");
        }
        return chosen;
    }

    /** What heddle check would make of an entry. */
    private CheckRequest request(Entry entry, Path directory, OutputFolder folder) throws UserError {
        try {
            return CheckCommand.requested(entry.command(), entry.arguments(), directory, folder);
        } catch (ParameterException wrong) {
            throw new UserError(manifest + ": test '" + entry.name() + "': " + new UsageMessage(wrong).text()
                    + " (keys are options of heddle check)");
        } catch (UserError wrong) {
            throw new UserError(manifest + ": test '" + entry.name() + "': " + wrong.getMessage());
        }
    }

    private String document(SuiteReport report) {
        return switch (format) {
            case TEXT -> report.text(Sheet.of(System.getenv(), Terminal.columnsOfStandardOutput()));
            case JSON -> report.json();
            case JUNIT -> report.junit();
            case SARIF -> report.sarif();
            case MARKDOWN -> report.markdown();
        };
    }

    private static void write(Path file, String text, int exitCode) throws UserError {
        if (file != null) {
            Outputs.write(file, text, exitCode);
        }
    }

    private static int exitCode(List<EntryOutcome> outcomes) {
        if (outcomes.stream().anyMatch(EntryOutcome::failed)) {
            return ExitCodes.FINDING;
        }
        if (outcomes.stream().anyMatch(EntryOutcome::isError)) {
            return ExitCodes.USAGE;
        }
        return outcomes.stream().anyMatch(EntryOutcome::isNotRun) ? ExitCodes.INCOMPLETE : ExitCodes.CLEAN;
    }
}
