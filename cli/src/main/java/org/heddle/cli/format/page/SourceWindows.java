package org.heddle.cli.format.page;

import java.util.Map;
import java.util.TreeMap;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.report.Place;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;

/** The source lines about every position that the page has marks for: by file, then by number. */
final class SourceWindows {
    private static final int AROUND = 8;
    private static final int LONGEST = 400;

    private final SourceLines sources;
    private final Map<String, Map<Integer, String>> windows = new TreeMap<>();

    SourceWindows(SourceLines sources) {
        this.sources = sources;
    }

    Map<String, Map<Integer, String>> of(Report report) {
        for (ReportedFinding finding : report.findings()) {
            add(finding.location());
            PageData.rows(finding).stream().map(TraceLine::location).distinct().forEach(this::add);
            finding.places().stream().map(Place::location).forEach(this::add);
            finding.threads().stream().map(ThreadState::location).forEach(this::add);
        }
        return windows;
    }

    private void add(Location location) {
        if (location.line() <= 0) {
            return;
        }
        Map<Integer, String> window = windows.computeIfAbsent(location.file(), file -> new TreeMap<>());
        for (int line = Math.max(1, location.line() - AROUND); line <= location.line() + AROUND; line++) {
            if (!window.containsKey(line)) {
                int number = line;
                sources.line(location.file(), line).ifPresent(text -> window.put(number, Sheet.cut(text, LONGEST)));
            }
        }
    }
}
