package org.heddle.cli.format.text;

import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.report.ThreadState;

/** Draws threads that wait for each other in a ring. */
record WaitCycle(SourceLines sources, Sheet sheet) {
    /** One line where it fits, as it is; else folded. */
    private List<String> folded(String first, String others, String text) {
        String whole = first + text;
        return whole.length() <= sheet.width() ? List.of(whole) : sheet.lines(first, others, text);
    }

    /** The picture. */
    List<String> draw(List<ThreadState> cycle) {
        List<String> lines = new ArrayList<>();
        for (int k = 0; k < cycle.size(); k++) {
            ThreadState state = cycle.get(k);
            String holds = state.holds().isEmpty() ? "" : "  holds " + String.join("; ", state.holds());
            lines.addAll(folded(k == 0 ? "  ┌▶ " : "  ├▶ ", "  │      ", state.fullName() + holds));
            String where = state.location().brief();
            String quote = sources.quote(state.location());
            String waits =
                    "waits for " + state.waitsFor() + ": " + state.next() + (where.isEmpty() ? "" : "  at " + where);
            lines.addAll(folded("  │      ", "  │          ", waits));
            if (!quote.isEmpty()) {
                lines.add(sheet.cut("  │          " + quote));
            }
            if (state.stack().size() > 1) {
                lines.addAll(new CallText(sources, sheet).calls(state.stack(), "  │            "));
            }
        }
        lines.add("  └─ and so on, from " + cycle.get(0).thread());
        return lines;
    }
}
