package org.heddle.cli.format.text;

import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.OtherUse;
import org.heddle.cli.report.RacingAccesses;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.names.Location;

/** Call stacks, and what was done to memory, as lines of text. */
record CallText(SourceLines sources, Sheet sheet) {
    private static final int DEEPEST = 12;
    private static final int MOST_OTHERS = 8;

    /** What was done to the memory that a finding is about; no lines where it is about none. */
    List<String> memory(ReportedFinding finding) {
        List<String> lines = new ArrayList<>();
        if (!finding.pairs().isEmpty()) {
            lines.add("  the accesses of " + finding.memory() + ":");
            lines.addAll(use(finding.pairs().get(0).first()));
            lines.addAll(use(finding.pairs().get(0).second()));
        }
        List<String> others = finding.pairs().stream()
                .skip(1)
                .map(CallText::brief)
                .distinct() // a line may access several parts
                .toList();
        others.stream()
                .limit(MOST_OTHERS)
                .forEach(pair -> lines.addAll(sheet.lines("  ", "also racing there: " + pair)));
        if (others.size() > MOST_OTHERS) {
            int more = others.size() - MOST_OTHERS;
            lines.add("  also racing there: " + more + (more == 1 ? " more pair" : " more pairs") + " of places");
        }
        if (!finding.uses().isEmpty()) {
            lines.add("  what was done to " + finding.memory() + ":");
        }
        finding.uses().forEach(use -> lines.addAll(use(use)));
        finding.others().stream()
                .map(OtherUse::sentenceWithPlace)
                .distinct() // a line may read and write
                .forEach(other -> lines.addAll(sheet.lines("  ", "also: " + other)));
        return lines;
    }

    private static String brief(RacingAccesses pair) {
        return brief(pair.first()) + "; " + brief(pair.second());
    }

    private static String brief(MemoryUse use) {
        String place = use.location().brief();
        return use.sentence() + (place.isEmpty() ? "" : ", at " + place);
    }

    private List<String> use(MemoryUse use) {
        if (use.stack().isEmpty()) {
            return sheet.lines("    ", brief(use));
        }
        List<String> lines = new ArrayList<>(sheet.lines("    ", use.sentence()));
        lines.addAll(calls(use.stack(), "        "));
        return lines;
    }

    /** A call with its place: where both are too long, the path loses its folders, and the function's name its end. */
    private String call(String start, Location call) {
        String path = "  at " + sources.shown(call.file()) + ":" + call.line();
        String place = start.length() + call.function().length() + path.length() <= sheet.width()
                ? path
                : "  at " + call.brief();
        return start + Sheet.cut(call.function(), Math.max(1, sheet.width() - start.length() - place.length())) + place;
    }

    /** A line for each call, the innermost first. */
    List<String> calls(List<Location> stack, String indentation) {
        List<String> lines = new ArrayList<>();
        for (int k = 0; k < Math.min(stack.size(), DEEPEST); k++) {
            Location call = stack.get(k);
            String start = indentation + "#" + k + " ";
            lines.add(call.line() > 0 ? call(start, call) : sheet.cut(start + call.brief()));
        }
        if (stack.size() > DEEPEST) {
            lines.add(indentation + "… " + (stack.size() - DEEPEST) + " more");
        }
        return lines;
    }
}
