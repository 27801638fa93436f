package org.heddle.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.format.ReportFormat;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.output.Outputs;
import org.heddle.cli.report.Report;
import org.heddle.cli.suite.Baseline;
import org.heddle.cli.suite.Changes;
import org.heddle.cli.suite.CoverageHistory;
import org.heddle.cli.suite.Entry;
import org.heddle.cli.suite.EntryOutcome;
import org.heddle.cli.suite.InOrder;
import org.heddle.cli.suite.Places;
import org.heddle.cli.suite.SuiteOptions;
import org.heddle.cli.suite.SuiteReport;
import org.heddle.cli.suite.SuiteRunner;

/**
 * {@code heddle check} of sources that have several tests: a check of each one, and one report on all of them.
 *
 * @param out takes the report
 * @param err takes what is not part of it
 * @param interruption of the command
 * @param jobs how many checks at a time; empty for one for each core
 */
record SeveralChecks(PrintWriter out, PrintWriter err, Interruption interruption, OptionalInt jobs) {
    /**
     * Checks each test.
     *
     * @param program what the command line asks for of all of them
     * @param tests their names
     * @param directory to which paths are relative
     * @param format of the report
     * @param wanted where schedules go, and further reports
     * @return the exit code
     * @throws UserError if it cannot be done, or a report cannot be written
     * @throws IOException if there is no place for the coverage of earlier checks
     * @throws InterruptedException if the thread is interrupted
     */
    int check(Entry program, List<String> tests, Path directory, ReportFormat format, Outputs wanted)
            throws UserError, IOException, InterruptedException {
        requireForSeveral(format, tests);
        for (ReportFormat other : wanted.files().values()) {
            requireForSeveral(other, tests);
        }
        Installation installation = Installation.ofThisProcess();
        OutputFolder folder = wanted.folder();
        SuiteRunner.Parser parser =
                entry -> CheckCommand.requested(entry.command(), entry.arguments(), directory, folder);
        List<Entry> entries = tests.stream().map(program::ofTest).toList();
        Interruption.Listening listening = interruption.listen(err);
        List<EntryOutcome> outcomes;
        try (Places places = Places.open(Optional.empty(), entries.size(), installation, err, interruption)) {
            SuiteOptions options = new SuiteOptions(
                    jobs.orElse(places.atATime()), Optional.empty(), Baseline.NONE, Optional.empty(), folder);
            outcomes = new SuiteRunner(installation, options, parser, places.place(), interruption)
                    .run(entries, Optional.empty(), new InOrder(entries, outcome -> {
                        if (format == ReportFormat.TEXT) {
                            out.println(SuiteReport.line(outcome));
                            out.flush();
                        }
                    }));
        } finally {
            listening.close();
        }
        SuiteReport report = new SuiteReport(directory, outcomes, CoverageHistory.in(folder.folder()), Changes.NONE);
        out.print(document(report, format, Sheet.of(System.getenv(), Terminal.columnsOfStandardOutput())));
        out.flush();
        int exitCode = interruption.exitCode(exitCode(outcomes, parser.parse(entries.get(0))));
        for (Map.Entry<Path, ReportFormat> file : wanted.files().entrySet()) {
            Outputs.write(file.getKey(), document(report, file.getValue(), Sheet.PLAIN), exitCode);
        }
        return exitCode;
    }

    private static void requireForSeveral(ReportFormat format, List<String> tests) throws UserError {
        switch (format) {
            case TEXT, JSON, JUNIT, SARIF -> {}
            default -> throw new UserError(
                    "the sources have " + tests.size() + " tests, and there is no report on several"
                            + " in the form " + format
                            + ": take text, json, junit or sarif, or name one test behind --, as in -- "
                            + tests.get(0));
        }
    }

    private static String document(SuiteReport report, ReportFormat format, Sheet sheet) {
        return switch (format) {
            case JSON -> report.json();
            case JUNIT -> report.junit();
            case SARIF -> report.sarif();
            default -> report.text(sheet);
        };
    }

    /** That of a finding, if any test has one; else of what could not be checked; else of what is not complete, if that was asked for. */
    private static int exitCode(List<EntryOutcome> outcomes, CheckRequest request) {
        List<Integer> codes = outcomes.stream()
                .flatMap(outcome -> outcome.report().stream())
                .map(request::exitCode)
                .toList();
        if (outcomes.stream()
                .flatMap(outcome -> outcome.report().stream())
                .anyMatch(report -> report.conclusion() == Report.Conclusion.BUG)) {
            return request.findingExitCode();
        }
        if (outcomes.stream().anyMatch(EntryOutcome::isError)) {
            return ExitCodes.USAGE;
        }
        boolean isIncomplete =
                outcomes.stream().anyMatch(EntryOutcome::isNotRun) || codes.contains(ExitCodes.INCOMPLETE);
        return isIncomplete ? ExitCodes.INCOMPLETE : ExitCodes.CLEAN;
    }
}
