package org.heddle.cli.format;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.TraceLine;

/** The steps of a finding, and between them the two accesses of its race where they are no steps themselves. */
final class TraceRows {
    private TraceRows() {}

    /** The rows; that of an access has a negative number. */
    static List<TraceLine> of(ReportedFinding finding) {
        List<TraceLine> rows = new ArrayList<>();
        List<MemoryUse> accesses = finding.pairs().stream()
                .limit(1)
                .flatMap(pair -> Stream.of(pair.first(), pair.second()))
                .toList();
        for (TraceLine line : finding.trace()) {
            rows.add(line);
            accesses.stream()
                    .filter(access -> access.after() == line.step())
                    .forEach(access -> rows.add(row(access, finding.memory())));
        }
        return rows;
    }

    private static TraceLine row(MemoryUse access, String memory) {
        String value = access.value().isEmpty() ? "" : " = " + access.value();
        String words = access.kind() + " " + memory + value;
        return new TraceLine(-1, access.thread(), words, access.location(), true, access.kind(), memory, true, false);
    }
}
