package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.NativeRuns;
import org.heddle.it.testkit.NativeRuns.NativeRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The attacks on proofs run natively under random delays: those that are called right never fail, many of the others do. */
@Tag("thorough")
@Tag("slow")
@Timeout(1800)
final class NativeAttacksTest {
    private static final int RUNS = 3 * Integer.getInteger("heddle.times", 1);
    private static final int HANGS_AFTER = 3_000; // milliseconds, of a case with a bug
    private static final int AT_A_TIME = 8;
    private static final int PATIENCE = 30_000;

    /** Natively, atomic sections are none. */
    private static final String SECTIONS = "section-";

    @TempDir
    private Path folder;

    @Test
    void casesThatAreRight_neverFailNatively() throws Exception {
        NativeRuns runs = new NativeRuns(folder);
        List<String> wrong = new ArrayList<>();
        int right = 0;
        int withBug = 0;
        int shown = 0;
        Map<Expectation, Future<NativeRun>> results = started(runs);
        for (Expectation attack : results.keySet()) {
            boolean isRight = isRight(attack);
            NativeRun bad = results.get(attack).get();
            if (!isRight) {
                withBug++;
                shown += bad == null ? 0 : 1;
            } else if (bad == null) {
                right++;
            } else {
                wrong.add(attack + ": " + bad);
            }
        }
        System.out.printf("natively: %d right cases never failed, %d of %d bugs showed%n", right, shown, withBug);
        assertEquals(List.of(), wrong);
        assertTrue(right > 50, right + " right cases");
        assertTrue(shown > withBug / 3, shown + " of " + withBug + " bugs showed");
    }

    /** Several at a time: delays and hangs take no processor. The first bad run of each; null: there is none. */
    private Map<Expectation, Future<NativeRun>> started(NativeRuns runs) throws Exception {
        Map<Expectation, Future<NativeRun>> results = new LinkedHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        for (Expectation attack : attacks()) {
            int patience = isRight(attack) ? PATIENCE : HANGS_AFTER;
            results.put(attack, threads.submit(() -> firstBad(runs, attack, patience)));
        }
        threads.shutdown(); // once they have come to their ends
        return results;
    }

    private static boolean isRight(Expectation attack) {
        return attack.verdict().equals("clean");
    }

    private static List<Expectation> attacks() throws Exception {
        return Expectation.all().stream()
                .filter(attack -> attack.file().getParent().endsWith("soundness"))
                .filter(attack -> !attack.file().getFileName().toString().startsWith(SECTIONS))
                .filter(attack -> !attack.verdict().equals("inconclusive"))
                .toList();
    }

    private NativeRun firstBad(NativeRuns runs, Expectation attack, int patience) throws Exception {
        Path program = program(attack);
        for (int seed = 0; seed < RUNS; seed++) {
            Path here = Files.createTempDirectory(folder, "run");
            NativeRun run = runs.run(here, program, List.of(), seed, patience);
            if (!run.isGood()) {
                return run;
            }
        }
        return null;
    }

    private static Path program(Expectation attack) {
        Stream<String> macros = attack.arguments().stream().filter(word -> word.startsWith("-D"));
        Object[] words = Stream.concat(macros, Stream.of("-DNATIVE")).toArray();
        Object[] sources = new Object[words.length + 1];
        System.arraycopy(words, 0, sources, 0, words.length);
        sources[words.length] = attack.file();
        return (Path) Compiled.instead(sources)[0];
    }
}
