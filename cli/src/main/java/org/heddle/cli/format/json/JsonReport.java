package org.heddle.cli.format.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.heddle.cli.format.parts.Repair;
import org.heddle.cli.format.parts.TraceRows;
import org.heddle.cli.report.AwaitedMemory;
import org.heddle.cli.report.Coverage;
import org.heddle.cli.report.Drawing;
import org.heddle.cli.report.HeldValue;
import org.heddle.cli.report.Lines;
import org.heddle.cli.report.MemoryModel;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.OtherUse;
import org.heddle.cli.report.Passing;
import org.heddle.cli.report.Place;
import org.heddle.cli.report.RacingAccesses;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Schedule;
import org.heddle.cli.report.Stage;
import org.heddle.cli.report.Switch;
import org.heddle.cli.report.ThreadDelays;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.UnseenCall;
import org.heddle.cli.report.cost.Cost;
import org.heddle.cli.report.names.Location;

/** The report as one JSON document, {@code heddle-report/1}. */
public final class JsonReport {
    private final ObjectMapper json = new ObjectMapper();

    /** The document. */
    public String write(Report report) {
        ObjectNode root = json.createObjectNode();
        root.put("schema", "heddle-report/1");
        root.put("program", report.program());
        root.put("verdict", report.conclusion().name().toLowerCase(Locale.ROOT));
        root.put("complete", report.complete());
        ObjectNode bound = root.putObject("bound").putNull("preemptions").putNull("operations");
        report.preemptionBound().ifPresent(preemptions -> bound.put("preemptions", preemptions));
        report.operationBound().ifPresent(operations -> bound.put("operations", operations));
        root.putObject("executions")
                .put("total", report.total())
                .put("blocked", report.blocked())
                .put("diverged", report.diverged());
        ObjectNode restarts = root.putObject("restarts")
                .put("process", report.restarts().inProcess())
                .put("fork", report.restarts().forked())
                .put("compared", report.restarts().compared())
                .put("executedEvents", report.restarts().executed())
                .put("eventsFromCheckpoints", report.restarts().fromCheckpoints());
        report.restarts()
                .because()
                .ifPresentOrElse(reason -> restarts.put("because", reason), () -> restarts.putNull("because"));
        put(root.putObject("cost"), report.cost());
        root.put("seconds", rounded(report.seconds()));
        ArrayNode findings = root.putArray("findings");
        report.findings().forEach(finding -> add(findings.addObject(), finding));
        root.put("claim", report.claim());
        ArrayNode unseen = root.putArray("unseen");
        for (UnseenCall call : report.unseen()) {
            unseen.addObject()
                    .put("function", call.function())
                    .put("library", call.library())
                    .put("file", call.location().file())
                    .put("line", call.location().line());
        }
        ArrayNode stages = root.putArray("stages");
        for (Stage stage : report.stages()) {
            ObjectNode node = stages.addObject().put("strategy", stage.strategy());
            stage.bound().ifPresentOrElse(limit -> node.put("bound", limit), () -> node.putNull("bound"));
            node.put("executions", stage.executions());
        }
        report.coverage().ifPresent(coverage -> put(root.putObject("coverage"), coverage));
        put(root.putObject("model"), report.model());
        ArrayNode remarks = root.putArray("remarks");
        report.remarks().forEach(remarks::add);
        try {
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of plain values has a JSON form", impossible);
        }
    }

    private static void put(ObjectNode node, Cost cost) {
        node.put("executions", cost.executions())
                .put("operations", rounded(cost.operations()))
                .put("accesses", rounded(cost.accesses()));
        node.putObject("microseconds")
                .put("program", rounded(cost.micros().program()))
                .put("beginning", rounded(cost.micros().beginning()))
                .put("exchange", rounded(cost.micros().exchange()))
                .put("analysis", rounded(cost.micros().analysis()));
        node.put("atOnce", rounded(cost.atOnce())).put("seconds", rounded(cost.seconds()));
        ArrayNode advice = node.putArray("advice");
        cost.advice().forEach(advice::add);
    }

    private static double rounded(double number) {
        return Math.round(number * 1000) / 1000.0;
    }

    private static void put(ObjectNode node, MemoryModel model) {
        node.put("c11", model.holdsForC11())
                .put("weaker", model.weaker().toString())
                .put("drawn", model.drawn())
                .put("behind", model.behind());
        ArrayNode why = node.putArray("why");
        model.why().forEach(why::add);
        ArrayNode allowed = node.putArray("allowed");
        for (MemoryModel.Outcome outcome : model.allowed()) {
            ObjectNode one = allowed.addObject()
                    .put("form", outcome.form())
                    .put("thread", outcome.thread())
                    .put("object", outcome.object())
                    .put("newerThread", outcome.newerThread())
                    .put("repair", outcome.repair())
                    .put("text", outcome.text());
            outcome.old().ifPresentOrElse(old -> one.put("old", old), () -> one.putNull("old"));
            put(one.putObject("access"), outcome.access());
            put(one.putObject("newer"), outcome.newer());
            outcome.source()
                    .ifPresentOrElse(source -> put(one.putObject("source"), source), () -> one.putNull("source"));
        }
    }

    private static void put(ObjectNode node, Coverage coverage) {
        node.put("pairs", coverage.pairs());
        node.put("both", coverage.both());
        node.put("whole", coverage.whole());
        ArrayNode once = node.putArray("once");
        for (Coverage.Order order : coverage.once()) {
            ObjectNode one = once.addObject();
            put(one.putObject("first"), order.first());
            put(one.putObject("second"), order.second());
        }
        ObjectNode delays =
                node.putObject("delays").put("threads", coverage.delays().threads());
        ArrayNode never = delays.putArray("never");
        for (ThreadDelays.Early early : coverage.delays().never()) {
            ObjectNode one = never.addObject().put("thread", early.thread()).put("name", early.name());
            put(one.putObject("createdAt"), early.createdAt());
        }
        coverage.lines().ifPresentOrElse(lines -> put(node.putObject("lines"), lines), () -> node.putNull("lines"));
    }

    private static void put(ObjectNode node, Lines lines) {
        node.put("code", lines.code()).put("missing", lines.missing());
        ArrayNode never = node.putArray("never");
        for (Lines.Unreached file : lines.never()) {
            ArrayNode ranges = never.addObject().put("file", file.file()).putArray("ranges");
            file.ranges()
                    .forEach(range ->
                            ranges.addObject().put("first", range.first()).put("last", range.last()));
        }
    }

    private static void add(ObjectNode node, ReportedFinding finding) {
        node.put("kind", finding.kind());
        node.put("cause", finding.cause());
        node.put("message", finding.message());
        ArrayNode values = node.putArray("values");
        finding.values().forEach(value -> put(values.addObject(), value));
        node.put("repair", Repair.of(finding));
        put(node, finding.location());
        node.put("fingerprint", finding.fingerprint());
        Schedule schedule = finding.schedule();
        if (schedule.isKnown()) {
            node.put("preemptions", schedule.preemptions());
        } else {
            node.putNull("preemptions");
        }
        node.put("fewestPreemptions", schedule.isLeast() ? "proved" : "known");
        schedule.critical()
                .ifPresentOrElse(
                        critical -> put(node.putObject("criticalSwitch"), critical),
                        () -> node.putNull("criticalSwitch"));
        node.put("count", finding.count());
        node.put("replays", schedule.replays());
        ArrayNode threads = node.putArray("threads");
        for (ThreadState state : finding.threads()) {
            ObjectNode thread = threads.addObject();
            thread.put("thread", state.thread());
            thread.put("name", state.name());
            thread.put("next", state.next());
            thread.put("waitsFor", state.waitsFor());
            put(thread, state.location());
            put(thread.putArray("stack"), state.stack());
            ArrayNode holds = thread.putArray("holds");
            state.holds().forEach(holds::add);
            ArrayNode looks = thread.putArray("looks");
            state.looks().forEach(look -> put(looks.addObject(), look));
        }
        node.put("memory", finding.memory());
        ArrayNode pairs = node.putArray("pairs");
        for (RacingAccesses pair : finding.pairs()) {
            ObjectNode both = pairs.addObject();
            put(both.putObject("first"), pair.first());
            put(both.putObject("second"), pair.second());
            both.put("missing", pair.missing());
        }
        ArrayNode uses = node.putArray("uses");
        finding.uses().forEach(use -> put(uses.addObject(), use));
        ArrayNode others = node.putArray("others");
        for (OtherUse other : finding.others()) {
            ObjectNode one = others.addObject();
            one.put("kind", other.kind());
            one.put("cause", other.cause());
            one.put("message", other.message());
            one.put("thread", other.thread());
            one.put("name", other.name());
            put(one, other.location());
            put(one.putArray("stack"), other.stack());
        }
        ArrayNode places = node.putArray("places");
        for (Place place : finding.places()) {
            ObjectNode at = places.addObject();
            at.put("label", place.label());
            at.put("thread", place.thread());
            if (place.step() < 0) {
                at.putNull("step");
            } else {
                at.put("step", place.step());
            }
            put(at, place.location());
            put(at.putArray("stack"), place.stack());
        }
        node.put("schedule", schedule.file());
        ArrayNode trace = node.putArray("trace");
        for (TraceLine line : TraceRows.steps(finding)) {
            ObjectNode event = trace.addObject();
            event.put("step", line.step());
            event.put("thread", line.thread());
            event.put("operation", line.operation());
            put(event, line.location());
            event.put("key", line.isKey());
            event.put("kind", line.kind());
            event.put("object", line.object());
            event.put("related", line.isRelated());
            event.put("preempts", line.preempts());
            event.put("look", line.isLook());
        }
        ArrayNode between = node.putArray("between");
        for (TraceRows.Between row : TraceRows.between(finding)) {
            ObjectNode use = between.addObject();
            use.put("after", row.after());
            use.put("thread", row.line().thread());
            use.put("operation", row.line().operation());
            put(use, row.line().location());
        }
        add(node, finding.drawing());
        JsonHistory.put(node, finding);
        node.put("output", finding.output());
    }

    private static void add(ObjectNode node, Drawing drawing) {
        ArrayNode spans = node.putArray("spans");
        for (Drawing.Span span : drawing.spans()) {
            spans.addObject()
                    .put("type", span.type())
                    .put("thread", span.thread())
                    .put("object", span.object())
                    .put("from", span.from())
                    .put("to", span.to());
        }
        ArrayNode links = node.putArray("links");
        for (Drawing.Link link : drawing.links()) {
            links.addObject().put("type", link.type()).put("from", link.from()).put("to", link.to());
        }
    }

    private static void put(ObjectNode node, HeldValue value) {
        node.put("name", value.name());
        node.put("value", value.value());
        if (value.now().isEmpty()) {
            node.putNull("now");
        } else {
            node.put("now", value.now());
        }
        node.put("shared", value.isShared());
        node.put("writer", value.writer());
        put(node.putObject("written"), value.written());
    }

    private static void put(ObjectNode node, Switch critical) {
        node.put("step", critical.step());
        node.put("from", critical.from());
        node.put("to", critical.to());
        node.put("next", critical.next());
        put(node, critical.location());
        put(node.putObject("passing"), critical.passing());
    }

    private static void put(ObjectNode node, Passing passing) {
        node.put("end", passing.end());
        node.put("total", passing.total());
        ArrayNode steps = node.putArray("steps");
        for (TraceLine line : passing.steps()) {
            ObjectNode step = steps.addObject();
            step.put("step", line.step());
            step.put("thread", line.thread());
            step.put("operation", line.operation());
            put(step, line.location());
            step.put("look", line.isLook());
        }
    }

    private static void put(ObjectNode node, AwaitedMemory look) {
        node.put("memory", look.memory());
        node.put("value", look.value());
        put(node, look.read());
        node.put("writer", look.writer());
        put(node.putObject("written"), look.written());
    }

    private static void put(ObjectNode node, MemoryUse use) {
        node.put("kind", use.kind());
        node.put("thread", use.thread());
        node.put("name", use.name());
        if (use.value().isEmpty()) {
            node.putNull("value");
        } else {
            node.put("value", use.value());
        }
        ArrayNode holds = node.putArray("holds");
        use.holds().forEach(holds::add);
        put(node, use.location());
        put(node.putArray("stack"), use.stack());
        if (use.after() >= 0) {
            node.put("after", use.after());
        }
    }

    private static void put(ArrayNode stack, List<Location> calls) {
        calls.forEach(call -> put(stack.addObject(), call));
    }

    private static void put(ObjectNode node, Location location) {
        node.put("file", location.file());
        node.put("line", location.line());
        node.put("column", location.column());
        node.put("function", location.function());
    }
}
