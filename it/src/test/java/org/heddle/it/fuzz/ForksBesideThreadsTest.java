package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a process finds that is forked beside threads: random programs, of which brute force tells what can be found.
 * {@code -Dheddle.soak=N} sets how many, {@code -Dheddle.seed=N} the first one's seed.
 */
@Timeout(900)
final class ForksBesideThreadsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 20) / 5; // each has hundreds of executions
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final Path SOURCE =
            Path.of("src/test/resources/processes/snapshot.c").toAbsolutePath();
    private static final int LIMIT = 5000;
    private static final int SNAPSHOTS = 100;
    private static final char FORK = 'F';

    @TempDir
    private Path folder;

    @Test
    void randomPrograms_findWhatBruteForceFinds() {
        int found = 0;
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            Random random = new Random(seed);
            List<String> program = random(random);
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
            assertEquals("bug", verdict(program, one), "seed " + seed + ": " + program + " gives " + one);
            assertEquals("clean", verdict(program, none), "seed " + seed + ": " + program + " never gives " + none);
            found += possible.size();
        }
        assertTrue(found > 2 * PROGRAMS, found + " snapshots of " + PROGRAMS + " programs");
    }

    private String verdict(List<String> program, int unwanted) {
        List<String> words = new ArrayList<>(program);
        words.add(Integer.toString(unwanted));
        String explored = new Workers(folder, SOURCE, LIMIT).explored(words);
        return explored.substring(0, explored.indexOf(' '));
    }

    private static List<String> random(Random random) {
        List<String> program = new ArrayList<>();
        program.add(word(random, random.nextInt(2)) + FORK + word(random, random.nextInt(2)));
        program.add(word(random, 1 + random.nextInt(2)));
        program.add(word(random, 1 + random.nextInt(2)));
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
