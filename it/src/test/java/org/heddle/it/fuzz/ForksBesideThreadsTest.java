package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a process finds that is forked beside threads, and what one leaves that ends beside threads: random programs, of which brute force
 * tells what can be found.
 * {@code -Dheddle.soak=N} sets how many, {@code -Dheddle.seed=N} the first one's seed.
 */
@Timeout(900)
final class ForksBesideThreadsTest {
    private static final int PROGRAMS =
            Math.max(1, Integer.getInteger("heddle.soak", 20) / 10); // each has hundreds of executions
    private static final int FEWER = (PROGRAMS + 1) / 2; // of these there are three kinds
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final Path SOURCES = Path.of("src/test/resources/processes").toAbsolutePath();
    private static final int LIMIT = 5000;
    private static final int SNAPSHOTS = 100;
    private static final char FORK = 'F';

    @TempDir
    private Path folder;

    @Test
    void forks_findWhatBruteForceFinds() {
        compare(PROGRAMS, "snapshot.c", ForksBesideThreadsTest::random);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-DEXITS", "-DOTHER"})
    void ends_leaveWhatBruteForceFinds(String how) {
        compare(
                FEWER,
                "ends.c",
                random -> List.of(word(random, random.nextInt(2)) + FORK, some(random), some(random)),
                how);
    }

    /** Of one thread besides: each operation meets the signal. */
    @Test
    void endsBySignals_leaveWhatBruteForceFinds() {
        compare(FEWER, "ends.c", random -> List.of(String.valueOf(FORK), some(random)), "-DKILL");
    }

    private static String some(Random random) {
        return word(random, 1 + random.nextInt(2));
    }

    private void compare(int programs, String source, Function<Random, List<String>> draws, Object... macros) {
        int found = 0;
        for (long seed = SEED; seed < SEED + programs; seed++) {
            Random random = new Random(seed);
            List<String> program = draws.apply(random);
            Set<Integer> possible = new HashSet<>();
            explore(program, new int[program.size()], 0, 0, possible);
            List<Integer> impossible = new ArrayList<>();
            for (int snapshot = 0; snapshot < SNAPSHOTS; snapshot++) {
                if (!possible.contains(snapshot) && snapshot % 10 < 4 && snapshot / 10 < 6) {
                    impossible.add(snapshot);
                }
            }
            List<Integer> all = new ArrayList<>(possible);
            int one = all.get(random.nextInt(all.size()));
            int none = impossible.get(random.nextInt(impossible.size()));
            assertEquals(
                    "bug", verdict(source, program, one, macros), "seed " + seed + ": " + program + " gives " + one);
            assertEquals(
                    "clean",
                    verdict(source, program, none, macros),
                    "seed " + seed + ": " + program + " never gives " + none);
            found += possible.size();
        }
        assertTrue(found > programs, found + " snapshots of " + programs + " programs");
    }

    private String verdict(String source, List<String> program, int unwanted, Object... macros) {
        List<String> words = new ArrayList<>(program);
        words.add(Integer.toString(unwanted));
        String explored = new Workers(folder, SOURCES.resolve(source), LIMIT).explored(words, macros);
        return explored.substring(0, explored.indexOf(' '));
    }

    private static List<String> random(Random random) {
        List<String> program = new ArrayList<>();
        program.add(word(random, random.nextInt(2)) + FORK + word(random, random.nextInt(2)));
        program.add(some(random));
        program.add(some(random));
        return program;
    }

    private static String word(Random random, int length) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append("ABCD".charAt(random.nextInt(4)));
        }
        return word.toString();
    }

    /** All that can be found, of where the threads are in their words, and what the numbers are. */
    private static void explore(List<String> program, int[] at, int a, int b, Set<Integer> found) {
        for (int thread = 0; thread < at.length; thread++) {
            String word = program.get(thread);
            if (at[thread] == word.length()) {
                continue;
            }
            char step = word.charAt(at[thread]);
            if (step == FORK) {
                found.add(10 * a + b);
            }
            int nextA = step == 'A' ? (a + 1) % 10 : step == 'D' && a == 1 ? 5 : a;
            int nextB = step == 'B' ? (b + 1) % 10 : step == 'C' ? a : b;
            at[thread]++;
            explore(program, at, nextA, nextB, found);
            at[thread]--;
        }
    }
}
