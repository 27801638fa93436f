package org.heddle.it.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.it.testkit.NativeRuns;
import org.heddle.it.testkit.NativeRuns.NativeRun;

/**
 * Compares how a program ends natively, under random delays, with what an exploration that came to its end has seen: what is seen
 * natively and was not explored is missed.
 *
 * <p>Left out are programs whose native runs tell nothing: those that wait for times, those whose behaviour C and POSIX leave
 * undefined, and what is documented not to be varied.
 */
final class NativeComparison {
    private static final int RUNS = Integer.getInteger("heddle.fuzz.runs", 12);
    private static final int PATIENCE = 2_000; // milliseconds, of a program that may block
    private static final int LONG = 20_000;
    private static final int SIGNALLED = 128;
    private static final int ABORTED = 6;

    private static final Pattern TIMED =
            Pattern.compile("timer|ticks|past|soon|late|sleep|select|alarm|poll\\(NULL|, 10\\)|, 3\\)|_gettime");
    private static final Pattern NOT_VARIED = Pattern.compile("SHOW\\(pthread_barrier_wait");
    private static final Pattern EXITS = Pattern.compile("(?<!pthread_)exit\\(");
    private static final Set<Kind> UNDEFINED =
            Set.of(Kind.USE_AFTER_FREE, Kind.DOUBLE_FREE, Kind.HEAP_OVERFLOW, Kind.ARRAY_OVERFLOW, Kind.MISUSE);

    private final Path folder;
    private final NativeRuns runs;
    private int compared;

    NativeComparison(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        this.runs = new NativeRuns(folder);
    }

    /** How many programs were compared. */
    int compared() {
        return compared;
    }

    /** What native runs have shown that the exploration has not. */
    List<String> differences(Path executable, int number, FuzzProgram program, Observed explored)
            throws IOException, InterruptedException {
        String text = program.functions("");
        if (TIMED.matcher(text).find() || NOT_VARIED.matcher(text).find() || isUndefined(explored)) {
            return List.of();
        }
        compared++;
        boolean mayBlock = has(explored, "DEADLOCK");
        boolean allEnd = !EXITS.matcher(text).find()
                && (text.contains("pthread_join(handle(1), NULL);\n  pthread_join")
                        || text.contains("pthread_exit(NULL);\nreturn 0"));
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < RUNS && differences.isEmpty(); i++) {
            NativeRun run = runs.run(
                    folder,
                    executable,
                    List.of(Integer.toString(number)),
                    program.seed() + i,
                    mayBlock ? PATIENCE : LONG);
            if (!run.ended()) {
                if (mayBlock) {
                    break;
                }
                differences.add("natively it blocks, which was not explored");
            } else if (!isExplored(run, explored, allEnd)) {
                differences.add("a native run ended with %d: %s, which was not explored: %s"
                        .formatted(
                                run.status(), run.output(), explored.outputs().keySet()));
            }
        }
        return differences;
    }

    private static boolean isUndefined(Observed explored) {
        return explored.examples().values().stream()
                .anyMatch(finding -> UNDEFINED.contains(finding.kind()) && !isOfPages(finding));
    }

    /** What is done to pages that are gone has one outcome: a signal. */
    private static boolean isOfPages(Finding finding) {
        return finding.cause().equals("unmapped");
    }

    private static boolean isExplored(NativeRun run, Observed explored, boolean allEnd) {
        if (run.status() > SIGNALLED) {
            int signal = run.status() - SIGNALLED;
            return has(explored, "SIGNALED " + signal + ":") || (signal == ABORTED && has(explored, "ASSERTION"));
        }
        return allEnd
                ? explored.outputs().containsKey("EXITED " + run.status() + ": " + run.output())
                : has(explored, "EXITED " + run.status() + ":");
    }

    private static boolean has(Observed explored, String beginning) {
        return explored.outputs().keySet().stream().anyMatch(output -> output.startsWith(beginning));
    }
}
