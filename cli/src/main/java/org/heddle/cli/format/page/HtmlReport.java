package org.heddle.cli.format.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.mustachejava.DefaultMustacheFactory;
import com.github.mustachejava.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.format.text.TextReport;
import org.heddle.cli.report.Coverage;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Stage;

/**
 * The report as one page that needs nothing else: what was found stands in the page itself, the timelines are drawn by its scripts
 * from {@linkplain PageData data} that it carries with it.
 */
public final class HtmlReport {
    private static final String FOLDER = "org/heddle/cli/format/page/";
    private static final List<String> SCRIPTS =
            List.of("data.js", "elements.js", "picture.js", "source.js", "controls.js", "timeline.js", "report.js");
    private static final int LONGEST_MESSAGE = 160;

    private final ObjectMapper json = new ObjectMapper();
    private final SourceLines sources;
    private final FindingSection section;

    /** A report on a program whose source paths are relative to this folder. */
    public HtmlReport(Path directory) {
        sources = new SourceLines(directory);
        section = new FindingSection(sources, new TextReport(directory, Sheet.PLAIN));
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
                        IntStream.range(0, report.findings().size())
                                .mapToObj(number -> section.values(report, number))
                                .toList()),
                Map.entry("style", resource("report.css")),
                Map.entry("list", list(report)),
                Map.entry("script", SCRIPTS.stream().map(HtmlReport::resource).collect(Collectors.joining("\n"))),
                Map.entry("data", data(report)));
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

    /** The list at the top, where there is more than one finding. */
    private static List<Map<String, Object>> list(Report report) {
        int count = report.findings().size();
        return count > 1 ? List.of(Map.of("count", count, "groups", groups(report))) : List.of();
    }

    /** Findings by kind and cause. */
    private static List<Map<String, Object>> groups(Report report) {
        Map<String, List<Map<String, Object>>> groups = new LinkedHashMap<>();
        for (int number = 0; number < report.findings().size(); number++) {
            ReportedFinding finding = report.findings().get(number);
            groups.computeIfAbsent(finding.title(), title -> new ArrayList<>())
                    .add(Map.of(
                            "number", number,
                            "place", finding.location().brief(),
                            "message", Sheet.cut(finding.message(), LONGEST_MESSAGE)));
        }
        return groups.entrySet().stream()
                .map(group -> Map.<String, Object>of(
                        "title", group.getKey(),
                        "size", group.getValue().size(),
                        "findings", group.getValue()))
                .toList();
    }

    private String data(Report report) {
        return harmless(text(Map.of(
                "findings", report.findings().stream().map(PageData::of).toList(),
                "sources", new SourceWindows(sources).of(report))));
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
