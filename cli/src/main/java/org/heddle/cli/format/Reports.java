package org.heddle.cli.format;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.heddle.cli.format.ci.CompilerLines;
import org.heddle.cli.format.ci.JUnitReport;
import org.heddle.cli.format.ci.MarkdownReport;
import org.heddle.cli.format.json.ChromeTrace;
import org.heddle.cli.format.json.JsonReport;
import org.heddle.cli.format.page.HtmlReport;
import org.heddle.cli.format.sarif.SarifReport;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.format.text.TerminalWriter;
import org.heddle.cli.format.text.TextReport;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;

/**
 * Writes a report in any form.
 *
 * @param directory to which the paths of sources are relative
 * @param sheet that text is written on
 */
public record Reports(Path directory, Sheet sheet) {
    /** The report's text in this form; ends with a line end. */
    public String write(Report report, ReportFormat format) {
        return switch (format) {
            case TEXT -> text(report);
            case JSON -> new JsonReport().write(report) + "\n";
            case SARIF -> new SarifReport(directory).write(List.of(report)) + "\n";
            case JUNIT -> new JUnitReport(JUnitReport.Case.of(report, plain()::text)).write();
            case HTML -> new HtmlReport(directory).write(report);
            case MARKDOWN -> new MarkdownReport(directory).write(report);
            case GCC -> new CompilerLines(directory).write(report);
            case TRACE -> new ChromeTrace().write(report) + "\n";
        };
    }

    /** The same for files. */
    public Reports plain() {
        return new Reports(directory, Sheet.PLAIN);
    }

    /** One finding as text. */
    public String text(ReportedFinding finding) {
        return printed(out -> new TextReport(directory, sheet).print(finding, out));
    }

    /** The report as text. */
    public String text(Report report) {
        return printed(out -> new TextReport(directory, sheet).print(report, out));
    }

    private static String printed(Consumer<PrintWriter> printer) {
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            printer.accept(new TerminalWriter(out));
        }
        return text.toString();
    }
}
