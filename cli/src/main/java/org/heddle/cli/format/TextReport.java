package org.heddle.cli.format;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.heddle.cli.report.Location;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;

/** The report as text for a terminal. */
public final class TextReport {
    private static final int LONGEST_TRACE = 60;

    private final SourceLines sources;

    /** A report on a program whose source paths are relative to this folder. */
    public TextReport(Path directory) {
        this.sources = new SourceLines(directory);
    }

    /** Prints the whole report. */
    public void print(Report report, PrintWriter out) {
        for (ReportedFinding finding : report.findings()) {
            print(finding, out);
            out.println();
        }
        out.println(report.program() + ": " + report.claim());
        report.remarks().forEach(remark -> out.println("  note: " + remark));
        out.printf(
                Locale.ROOT,
                "  %d execution%s in %.2f s%n",
                report.total(),
                report.total() == 1 ? "" : "s",
                report.seconds());
    }

    /** Prints one finding. */
    public void print(ReportedFinding finding, PrintWriter out) {
        String times = finding.count() > 1 ? " (shown by " + finding.count() + " executions)" : "";
        out.println(finding.title() + times);
        out.println("  " + finding.message());
        if (finding.location().isKnown()) {
            String quote = sources.quote(finding.location());
            out.println("  at " + place(finding.location()) + (quote.isEmpty() ? "" : ":  " + quote));
        }
        out.println();
        printTrace(finding, out);
        printThreads(finding.threads(), out);
        if (!finding.output().isBlank()) {
            out.println("  the program printed:");
            finding.output().lines().limit(20).forEach(line -> out.println("    " + line));
        }
        printReplay(finding, out);
    }

    private static void printTrace(ReportedFinding finding, PrintWriter out) {
        List<TraceLine> trace = finding.trace();
        int left = Math.max(0, trace.size() - LONGEST_TRACE);
        if (left > 0) {
            out.println("  … " + left + " earlier steps: heddle show "
                    + finding.schedule().file());
        }
        Columns.draw(trace.subList(left, trace.size())).forEach(out::println);
        out.println();
    }

    private void printThreads(List<ThreadState> threads, PrintWriter out) {
        for (ThreadState state : threads) {
            String name = state.name().isEmpty() ? "" : " (" + state.name() + ")";
            StringBuilder line = new StringBuilder("  " + state.thread() + name + ": ");
            line.append(state.next().isEmpty() ? "finished" : "next: " + state.next());
            if (state.location().isKnown() && !state.next().isEmpty()) {
                line.append("  at ").append(state.location().brief());
                String quote = sources.quote(state.location());
                line.append(quote.isEmpty() ? "" : ":  " + quote);
            }
            out.println(line);
            state.holds().forEach(lock -> out.println("      holds " + lock));
        }
    }

    private static void printReplay(ReportedFinding finding, PrintWriter out) {
        if (!finding.schedule().replays()) {
            out.println("  This execution did not come out the same when it was run again:"
                    + " something in the program is not under Heddle's control.");
        }
        finding.schedule().critical().ifPresent(critical -> out.println("  critical switch: " + critical.sentence()));
        out.println("  schedule: " + finding.schedule().simplicity());
        if (!finding.schedule().file().isEmpty()) {
            out.println("  replay: heddle replay " + finding.schedule().file());
        }
    }

    private static String place(Location location) {
        String where = location.line() > 0 ? location.file() + ":" + location.line() : location.file();
        return location.function().isEmpty() ? where : where + " in " + location.function();
    }
}
