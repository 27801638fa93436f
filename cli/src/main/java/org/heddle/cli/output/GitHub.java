package org.heddle.cli.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.format.ReportFormat;
import org.heddle.cli.format.Reports;
import org.heddle.cli.format.ci.GitHubAnnotations;
import org.heddle.cli.report.Report;

/**
 * Tells a GitHub workflow of findings, where the check runs in one.
 *
 * @param environment variables of this process: {@code GITHUB_ACTIONS}, {@code GITHUB_WORKSPACE}, {@code GITHUB_STEP_SUMMARY}
 */
public record GitHub(Map<String, String> environment) {
    /** Prints a command for each finding, and appends the report to the summary of the job. */
    public void tell(Report report, Reports reports, PrintWriter err) {
        if ("true".equals(environment.get("GITHUB_ACTIONS"))) {
            String workspace = environment.getOrDefault("GITHUB_WORKSPACE", "");
            Path root = workspace.isEmpty() ? reports.directory() : Path.of(workspace);
            new GitHubAnnotations(reports.directory(), root).write(report).forEach(err::println);
        }
        String summary = environment.getOrDefault("GITHUB_STEP_SUMMARY", "");
        if (!summary.isEmpty()) {
            try {
                Files.writeString(
                        Path.of(summary),
                        reports.write(report, ReportFormat.MARKDOWN),
                        StandardCharsets.UTF_8,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException failed) {
                err.println("heddle: cannot write the summary of the job to " + summary + " ("
                        + OutputFolder.why(failed) + "); the report itself is complete");
            }
        }
    }
}
