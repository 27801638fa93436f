package org.heddle.cli.format;

import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.report.TraceLine;

/**
 * Draws an interleaving with a column for each thread, at most {@value #WIDTH} characters wide; where there are too many
 * threads for columns, each line names its thread.
 */
public final class Columns {
    /** The widest line. */
    public static final int WIDTH = 100;

    private static final int NARROWEST = 14;
    private static final int STEP = 6;

    private Columns() {}

    /** The lines, with a heading. */
    public static List<String> draw(List<TraceLine> trace) {
        List<String> threads = trace.stream()
                .map(TraceLine::thread)
                .distinct()
                .sorted(ThreadOrder.BY_CREATION)
                .toList();
        int place = trace.stream()
                .mapToInt(line -> line.location().brief().length())
                .max()
                .orElse(0);
        place = Math.min(place, 28);
        int room = WIDTH - STEP - place - 1;
        int column = threads.isEmpty() ? room : Math.min(room / threads.size(), 34);
        return column >= NARROWEST ? inColumns(trace, threads, column, place) : inOneColumn(trace, room, place);
    }

    private static List<String> inColumns(List<TraceLine> trace, List<String> threads, int column, int place) {
        List<String> lines = new ArrayList<>();
        StringBuilder heading = new StringBuilder(" ".repeat(STEP));
        threads.forEach(thread -> heading.append(padded(thread, column)));
        lines.add(heading.toString().stripTrailing());
        for (TraceLine line : trace) {
            int at = threads.indexOf(line.thread()) * column;
            String text = " ".repeat(at) + cut(line.operation(), column - 1);
            lines.add(row(line, padded(text, column * threads.size()), place));
        }
        return lines;
    }

    private static List<String> inOneColumn(List<TraceLine> trace, int room, int place) {
        int name = trace.stream().mapToInt(line -> line.thread().length()).max().orElse(0) + 2;
        List<String> lines = new ArrayList<>();
        for (TraceLine line : trace) {
            String text = padded(line.thread(), name) + cut(line.operation(), room - name);
            lines.add(row(line, padded(text, Math.min(room, name + 40)), place));
        }
        return lines;
    }

    private static String row(TraceLine line, String text, int place) {
        String mark = line.isKey() ? ">" : " ";
        return (mark + "%4d ".formatted(line.step()) + text + " "
                        + cut(line.location().brief(), place))
                .stripTrailing();
    }

    private static String padded(String text, int width) {
        return text.length() >= width ? text : text + " ".repeat(width - text.length());
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "…";
    }
}
