package org.heddle.cli.format.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.heddle.cli.format.parts.Folding;
import org.heddle.cli.format.parts.ThreadOrder;
import org.heddle.cli.format.parts.TraceRows;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.report.Drawing;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;

/**
 * What the page's script draws a timeline from. Texts stand in tables and rows are columns of their numbers, so that ten thousand steps take
 * some hundred kilobytes. {@code data.js} reads it.
 */
final class PageData {
    private static final int LONGEST = 200;
    private static final List<String> SPANS = List.of("holds", "waits", "blocked");
    private static final int KEY = 1;
    private static final int PREEMPTS = 2;
    private static final int RELATED = 4;

    private final Table<String> threads = new Table<>();
    private final Table<String> words = new Table<>();
    private final Table<List<Object>> places = new Table<>();
    private final ReportedFinding finding;
    private final List<TraceLine> rows;

    private PageData(ReportedFinding finding) {
        this.finding = finding;
        rows = Folding.shown(TraceRows.of(finding));
        Stream.concat(
                        rows.stream().map(TraceLine::thread),
                        finding.threads().stream()
                                .filter(state -> !state.next().isEmpty())
                                .map(ThreadState::thread))
                .distinct()
                .sorted(ThreadOrder.BY_CREATION)
                .forEach(threads::number);
    }

    /** A finding's data. */
    static Map<String, Object> of(ReportedFinding finding) {
        return new PageData(finding).write();
    }

    /** The rows that the page has of a finding. */
    static List<TraceLine> rows(ReportedFinding finding) {
        return Folding.shown(TraceRows.of(finding));
    }

    private Map<String, Object> write() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("rows", columns());
        data.put("spans", spans());
        data.put("links", links());
        data.put("ends", ends());
        data.put(
                "critical",
                finding.schedule()
                        .critical()
                        .map(critical -> row(critical.step()))
                        .orElse(-1));
        data.put("last", finding.trace().size() - 1);
        data.put("threads", threads.values());
        data.put("words", words.values());
        data.put("places", places.values());
        return data;
    }

    private Map<String, List<Integer>> columns() {
        Map<String, List<Integer>> columns = new LinkedHashMap<>();
        columns.put("step", rows.stream().map(TraceLine::step).toList());
        columns.put(
                "thread", rows.stream().map(row -> threads.number(row.thread())).toList());
        columns.put("operation", rows.stream().map(row -> word(row.operation())).toList());
        columns.put("object", rows.stream().map(row -> word(row.object())).toList());
        columns.put("at", rows.stream().map(row -> place(row.location())).toList());
        columns.put("flags", rows.stream().map(PageData::flags).toList());
        return columns;
    }

    private static int flags(TraceLine row) {
        return (row.isKey() ? KEY : 0) + (row.preempts() ? PREEMPTS : 0) + (row.isRelated() ? RELATED : 0);
    }

    private int word(String text) {
        return words.number(Sheet.cut(text, LONGEST));
    }

    private int place(Location location) {
        return places.number(List.of(location.file(), location.line(), location.function()));
    }

    /** The first row that does not come before the step. */
    private int row(int step) {
        int low = 0;
        int high = rows.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            TraceLine row = rows.get(middle);
            boolean isBefore = row.step() < 0 ? TraceRows.after(row) < step : row.step() < step;
            low = isBefore ? middle + 1 : low;
            high = isBefore ? high : middle;
        }
        return low;
    }

    /** Five numbers for each: its type, its thread, its object, from which row, to which. */
    private List<Integer> spans() {
        List<Integer> spans = new ArrayList<>();
        List<String> shown = threads.values();
        for (Drawing.Span span : finding.drawing().spans()) {
            if (shown.contains(span.thread())) {
                spans.addAll(List.of(
                        SPANS.indexOf(span.type()),
                        threads.number(span.thread()),
                        word(span.object()),
                        row(span.from()),
                        row(span.to())));
            }
        }
        return spans;
    }

    /** Three numbers for each: its word, from which row, to which. */
    private List<Integer> links() {
        List<Integer> links = new ArrayList<>();
        for (Drawing.Link link : finding.drawing().links()) {
            int from = row(link.from());
            int to = row(link.to());
            if (from < rows.size()
                    && to < rows.size()
                    && !rows.get(from).thread().equals(rows.get(to).thread())) {
                links.addAll(List.of(word(link.type()), from, to));
            }
        }
        return links;
    }

    /** Three numbers for each thread that has not finished: itself, what it would do, and where. */
    private List<Integer> ends() {
        List<Integer> ends = new ArrayList<>();
        for (ThreadState state : finding.threads()) {
            if (!state.next().isEmpty()) {
                ends.addAll(List.of(threads.number(state.thread()), word(state.next()), place(state.location())));
            }
        }
        return ends;
    }
}
