package org.heddle.cli.determinism;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.heddle.cli.determinism.Repeats.Differing;
import org.heddle.cli.determinism.Repeats.Respect;
import org.heddle.cli.format.parts.SourceLines;

/** What runs were like, as text for a terminal. */
public final class RepeatsText {
    private final SourceLines sources;

    /** Text that shows paths relative to this folder. */
    public RepeatsText(Path directory) {
        sources = new SourceLines(directory);
    }

    /** Prints it. */
    public void print(Repeats repeats, PrintWriter out) {
        if (repeats.differing().isPresent()) {
            printDifference(repeats, repeats.differing().get(), out);
        } else {
            out.println("the same: %d runs of one schedule of %s".formatted(repeats.runs(), repeats.program()));
            out.println(
                    "  compared: %d steps with their values and places, %d bytes of standard output, %d of standard error,"
                            .formatted(repeats.steps(), repeats.stdout(), repeats.stderr()));
            out.println("  and the end (" + repeats.end() + "); not files, nor other schedules");
        }
        repeats.remarks().forEach(remark -> out.println("note: " + remark));
    }

    private void printDifference(Repeats repeats, Differing differing, PrintWriter out) {
        out.println("different: run %d of one schedule of %s is not the same as run 1"
                .formatted(differing.run(), repeats.program()));
        boolean isFirst = true;
        for (Respect respect : differing.respects()) {
            String place = respect.location().isKnown() ? ", at " + place(respect) : "";
            out.println((isFirst ? "  first: " : "  also: ") + respect.where() + place);
            String quote = sources.quote(respect.location());
            if (!quote.isEmpty()) {
                out.println("      " + quote);
            }
            out.println("    run 1: " + respect.first());
            out.println("    run %d: %s".formatted(differing.run(), respect.other()));
            isFirst = false;
        }
    }

    private String place(Respect respect) {
        String file = sources.shown(respect.location().file());
        return respect.location().line() > 0 ? file + ":" + respect.location().line() : file;
    }
}
