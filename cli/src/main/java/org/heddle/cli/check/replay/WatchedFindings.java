package org.heddle.cli.check.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.ReportedFinding.Watched;
import org.heddle.cli.schedule.ScheduleReader;

/**
 * Runs the schedules of a report's findings once more, and adds what expressions of C hold in their steps.
 *
 * @param watches the expressions
 * @param installation with which programs are run
 * @param err is told where a tool for names is missing
 */
public record WatchedFindings(List<Watch> watches, Installation installation, PrintWriter err) {
    /**
     * The report with the values. What cannot be told, a remark says: the report itself is there.
     *
     * @param program of the report, not changed since
     * @throws IOException if the program cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    public Report in(Report report, Program program) throws IOException, InterruptedException {
        if (watches.isEmpty()) {
            return report;
        }
        List<String> remarks = new ArrayList<>(report.remarks());
        List<ReportedFinding> findings = new ArrayList<>();
        for (ReportedFinding finding : report.findings()) {
            findings.add(finding.withWatched(values(finding, program, remarks)));
        }
        if (findings.isEmpty()) {
            remarks.add("nothing was found, so that there are no steps in which --watch could tell values");
        }
        return report.withFindings(findings)
                .withRemarks(remarks.stream().distinct().toList());
    }

    private List<Watched> values(ReportedFinding finding, Program program, List<String> remarks)
            throws IOException, InterruptedException {
        List<Watched> values = new ArrayList<>();
        if (finding.schedule().file().isEmpty()) {
            remarks.add("--watch tells no values of a finding that has no schedule");
            return values;
        }
        Path file = Path.of(finding.schedule().file());
        try (Moments moments = Moments.of(installation, ScheduleReader.read(file), program, err)) {
            for (Watch watch : watches) {
                try {
                    values.addAll(watch.values(moments));
                } catch (UserError wrong) {
                    remarks.add(wrong.getMessage());
                }
            }
        } catch (UserError failed) {
            remarks.add("--watch tells no values of " + finding.title() + ": " + failed.getMessage());
        }
        return values;
    }
}
