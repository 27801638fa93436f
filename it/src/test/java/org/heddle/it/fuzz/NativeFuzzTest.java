package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random C programs: every reduction, bound and kind of scheduling points sees of them what all their interleavings show. What
 * differs is printed in its smallest form.
 */
@Tag("thorough")
final class NativeFuzzTest {
    private static final long FIRST = Long.getLong("heddle.fuzz.seed", 0);
    private static final int STEP =
            Integer.getInteger("heddle.fuzz.step", 1); // the number of families: one comes in each file
    private static final int FILES = Integer.getInteger("heddle.fuzz.files", 4);
    private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 1);

    @TempDir
    private Path folder;

    @Test
    void whatIsSeen_isWhatAllInterleavingsShow() throws Exception {
        Fuzzer fuzzer = new Fuzzer(folder);
        StringBuilder differences = new StringBuilder();
        for (long seed = FIRST; seed < FIRST + (long) STEP * FILES; seed += STEP) {
            Map<FuzzProgram, List<String>> different = fuzzer.batch(seed, PROGRAMS);
            different.forEach((program, list) ->
                    differences.append(program).append(String.join("\n", list)).append("\n\n"));
            if (FILES > 100) {
                System.out.printf(
                        "seed %d %s: %d programs, of %d all interleavings, of %d native runs%n%s",
                        seed,
                        FuzzGenerator.families(seed),
                        fuzzer.compared(),
                        fuzzer.covered(),
                        fuzzer.natively(),
                        differences);
                differences.setLength(0);
            }
        }
        assertEquals("", differences.toString());
    }
}
