package org.heddle.cli.format.ci;

import java.nio.file.Path;
import java.util.List;
import org.heddle.cli.base.Printable;
import org.heddle.cli.format.parts.RelatedPlace;
import org.heddle.cli.format.parts.Repair;
import org.heddle.cli.format.parts.Rules;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.names.Location;

/**
 * Findings as GCC prints what it has to say about a line, which editors take for places to go to: {@code file:line:column: error: …},
 * and a note for each further place.
 *
 * @param directory in which the editor's build runs: to it the paths of sources are relative
 */
public record CompilerLines(Path directory) {
    public String write(Report report) {
        StringBuilder lines = new StringBuilder();
        report.findings().forEach(finding -> write(finding, lines));
        return lines.append("heddle: ")
                .append(Printable.of(report.claim()))
                .append('\n')
                .toString();
    }

    private void write(ReportedFinding finding, StringBuilder lines) {
        String level = Rules.level(finding.kind()).equals("error") ? "error" : "warning";
        Location first = finding.location();
        lines.append(line(first, level, finding.message() + " [" + finding.kind() + "]"));
        for (RelatedPlace place : RelatedPlace.of(finding)) {
            if (place.location().isKnown() && !place.location().equals(first)) {
                lines.append(line(place.location(), "note", place.sentence()));
            }
        }
        lines.append(line(first, "note", "repair: " + Repair.of(finding)));
        if (!finding.schedule().file().isEmpty()) {
            lines.append(
                    line(first, "note", "heddle replay " + finding.schedule().file() + " shows it again"));
        }
    }

    /** Where no place is known, GCC names itself instead. */
    private String line(Location location, String level, String text) {
        String place = location.isKnown()
                ? String.join(
                        ":",
                        List.of(
                                new SourceLines(directory).shown(location.file()),
                                Integer.toString(Math.max(1, location.line())),
                                Integer.toString(Math.max(1, location.column()))))
                : "heddle";
        return Printable.of(place + ": " + level + ": " + text.replace('\n', ' ')) + "\n";
    }
}
