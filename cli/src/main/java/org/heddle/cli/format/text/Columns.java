package org.heddle.cli.format.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.cli.format.parts.Excerpt;
import org.heddle.cli.format.parts.Folding;
import org.heddle.cli.format.parts.ThreadOrder;
import org.heddle.cli.report.Switch;
import org.heddle.cli.report.TraceLine;

/**
 * Draws an interleaving with a column for each thread; where there are too many threads for columns, each line names its thread.
 */
public final class Columns {
    private static final int STEP = 6;
    private static final int WIDEST_PLACE = 28;

    private final Sheet sheet;
    private final Paint paint;
    private final Optional<Switch> critical;

    /** Columns there; a switch that matters most is marked. */
    public Columns(Sheet sheet, Optional<Switch> critical) {
        this.sheet = sheet;
        paint = sheet.paint();
        this.critical = critical;
    }

    /** The rows of a trace, at most so many, with a heading. A row with a negative number is no step. */
    public List<String> draw(List<TraceLine> steps, int mostRows) {
        List<TraceLine> trace = Folding.shown(steps);
        List<String> threads = trace.stream()
                .map(TraceLine::thread)
                .distinct()
                .sorted(ThreadOrder.BY_CREATION)
                .toList();
        int place = trace.stream()
                .mapToInt(line -> line.location().brief().length())
                .max()
                .orElse(0);
        place = Math.min(place, WIDEST_PLACE * sheet.width() / Sheet.WIDEST);
        int room = sheet.width() - STEP - place - 1;
        ColumnStarts starts = ColumnStarts.of(threads, trace, room);
        boolean inColumns = starts.fit();
        List<String> lines = new ArrayList<>();
        Map<Integer, TraceLine> before = before(trace);
        if (inColumns) {
            lines.add(heading(threads, starts));
        }
        for (Folding.Row row : Excerpt.of(Folding.of(trace), mostRows)) {
            if (row.line() == null) {
                lines.add(paint.faint("      … " + row.note()));
                continue;
            }
            if (row.line().preempts()) {
                lines.add(preemption(row.line().step(), before.get(row.line().step())));
            }
            lines.add(inColumns ? columns(row.line(), threads, starts, place) : single(row.line(), trace, room, place));
        }
        return lines;
    }

    private String heading(List<String> threads, ColumnStarts starts) {
        StringBuilder heading = new StringBuilder();
        for (int i = 0; i < threads.size(); i++) {
            String name = Sheet.cut(threads.get(i), starts.width(i) - 1);
            heading.append(Sheet.padded(name, starts.width(i)));
        }
        return paint.strong((" ".repeat(STEP) + heading).stripTrailing());
    }

    /** The step before each step that has a row. */
    private static Map<Integer, TraceLine> before(List<TraceLine> trace) {
        Map<Integer, TraceLine> before = new HashMap<>();
        List<TraceLine> steps = trace.stream().filter(line -> line.step() >= 0).toList();
        for (int at = 1; at < steps.size(); at++) {
            before.put(steps.get(at).step(), steps.get(at - 1));
        }
        return before;
    }

    private String preemption(int step, TraceLine last) {
        int from = last == null ? -1 : last.step();
        String before = last == null ? "the thread before" : last.thread();
        boolean isCritical = critical.isPresent()
                && critical.get().step() > from
                && critical.get().step() <= step;
        String would = isCritical && !critical.get().next().isEmpty()
                ? ": " + critical.get().next()
                : "";
        String text = (isCritical ? "critical switch: " : "preemption: ") + before + " could have gone on" + would;
        String line = "      ── " + Sheet.cut(text, sheet.width() - 12) + " ──";
        return isCritical ? paint.bad(line) : paint.mark(line);
    }

    private String columns(TraceLine line, List<String> threads, ColumnStarts starts, int place) {
        int start = starts.start(threads.indexOf(line.thread()));
        String text = " ".repeat(start) + Sheet.cut(line.operation(), starts.end() - start - 1);
        return row(line, Sheet.padded(text, starts.end()), place);
    }

    private String single(TraceLine line, List<TraceLine> trace, int room, int place) {
        int name =
                trace.stream().mapToInt(other -> other.thread().length()).max().orElse(0) + 2;
        String text = Sheet.padded(line.thread(), name) + Sheet.cut(line.operation(), room - name);
        return row(line, Sheet.padded(text, Math.min(room, name + 40)), place);
    }

    /** A place with its line: where it is too long, it is the file's name that is cut. */
    private static String cut(String place, int width) {
        int line = place.lastIndexOf(':');
        boolean isLine = line >= 0 && place.substring(line + 1).matches("\\d+"); // else it is that of a name of C++
        return !isLine || place.length() <= width
                ? Sheet.cut(place, width)
                : Sheet.cut(place.substring(0, line), width - (place.length() - line)) + place.substring(line);
    }

    private String row(TraceLine line, String text, int place) {
        String number = line.step() < 0 ? "   · " : "%4d ".formatted(line.step());
        String start = (line.isKey() ? ">" : " ") + number;
        String where = " " + cut(line.location().brief(), place);
        return line.isKey()
                ? paint.mark((start + text).stripTrailing())
                        + " ".repeat(text.length() - text.stripTrailing().length())
                        + paint.faint(where).stripTrailing()
                : (paint.faint(start) + text + paint.faint(where)).stripTrailing();
    }
}
