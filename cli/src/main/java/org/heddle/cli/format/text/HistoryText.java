package org.heddle.cli.format.text;

import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.format.parts.LockHistory;
import org.heddle.cli.format.parts.Origins;
import org.heddle.cli.report.ReportedFinding;

/** What came before, in words: where threads were created, and who had the locks that a finding is about. */
record HistoryText(Sheet sheet) {
    private static final int MOST_ORIGINS = 8;
    private static final int FIRST_USES = 2;
    private static final int LAST_USES = 6;

    List<String> of(ReportedFinding finding) {
        List<String> lines = new ArrayList<>();
        List<String> origins = Origins.of(finding);
        origins.stream().limit(MOST_ORIGINS).forEach(origin -> lines.addAll(sheet.lines("  ", origin)));
        if (origins.size() > MOST_ORIGINS) {
            lines.add("  … " + (origins.size() - MOST_ORIGINS) + " more lines that create threads");
        }
        for (LockHistory history : LockHistory.of(finding)) {
            lines.add(sheet.cut("  " + history.lock() + " in this schedule:"));
            lines.addAll(uses(history));
        }
        return lines;
    }

    private List<String> uses(LockHistory history) {
        List<String> lines = new ArrayList<>();
        int left = history.uses().size() - FIRST_USES - LAST_USES;
        for (int at = 0; at < history.uses().size(); at++) {
            if (left > 1 && at == FIRST_USES) {
                lines.add("      … " + left + " more");
                at += left;
            }
            LockHistory.Use use = history.uses().get(at);
            lines.addAll(sheet.lines("      ", "step " + use.line().step() + " " + use.sentence(history.lock())));
        }
        history.holders().forEach(holder -> lines.addAll(sheet.lines("      ", holder + " has it at the end")));
        return lines;
    }
}
