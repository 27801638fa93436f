package org.heddle.cli.suite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.cli.base.UserError;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;

/**
 * Findings that are known and do not fail a test: a text file with a fingerprint in each line, behind it for people what it is.
 *
 * @param fingerprints of what is known
 */
public record Baseline(Set<String> fingerprints) {
    /** Nothing is known. */
    public static final Baseline NONE = new Baseline(Set.of());

    private static final String HEADER = "# heddle-baseline 1: findings that are known; one a line, by fingerprint";

    /**
     * Reads a file.
     *
     * @throws UserError if it is not a baseline
     */
    public static Baseline read(Path file) throws UserError {
        Set<String> fingerprints = new HashSet<>();
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UserError("the baseline " + file
                    + (Files.exists(file) ? " cannot be read" : " does not exist: --write-baseline writes it"));
        }
        for (int number = 0; number < lines.size(); number++) {
            String line = lines.get(number).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String fingerprint = line.split("\\s", 2)[0];
            if (!fingerprint.matches("[0-9a-f]{16}")) {
                throw new UserError(file + ":" + (number + 1) + ": the line begins with no fingerprint (16 digits)");
            }
            fingerprints.add(fingerprint);
        }
        return new Baseline(Set.copyOf(fingerprints));
    }

    /**
     * Writes what these reports found.
     *
     * @throws UserError if it cannot be written
     */
    public static void write(List<Report> reports, Path file) throws UserError {
        Set<String> lines = new TreeSet<>();
        for (Report report : reports) {
            for (ReportedFinding finding : report.findings()) {
                lines.add(finding.fingerprint() + "  " + finding.title() + "  "
                        + finding.location().brief());
            }
        }
        List<String> all = new ArrayList<>(List.of(HEADER));
        all.addAll(lines);
        try {
            Files.write(file, all, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UserError("cannot write the baseline " + file + ": " + failed.getMessage());
        }
    }

    /** The report without what is known. */
    Report unknownIn(Report report) {
        List<ReportedFinding> left = report.findings().stream()
                .filter(finding -> !fingerprints.contains(finding.fingerprint()))
                .toList();
        return report.withFindings(left);
    }
}
