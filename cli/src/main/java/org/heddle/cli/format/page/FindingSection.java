package org.heddle.cli.format.page;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.heddle.cli.format.parts.LockHistory;
import org.heddle.cli.format.parts.Origins;
import org.heddle.cli.format.parts.Repair;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.format.text.TerminalWriter;
import org.heddle.cli.format.text.TextReport;
import org.heddle.cli.report.AwaitedMemory;
import org.heddle.cli.report.HeldValue;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Switch;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.names.Location;

/** What stands in the page itself of a finding, for every reader. */
record FindingSection(SourceLines sources, TextReport plain) {
    /** A longer history of a lock is folded. */
    private static final int MOST_OPEN = 8;

    /** What the template shows of it. */
    Map<String, Object> values(Report report, int number) {
        ReportedFinding finding = report.findings().get(number);
        boolean isOne = report.findings().size() == 1;
        return Map.ofEntries(
                Map.entry("number", number),
                Map.entry("open", number == 0 ? "open" : ""),
                Map.entry(
                        "of",
                        isOne ? "" : (number + 1) + " of " + report.findings().size()),
                Map.entry("next", number + 1 < report.findings().size() ? List.of(number + 1) : List.of()),
                Map.entry("waits", WaitPicture.of(finding).map(List::of).orElse(List.of())),
                Map.entry("beside", SideBySide.of(finding).map(List::of).orElse(List.of())),
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
                Map.entry("atEnd", atEnd(finding)),
                Map.entry("origins", origins(finding)),
                Map.entry("locks", locks(finding)),
                Map.entry("output", finding.output().strip()),
                Map.entry("text", asText(finding)));
    }

    private List<Map<String, Object>> atEnd(ReportedFinding finding) {
        List<Map<String, Object>> threads = finding.threads().stream()
                .map(state -> thread(state, finding.standing(state)))
                .toList();
        return threads.isEmpty() ? List.of() : List.of(Map.of("threads", threads));
    }

    private static List<Map<String, Object>> origins(ReportedFinding finding) {
        List<String> lines = Origins.of(finding);
        return lines.isEmpty() ? List.of() : List.of(Map.of("lines", lines));
    }

    private static List<Map<String, Object>> locks(ReportedFinding finding) {
        return LockHistory.of(finding).stream().map(FindingSection::lock).toList();
    }

    private static Map<String, Object> lock(LockHistory history) {
        int count = history.uses().size();
        return Map.of(
                "lock",
                history.lock(),
                "steps",
                count == 1 ? "1 step" : count + " steps",
                "open",
                count <= MOST_OPEN ? "open" : "",
                "uses",
                history.uses().stream()
                        .map(use -> "step " + use.line().step() + "  " + use.sentence(history.lock()))
                        .toList(),
                "holders",
                history.holders().stream()
                        .map(holder -> holder + " has it at the end")
                        .toList());
    }

    private static List<Map<String, Object>> stack(List<String> calls) {
        return calls.isEmpty() ? List.of() : List.of(Map.of("calls", calls));
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
                "stack", stack(calls(stack)));
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
                "stack",
                state.stack().size() > 1 ? stack(calls(state.stack())) : List.of(),
                "holds",
                List.copyOf(state.holds()),
                "looks",
                state.looks().stream().map(AwaitedMemory::sentence).toList());
    }
}
