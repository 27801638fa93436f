package org.heddle.it.fuzz;

import static org.heddle.it.fuzz.Workers.block;
import static org.heddle.it.fuzz.Workers.withoutNumber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A switch between coroutines is no event: random small programs, each once with calls and once with coroutines, which also move from
 * one thread to another. {@code -Dheddle.soak=N} sets how many, {@code -Dheddle.seed=N} the first one's seed.
 */
@Timeout(900)
final class CoroutinesTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 20);
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final Path SOURCE =
            Path.of("src/test/resources/coroutines/workers.c").toAbsolutePath();

    private static final String OPERATIONS = "PWSRAVOYXBC";

    @TempDir
    private Path folder;

    @Test
    void randomProgramsOfCoroutines_areLikeThoseOfCalls() {
        Set<String> seen = new TreeSet<>();
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            List<String> program = random(seed);
            String calls = comparable(program, explored(program));
            String coroutines = comparable(program, explored(program, "-DCOROUTINES"));
            assertEquals(calls, coroutines, "seed " + seed + ": " + program);
            seen.add(withoutNumber(calls));
        }
        System.out.println(PROGRAMS + " programs: " + seen);
        assertTrue(seen.size() > 4, seen::toString);
    }

    /** As programs tell ThreadSanitizer of them. Spin loops on such stacks are unrolled: there are none here. */
    @Test
    void randomProgramsOfFibers_areLikeThoseOfCalls() {
        for (long seed = SEED; seed < SEED + PROGRAMS / 2; seed++) {
            List<String> program =
                    random(seed).stream().map(word -> word.replace('X', 'A')).toList();
            assertEquals(
                    explored(program),
                    explored(program, "-DCOROUTINES", "-DASSEMBLY", "--trust=switch_stack"),
                    "seed " + seed + ": " + program);
        }
    }

    /** How often a spin loop goes round before it is known for one depends on what lies in unused places of the stack. */
    private static String comparable(List<String> program, String explored) {
        return String.join("", program).contains("X") ? withoutNumber(explored) : explored;
    }

    private String explored(List<String> program, Object... macros) {
        return new Workers(folder, SOURCE, 3000).explored(program, macros);
    }

    private static List<String> random(long seed) {
        Random random = new Random(seed);
        List<String> program = new ArrayList<>();
        for (int worker = 0; worker < 2; worker++) {
            StringBuilder word = new StringBuilder();
            int blocks = 1 + random.nextInt(2);
            for (int n = 0; n < blocks; n++) {
                word.append(block(random, OPERATIONS, 2));
            }
            if (random.nextInt(2) == 0) {
                word.append("H0").append(block(random, OPERATIONS, 1));
            }
            program.add(word.toString());
        }
        return program;
    }
}
