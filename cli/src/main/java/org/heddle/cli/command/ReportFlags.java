package org.heddle.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.check.options.ProgressStyle;
import org.heddle.cli.check.replay.Watch;
import org.heddle.cli.format.ReportFormat;
import org.heddle.cli.format.Reports;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.format.text.StatusLine;
import org.heddle.cli.output.GitHub;
import org.heddle.cli.output.Outputs;
import org.heddle.cli.report.Report;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say where the report goes, and in which form. */
final class ReportFlags {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR|FILE",
            description =
                    "Write schedules and the report in every form to this folder (default: schedules, into the"
                            + " working directory), or the report to this file, in the form that its ending asks for: .txt,"
                            + " .json, .sarif, .xml (JUnit), .html, .md, .gcc or .trace.json (Perfetto). May be given several times.")
    private List<Path> outputs = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "The form of the report on standard output: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ReportFormat format = ReportFormat.TEXT;

    @Option(
            names = "--progress",
            paramLabel = "NAME",
            description = "How to show progress on standard error: a line if that is a terminal (auto, the default), a"
                    + " line in any case (line), JSON objects, one a line (json), or not at all (none).")
    private ProgressStyle progress = ProgressStyle.AUTO;

    @Option(
            names = "--coverage",
            description =
                    "Tell which operations of two threads, whose order could be the other one, executions have had in"
                            + " both orders, which in one, which threads were never delayed, and which lines never ran."
                            + " Analysing executions takes up to twice the time.")
    private boolean coverage;

    @Option(
            names = "--watch",
            paramLabel = "EXPRESSION",
            description = "Show in the steps of each finding what this expression of C holds, wherever that changes;"
                    + " T1:EXPRESSION for what T1 can see. May be given several times. Needs gdb.")
    private List<String> watched = List.of();

    /**
     * The expressions whose values are shown.
     *
     * @throws UserError if one is none, or there is no gdb
     * @throws InterruptedException if the thread is interrupted
     */
    List<Watch> watches() throws UserError, InterruptedException {
        return Watch.of(watched);
    }

    /**
     * Refuses to watch expressions where there is no report of one check to show them in.
     *
     * @throws ParameterException if any is to be watched
     */
    void watchNothing(String why) {
        if (!watched.isEmpty()) {
            throw new ParameterException(command.commandLine(), "--watch " + why);
        }
    }

    /** Whether to tell which orders of operations were seen, which threads were delayed, and which lines ran. */
    boolean coverage() {
        return coverage;
    }

    /**
     * The files that are asked for.
     *
     * @throws UserError if one cannot be written
     */
    Outputs wanted() throws UserError {
        return Outputs.of(outputs);
    }

    /** The form of the report on standard output. */
    ReportFormat format() {
        return format;
    }

    /** How to show progress; a line only where standard error is a terminal, unless asked for. */
    ProgressStyle progress() {
        return progress == ProgressStyle.AUTO && Terminal.isStandardError() ? ProgressStyle.LINE : progress;
    }

    /**
     * Shows a report on standard output, and writes it to the files that are asked for.
     *
     * @throws UserError if a file cannot be written
     */
    void show(Report report, CheckRequest request, Outputs wanted) throws UserError {
        PrintWriter out = command.commandLine().getOut();
        Reports reports = new Reports(
                request.recipe().directory(), Sheet.of(System.getenv(), Terminal.columnsOfStandardOutput()));
        out.print(reports.write(report, format));
        out.flush();
        new GitHub(System.getenv()).tell(report, reports, command.commandLine().getErr());
        boolean isShown = progress() == ProgressStyle.LINE;
        try (StatusLine line =
                new StatusLine(command.commandLine().getErr(), isShown, Terminal::columnsOfStandardError)) {
            wanted.write(report, reports.plain(), request.exitCode(report), line::begin);
        }
    }
}
