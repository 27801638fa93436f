package org.heddle.cli.format.ci;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.base.Printable;
import org.heddle.cli.format.parts.Excerpt;
import org.heddle.cli.format.parts.Folding;
import org.heddle.cli.format.parts.Repair;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.format.parts.TraceRows;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.TraceLine;

/** The report as Markdown, for the summary of a CI job. */
public final class MarkdownReport {
    private static final int LONGEST_TRACE = 60;

    private final SourceLines sources;

    /** A report on a program whose source paths are relative to this folder. */
    public MarkdownReport(Path directory) {
        sources = new SourceLines(directory);
    }

    /** The text. */
    public String write(Report report) {
        StringBuilder text = new StringBuilder("### Heddle: ")
                .append(escaped(report.program()))
                .append("\n\n")
                .append(escaped(report.claim()))
                .append("\n");
        report.findings().forEach(finding -> add(finding, text));
        List<String> remarks = new ArrayList<>(report.remarks());
        report.coverage().ifPresent(coverage -> remarks.addAll(coverage.text()));
        if (!remarks.isEmpty()) {
            text.append('\n');
            remarks.forEach(remark -> text.append("- ").append(escaped(remark)).append('\n'));
        }
        return text.toString();
    }

    private void add(ReportedFinding finding, StringBuilder text) {
        text.append("\n#### ").append(escaped(finding.title())).append("\n\n");
        text.append(escaped(finding.message())).append("\n\n");
        if (finding.location().isKnown()) {
            text.append(code(finding.location().brief())).append(' ');
            text.append(code(sources.quote(finding.location()))).append("\n\n");
        }
        finding.values()
                .forEach(value ->
                        text.append("- ").append(escaped(value.sentence())).append('\n'));
        text.append(finding.values().isEmpty() ? "" : "\n");
        text.append("<details><summary>").append(finding.trace().size()).append(" steps, ");
        text.append(finding.schedule().simplicity()).append("</summary>\n\n");
        text.append("| step | thread | operation | place |\n|---:|---|---|---|\n");
        for (Folding.Row row : Excerpt.of(Folding.of(TraceRows.of(finding)), LONGEST_TRACE)) {
            text.append(row.line() == null ? "| … | | " + escaped(row.note()) + " | |\n" : step(row.line()));
        }
        text.append("\n</details>\n");
        text.append("\nRepair: ").append(escaped(Repair.of(finding))).append('\n');
        if (!finding.schedule().file().isEmpty()) {
            text.append("\nReplay: ")
                    .append(code("heddle replay " + finding.schedule().file()))
                    .append('\n');
        }
    }

    private static String step(TraceLine line) {
        String bold = line.isKey() ? "**" : "";
        return "| %s | %s | %s%s%s | %s |\n"
                .formatted(
                        line.step() < 0 ? "·" : Integer.toString(line.step()),
                        escaped(line.thread()),
                        bold,
                        escaped(line.operation()),
                        bold,
                        escaped(line.location().brief()));
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + Printable.of(text).replace('`', '\'') + "`";
    }

    /** Text that Markdown shows as it is, in one line. */
    public static String escaped(String text) {
        return Printable.of(text.replace('\n', ' ')).replaceAll("([\\\\`*_{}\\[\\]<>|#])", "\\\\$1");
    }
}
