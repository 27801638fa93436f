package org.heddle.cli.format.text;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.heddle.cli.base.Printable;
import org.heddle.cli.format.parts.Repair;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.format.parts.TraceRows;
import org.heddle.cli.format.parts.WaitRing;
import org.heddle.cli.report.Place;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.Report.Conclusion;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.cost.Restarts;
import org.heddle.cli.report.names.Location;

/** The report as text for a terminal. */
public final class TextReport {
    private static final int LONGEST_TRACE = 60;
    private static final int LONGEST_OUTPUT = 20;

    private final SourceLines sources;
    private final CallText calls;
    private final Sheet sheet;
    private final Paint paint;

    /** A report on a program whose source paths are relative to this folder. */
    public TextReport(Path directory, Sheet sheet) {
        this.sheet = sheet;
        this.sources = new SourceLines(directory);
        this.calls = new CallText(sources, sheet);
        this.paint = sheet.paint();
    }

    /** Prints the whole report. */
    public void print(Report report, PrintWriter out) {
        Set<String> printed = new HashSet<>();
        for (ReportedFinding finding : report.findings()) {
            print(finding, printed.add(finding.output()), out);
            out.println();
        }
        String claim = report.program() + ": " + report.claim();
        boolean isBug = report.conclusion() == Conclusion.BUG;
        boolean isClean = report.conclusion() == Conclusion.CLEAN;
        for (String line : sheet.lines("", claim)) {
            out.println(isBug ? paint.bad(line) : isClean ? paint.good(line) : paint.mark(line));
        }
        report.remarks().forEach(remark -> sheet.lines("  ", "note: " + remark)
                .forEach(line -> out.println(paint.faint(line))));
        report.coverage().ifPresent(coverage -> coverage.text()
                .forEach(line -> sheet.lines("  ", line).forEach(out::println)));
        String executions = report.total() == 1 ? "execution" : "executions";
        String cost = report.total() + " " + executions + " in " + seconds(report) + " s" + events(report.restarts());
        sheet.lines("  ", cost).forEach(out::println);
        if (report.cost().isOfInterest()) {
            sheet.lines("  ", report.cost().text()).forEach(out::println);
        }
    }

    private static String events(Restarts restarts) {
        long spared = restarts.fromCheckpoints();
        return spared == 0
                ? ""
                : "; " + restarts.executed() + " events were executed, " + spared + " taken from checkpoints";
    }

    private static String seconds(Report report) {
        return BigDecimal.valueOf(report.seconds())
                .setScale(2, RoundingMode.HALF_UP)
                .toPlainString();
    }

    /** Prints one finding. */
    public void print(ReportedFinding finding, PrintWriter out) {
        print(finding, true, out);
    }

    private void print(ReportedFinding finding, boolean withOutput, PrintWriter out) {
        String times = finding.count() > 1 ? " (shown by " + finding.count() + " executions)" : "";
        out.println(paint.bad(finding.title()) + times);
        sheet.lines("  ", finding.message()).forEach(out::println);
        if (finding.location().isKnown()) {
            sheet.lines("  ", "at " + place(finding.location())).forEach(out::println);
            quote(finding.location(), "      ", out);
        }
        finding.values().forEach(value -> sheet.lines("    ", value.sentence()).forEach(out::println));
        out.println();
        new Columns(sheet, finding.schedule().critical())
                .draw(TraceRows.of(finding), LONGEST_TRACE)
                .forEach(out::println);
        out.println();
        List<ThreadState> cycle = WaitRing.in(finding.threads());
        if (!cycle.isEmpty()) {
            new WaitCycle(sources, sheet).draw(cycle).forEach(out::println);
            out.println();
        } else {
            printPlaces(finding, out);
        }
        printMemory(finding, out);
        List<ThreadState> others = new ArrayList<>(finding.threads());
        others.removeAll(cycle);
        printThreads(finding, others, out);
        new HistoryText(sheet).of(finding).forEach(out::println);
        if (withOutput) {
            printOutput(finding, out);
        } else if (!finding.output().isBlank()) {
            out.println("  the program printed what it did before");
        }
        printSchedule(finding, out);
    }

    private void quote(Location location, String indentation, PrintWriter out) {
        String quote = sources.quote(location);
        if (!quote.isEmpty()) {
            out.println(paint.strong(sheet.cut(indentation + quote)));
        }
    }

    private void printPlaces(ReportedFinding finding, PrintWriter out) {
        List<Place> places =
                finding.places().stream().filter(place -> place.step() >= 0).toList();
        if (places.isEmpty() || isWhatFails(places, finding)) {
            return;
        }
        out.println("  what brought it about:");
        for (Place place : places) {
            String where = place.location().brief();
            String text = "step " + place.step() + "  " + place.thread() + ": " + place.label()
                    + (where.isEmpty() ? "" : "  at " + where);
            sheet.lines("    ", text).forEach(out::println);
            quote(place.location(), "        ", out);
            if (finding.isFailedCall(place) && place.stack().size() > 1) {
                calls.calls(place.stack(), "          ").forEach(out::println);
            }
        }
        out.println();
    }

    /** Whether the only place is the one that the finding has named already: the step with which it ends. */
    private static boolean isWhatFails(List<Place> places, ReportedFinding finding) {
        return places.size() == 1
                && places.get(0).step() == finding.trace().size() - 1
                && places.get(0).location().brief().equals(finding.location().brief());
    }

    private void printMemory(ReportedFinding finding, PrintWriter out) {
        List<String> lines = calls.memory(finding);
        lines.forEach(out::println);
        if (!lines.isEmpty()) {
            out.println();
        }
    }

    private void printThreads(ReportedFinding finding, List<ThreadState> threads, PrintWriter out) {
        for (ThreadState state : threads) {
            String where = state.next().isEmpty() ? "" : state.location().brief();
            sheet.lines(
                            "  ",
                            state.fullName() + ": " + finding.standing(state)
                                    + (where.isEmpty() ? "" : "  at " + where))
                    .forEach(out::println);
            if (!state.next().isEmpty()) {
                quote(state.location(), "      ", out);
            }
            if (state.stack().size() > 1) {
                calls.calls(state.stack(), "        ").forEach(out::println);
            }
            state.holds().forEach(lock -> sheet.lines("      ", "holds " + lock).forEach(out::println));
            state.looks().forEach(look -> sheet.lines("      ", look.sentence()).forEach(out::println));
        }
    }

    private void printOutput(ReportedFinding finding, PrintWriter out) {
        if (finding.output().isBlank()) {
            return;
        }
        out.println("  the program printed:");
        List<String> lines = finding.output().lines().toList();
        lines.stream().limit(LONGEST_OUTPUT).forEach(line -> out.println(sheet.cut("    " + Printable.of(line))));
        if (lines.size() > LONGEST_OUTPUT) {
            out.println("    … " + (lines.size() - LONGEST_OUTPUT) + " more lines");
        }
    }

    private void printSchedule(ReportedFinding finding, PrintWriter out) {
        if (finding.schedule().isKnown() && !finding.schedule().replays()) {
            sheet.lines(
                            "  ",
                            finding.trace().isEmpty()
                                    ? "There was no time or memory to run this execution again: heddle replay tells more."
                                    : "This execution gave another result when it was run again: something in the"
                                            + " program is not under Heddle's control.")
                    .forEach(out::println);
        }
        finding.schedule().critical().ifPresent(critical -> sheet.lines("  ", "critical switch: " + critical.sentence())
                .forEach(out::println));
        sheet.lines("  ", "repair: " + Repair.of(finding)).forEach(out::println);
        out.println("  explain: heddle explain " + finding.kind());
        out.println("  schedule: " + finding.schedule().simplicity());
        if (!finding.schedule().file().isEmpty()) {
            out.println("  replay: heddle replay " + finding.schedule().file());
        }
    }

    private String place(Location location) {
        String file = sources.shown(location.file());
        String where = location.line() > 0 ? file + ":" + location.line() : file;
        return location.function().isEmpty() ? where : where + " in " + location.function();
    }
}
