package org.heddle.cli.format.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.heddle.cli.report.Drawing;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.TraceLine;

/**
 * The findings' traces in Chrome's trace event format, which Perfetto opens: a process for each finding, a track for each thread and
 * one beneath it for what it holds and waits for. A step counts as a millisecond.
 */
public final class ChromeTrace {
    private static final int STEP_MICROS = 1_000;

    private final ObjectMapper json = new ObjectMapper();
    private int arrows;

    /** The document. */
    public String write(Report report) {
        ObjectNode root = json.createObjectNode();
        root.put("displayTimeUnit", "ms");
        root.putObject("otherData").put("program", report.program()).put("claim", report.claim());
        ArrayNode events = root.putArray("traceEvents");
        for (int k = 0; k < report.findings().size(); k++) {
            add(report.findings().get(k), k + 1, events);
        }
        try {
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of plain values has a JSON form", impossible);
        }
    }

    private void add(ReportedFinding finding, int process, ArrayNode events) {
        List<String> threads =
                finding.trace().stream().map(TraceLine::thread).distinct().toList();
        name(events, "process_name", process, 0, finding.title());
        for (int k = 0; k < threads.size(); k++) {
            name(events, "thread_name", process, track(k), threads.get(k));
            name(events, "thread_name", process, track(k) + 1, threads.get(k) + " holds, waits");
        }
        for (TraceLine line : finding.trace()) {
            ObjectNode event =
                    slice(events, process, track(threads.indexOf(line.thread())), line.step(), line.step() + 1);
            event.put("name", line.operation()).put("cat", line.isKey() ? "key" : "step");
            event.putObject("args")
                    .put("step", line.step())
                    .put("place", line.location().brief())
                    .put("function", line.location().function());
        }
        for (Drawing.Span span : finding.drawing().spans()) {
            int thread = threads.indexOf(span.thread());
            if (thread >= 0) {
                async(events, process, track(thread) + 1, span);
            }
        }
        for (Drawing.Link link : finding.drawing().links()) {
            arrows++;
            arrow(
                    events,
                    "s",
                    link,
                    process,
                    track(threads.indexOf(finding.trace().get(link.from()).thread())),
                    link.from());
            arrow(
                    events,
                    "f",
                    link,
                    process,
                    track(threads.indexOf(finding.trace().get(link.to()).thread())),
                    link.to());
        }
    }

    private static int track(int thread) {
        return 2 * thread + 1;
    }

    private static void name(ArrayNode events, String what, int process, int track, String name) {
        events.addObject()
                .put("ph", "M")
                .put("name", what)
                .put("pid", process)
                .put("tid", track)
                .putObject("args")
                .put("name", name);
    }

    private static ObjectNode slice(ArrayNode events, int process, int track, int from, int to) {
        return events.addObject()
                .put("ph", "X")
                .put("pid", process)
                .put("tid", track)
                .put("ts", (long) from * STEP_MICROS)
                .put("dur", (long) (to - from) * STEP_MICROS);
    }

    /** Spans of one thread may overlap without being nested, so each is asynchronous. */
    private void async(ArrayNode events, int process, int track, Drawing.Span span) {
        arrows++;
        for (String phase : List.of("b", "e")) {
            events.addObject()
                    .put("ph", phase)
                    .put("cat", span.type())
                    .put("name", span.type() + " " + span.object())
                    .put("id", arrows)
                    .put("pid", process)
                    .put("tid", track)
                    .put("ts", (long) (phase.equals("b") ? span.from() : span.to()) * STEP_MICROS);
        }
    }

    private void arrow(ArrayNode events, String phase, Drawing.Link link, int process, int track, int step) {
        ObjectNode event = events.addObject()
                .put("ph", phase)
                .put("cat", link.type())
                .put("name", link.type())
                .put("id", arrows)
                .put("pid", process)
                .put("tid", track)
                .put("ts", (long) step * STEP_MICROS + STEP_MICROS / 2);
        if (phase.equals("f")) {
            event.put("bp", "e");
        }
    }
}
