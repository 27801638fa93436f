package org.heddle.cli.format.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.mustachejava.DefaultMustacheFactory;
import com.github.mustachejava.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.format.json.JsonReport;
import org.heddle.cli.format.parts.Repair;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.format.text.TerminalWriter;
import org.heddle.cli.format.text.TextReport;
import org.heddle.cli.report.AwaitedMemory;
import org.heddle.cli.report.Coverage;
import org.heddle.cli.report.HeldValue;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Stage;
import org.heddle.cli.report.Switch;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.names.Location;

/**
 * The report as one page that needs nothing else: what was found stands in the page itself, the timelines are drawn by its script
 * from the JSON report, which it carries with it.
 */
public final class HtmlReport {
    private static final String FOLDER = "org/heddle/cli/format/page/";

    private final ObjectMapper json = new ObjectMapper();
    private final SourceLines sources;
    private final TextReport plain;

    /** A report on a program whose source paths are relative to this folder. */
    public HtmlReport(Path directory) {
        sources = new SourceLines(directory);
        plain = new TextReport(directory, Sheet.PLAIN);
    }

    /** The page. */
    public String write(Report report) {
        Mustache template = new DefaultMustacheFactory(FOLDER).compile("report.html.mustache");
        StringWriter page = new StringWriter();
        template.execute(page, values(report));
        return page.toString();
    }

    private Map<String, Object> values(Report report) {
        long most = report.stages().stream().mapToLong(Stage::executions).max().orElse(1);
        return Map.ofEntries(
                Map.entry("program", report.program()),
                Map.entry("verdict", report.conclusion().name().toLowerCase(Locale.ROOT)),
                Map.entry("claim", report.claim()),
                Map.entry("remarks", report.remarks()),
                Map.entry(
                        "coverage",
                        report.coverage().map(Coverage::textWithAllLines).orElse(List.of())),
                Map.entry("executions", report.total()),
                Map.entry("bound", bound(report)),
                Map.entry("seconds", String.format(Locale.ROOT, "%.2f", report.seconds())),
                Map.entry("version", HeddleVersion.number()),
                Map.entry(
                        "stages",
                        report.stages().stream().map(stage -> bar(stage, most)).toList()),
                Map.entry(
                        "findings",
                        report.findings().stream()
                                .map(finding -> finding(report, finding))
                                .toList()),
                Map.entry("style", resource("report.css")),
                Map.entry("script", resource("report.js")),
                Map.entry("data", harmless(new JsonReport().write(report))),
                Map.entry("sources", harmless(text(new SourceWindows(sources).of(report)))));
    }

    private static String bound(Report report) {
        if (report.complete()) {
            return "everything";
        }
        List<String> bounds = new ArrayList<>();
        report.operationBound()
                .ifPresent(operations -> bounds.add("the first " + operations + " operations of each thread"));
        report.preemptionBound().ifPresent(preemptions -> bounds.add("up to " + preemptions + " preemptions"));
        return bounds.isEmpty() ? "not everything" : String.join(", ", bounds);
    }

    private static Map<String, Object> bar(Stage stage, long most) {
        String bound = stage.bound().isPresent()
                ? ", bound " + stage.bound().getAsInt()
                : stage.strategy().equals("systematic") ? ", no bound" : "";
        return Map.of(
                "name", stage.strategy() + bound,
                "executions", stage.executions(),
                "percent", Math.max(1, Math.round(100.0 * stage.executions() / most)));
    }

    private Map<String, Object> finding(Report report, ReportedFinding finding) {
        return Map.ofEntries(
                Map.entry("number", report.findings().indexOf(finding)),
                Map.entry("title", finding.title()),
                Map.entry("message", finding.message()),
                Map.entry("values", finding.values().stream().map(this::value).toList()),
                Map.entry("place", finding.location().brief()),
                Map.entry("quote", sources.quote(finding.location())),
                Map.entry("repair", Repair.of(finding)),
                Map.entry("simplicity", finding.schedule().simplicity()),
                Map.entry(
                        "critical",
                        finding.schedule().critical().map(Switch::sentence).orElse("")),
                Map.entry("schedule", finding.schedule().file()),
                Map.entry("memory", uses(finding).isEmpty() ? "" : finding.memory()),
                Map.entry("uses", uses(finding)),
                Map.entry(
                        "threads",
                        finding.threads().stream()
                                .map(state -> thread(state, finding.standing(state)))
                                .toList()),
                Map.entry("output", finding.output().strip()),
                Map.entry("text", asText(finding)));
    }

    /** The finding as the text report has it, for readers without scripts. */
    private String asText(ReportedFinding finding) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        plain.print(finding, new TerminalWriter(out));
        out.flush();
        return text.toString();
    }

    /** Accesses by pair, or how what is gone was used. */
    private List<Map<String, Object>> uses(ReportedFinding finding) {
        Stream<MemoryUse> racing = finding.pairs().stream().flatMap(pair -> Stream.of(pair.first(), pair.second()));
        Stream<Map<String, Object>> uses = Stream.concat(racing, finding.uses().stream())
                .map(use -> use(use.sentence(), use.location(), use.stack()));
        Stream<Map<String, Object>> others = finding.others().stream()
                .map(other -> use("also: " + other.sentence(), other.location(), other.stack()));
        return Stream.concat(uses, others).toList();
    }

    private Map<String, Object> value(HeldValue value) {
        return Map.of("sentence", value.sentence(), "quote", sources.quote(value.written()));
    }

    private Map<String, Object> use(String sentence, Location location, List<Location> stack) {
        return Map.of(
                "sentence", sentence,
                "place", location.brief(),
                "quote", sources.quote(location),
                "calls", calls(stack));
    }

    private static List<String> calls(List<Location> stack) {
        return stack.stream()
                .map(call -> call.line() > 0 ? call.function() + " at " + call.brief() : call.brief())
                .toList();
    }

    private Map<String, Object> thread(ThreadState state, String standing) {
        return Map.of(
                "label",
                state.thread() + (state.name().isEmpty() ? "" : " (" + state.name() + ")"),
                "next",
                standing,
                "place",
                state.next().isEmpty() ? "" : state.location().brief(),
                "quote",
                state.next().isEmpty() ? "" : sources.quote(state.location()),
                "calls",
                state.stack().size() > 1 ? calls(state.stack()) : List.of(),
                "holds",
                List.copyOf(state.holds()),
                "looks",
                state.looks().stream().map(AwaitedMemory::sentence).toList());
    }

    private String text(Object value) {
        try {
            return json.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a map of strings has a JSON form", impossible);
        }
    }

    /** JSON that ends no script element and begins no comment. */
    private static String harmless(String text) {
        return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
