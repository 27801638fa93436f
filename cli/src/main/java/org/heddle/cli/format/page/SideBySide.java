package org.heddle.cli.format.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.cli.format.parts.Alignment;
import org.heddle.cli.report.Passing;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Switch;
import org.heddle.cli.report.TraceLine;

/** The execution that shows a finding beside the one that does not, from a few steps before the switch between them. */
final class SideBySide {
    private static final int BEFORE = 4;
    private static final int MOST = 200;

    private SideBySide() {}

    /** What the template shows; empty where no execution is known that differs by one switch. */
    static Optional<Map<String, Object>> of(ReportedFinding finding) {
        return finding.schedule()
                .critical()
                .filter(critical -> !critical.passing().steps().isEmpty())
                .map(critical -> of(finding, critical));
    }

    private static Map<String, Object> of(ReportedFinding finding, Switch critical) {
        List<TraceLine> trace = finding.trace();
        int at = Math.min(critical.step(), trace.size());
        List<TraceLine> before = told(trace.subList(0, at));
        List<TraceLine> fails = told(trace.subList(at, Math.min(trace.size(), at + MOST)));
        Passing passing = critical.passing();
        List<TraceLine> passes = told(passing.steps());
        List<Map<String, Object>> rows = new ArrayList<>();
        before.stream().skip(Math.max(0, before.size() - BEFORE)).forEach(line -> rows.add(row(line, line, "both")));
        rows.add(Map.of("switch", critical.from() + " could go on here. " + critical.to() + " ran instead."));
        for (Alignment.Row row : Alignment.of(fails, passes)) {
            String kind = row.left().isEmpty() ? "right" : row.right().isEmpty() ? "left" : "both";
            rows.add(row(row.left().orElse(null), row.right().orElse(null), kind));
        }
        return Map.of(
                "same",
                before.size() > BEFORE ? (before.size() - BEFORE) + " steps before are the same" : "",
                "rows",
                rows,
                "failsEnd",
                left(trace.size() - at - MOST) + finding.title(),
                "passesEnd",
                left(passing.total() - passing.steps().size()) + passing.end());
    }

    private static String left(int more) {
        return more > 0 ? "… " + more + " more steps, then: " : "";
    }

    private static List<TraceLine> told(List<TraceLine> steps) {
        return steps.stream().filter(step -> !step.isLook()).toList();
    }

    private static Map<String, Object> row(TraceLine left, TraceLine right, String kind) {
        Map<String, Object> row = new HashMap<>();
        row.put("kind", kind);
        row.put("left", left == null ? Map.of() : cell(left, left.isKey()));
        row.put("right", right == null ? Map.of() : cell(right, false));
        row.put("switch", "");
        return row;
    }

    private static Map<String, Object> cell(TraceLine line, boolean isKey) {
        return Map.of(
                "step", line.step(),
                "thread", line.thread(),
                "operation", line.operation(),
                "key", isKey ? "key" : "",
                "place", line.location().brief());
    }
}
