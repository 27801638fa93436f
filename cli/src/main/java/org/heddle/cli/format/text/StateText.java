package org.heddle.cli.format.text;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.heddle.cli.base.Printable;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.report.State;
import org.heddle.cli.report.ThreadState;

/** Where an execution stands, as text for a terminal. */
public final class StateText {
    private final SourceLines sources;
    private final Sheet sheet;
    private final Paint paint;

    /** The text for a program whose source paths are relative to this folder. */
    public StateText(Path directory, Sheet sheet) {
        this.sheet = sheet;
        this.sources = new SourceLines(directory);
        this.paint = sheet.paint();
    }

    /** Prints a heading, the steps so far, then for each thread what comes next and what it holds, then what was printed. */
    public void print(String heading, State state, PrintWriter out) {
        out.println(paint.strong(heading + ":"));
        out.println();
        new Columns(sheet, Optional.empty())
                .draw(state.trace(), Integer.MAX_VALUE)
                .forEach(out::println);
        out.println();
        printThreads(state, out);
        if (!state.output().isEmpty()) {
            out.println("  the program has printed:");
            state.output().lines().forEach(line -> out.println("    " + Printable.of(line)));
        }
    }

    /** Prints for each thread what comes next and what it holds. */
    public void printThreads(State state, PrintWriter out) {
        state.threads().forEach(thread -> print(thread, out));
    }

    private void print(ThreadState thread, PrintWriter out) {
        String where = thread.location().brief();
        String next = thread.fullName() + ": next: " + thread.next() + (where.isEmpty() ? "" : "  at " + where);
        sheet.lines("  ", next).forEach(out::println);
        String quote = sources.quote(thread.location());
        if (!quote.isEmpty()) {
            out.println(paint.strong(sheet.cut("      " + quote)));
        }
        thread.holds().forEach(lock -> sheet.lines("      ", "holds " + lock).forEach(out::println));
        if (!thread.waitsFor().isEmpty()) {
            out.println("      has to wait for " + thread.waitsFor());
        }
    }
}
