package org.heddle.cli.check;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.cli.schedule.ScheduleWriter;
import org.heddle.dpor.detect.Finding;
import org.heddle.dpor.model.Step;
import org.heddle.server.protocol.RunOptions;

/**
 * Writes each finding's schedule at once, so that nothing that happens later loses it; at the end once more, with words. Safe
 * for use by several threads.
 */
final class FindingsSoFar {
    private final Recipe recipe;
    private final String sha256;
    private final RunOptions run;
    private final OutputFolder output;
    private final PrintWriter err;
    private final Map<String, Path> files = new LinkedHashMap<>();
    private boolean complained;
    private boolean frozen;

    FindingsSoFar(Recipe recipe, String sha256, CheckOptions options, PrintWriter err) {
        this.recipe = recipe;
        this.sha256 = sha256;
        run = options.run();
        output = options.output();
        this.err = err;
    }

    synchronized void found(Finding finding) {
        String name = "%s.%s.%d.heddle-schedule"
                .formatted(recipe.name(), finding.kind().ruleId(), files.size() + 1);
        Path file = output.file(name);
        files.put(finding.fingerprint(), file);
        List<ScheduleFile.Line> lines = new ArrayList<>();
        for (Step step : finding.schedule()) {
            lines.add(
                    new ScheduleFile.Line(step, "T" + step.thread(), step.kind().name(), ""));
        }
        write(
                new ScheduleFile(
                        recipe,
                        sha256,
                        run,
                        finding.visible(),
                        finding.kind().ruleId(),
                        finding.cause(),
                        finding.fingerprint(),
                        finding.message().toString(),
                        lines),
                file);
    }

    /** The finding is not to be reported: removes its schedule. */
    synchronized void discard(Finding finding) {
        Path file = files.remove(finding.fingerprint());
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException kept) {
            err.println("heddle: cannot remove " + file + ", the schedule of a finding that was suppressed ("
                    + OutputFolder.why(kept) + ")");
        }
    }

    /** Writes the schedule of a finding that has been put into words; returns the finding with its path. */
    synchronized ReportedFinding write(Finding finding, ReportedFinding words) {
        Path file = files.get(finding.fingerprint());
        List<ScheduleFile.Line> lines = new ArrayList<>();
        for (int i = 0; i < finding.schedule().size(); i++) {
            Step step = finding.schedule().get(i);
            if (i < words.trace().size()) {
                TraceLine line = words.trace().get(i);
                lines.add(new ScheduleFile.Line(
                        step, line.thread(), line.operation(), line.location().brief()));
            } else {
                lines.add(new ScheduleFile.Line(
                        step, "T" + step.thread(), step.kind().name(), ""));
            }
        }
        boolean written = write(
                new ScheduleFile(
                        recipe,
                        sha256,
                        run,
                        finding.visible(),
                        words.kind(),
                        words.cause(),
                        words.fingerprint(),
                        words.message(),
                        lines),
                file);
        return words.withSchedule(written ? file.toString() : "");
    }

    private boolean write(ScheduleFile schedule, Path file) {
        if (frozen) {
            return false;
        }
        try {
            new ScheduleWriter().write(schedule, file);
            return true;
        } catch (IOException failed) {
            if (!complained) {
                err.println("heddle: cannot write the schedule " + file + " (" + OutputFolder.why(failed)
                        + "): make room or name another folder with -o; the report itself is complete");
                complained = true;
            }
            return false;
        }
    }

    /** Writes nothing more; what is being written is finished first. */
    synchronized void freeze() {
        frozen = true;
    }

    /** The schedules written so far. */
    synchronized List<Path> files() {
        return List.copyOf(files.values());
    }
}
