package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs of threads that are alike, or only seem to be: what is found is the same whether they are taken for one another or not.
 * {@code -Dheddle.soak=N} sets how many, {@code -Dheddle.seed=N} the first one's seed.
 */
@Tag("thorough")
@Timeout(900)
final class AlikeWorkersTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 20);
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final Path SOURCE =
            Path.of("src/test/resources/alike/workers.c").toAbsolutePath();
    private static final int LIMIT = 1500;
    private static final String USES = "WRASVTXQ";

    @TempDir
    private Path folder;

    @Test
    void whatIsFound_doesNotDependOnNames() {
        int fewer = 0;
        int bugs = 0;
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            Random random = new Random(seed);
            List<String> program = program(random);
            List<Object> macros = new ArrayList<>();
            if (random.nextInt(3) == 0) {
                macros.add("-DRESULTS=" + random.nextInt(2));
            }
            String without = explored(program, macros, "none");
            if (count(without) < LIMIT) {
                String with = explored(program, macros, "thread");
                assertEquals(
                        Workers.withoutNumber(without),
                        Workers.withoutNumber(with),
                        "seed " + seed + ": " + program + macros);
                fewer += count(with) < count(without) ? 1 : 0;
                bugs += without.startsWith("bug") ? 1 : 0;
            }
        }
        assertTrue(fewer > PROGRAMS / 8, "some have fewer executions, " + fewer);
        assertTrue(bugs > PROGRAMS / 8, "and some have a bug, " + bugs);
    }

    private String explored(List<String> program, List<Object> macros, String coarser) {
        List<Object> options = new ArrayList<>(macros);
        options.add("--coarser=" + coarser);
        options.add("--bound=none");
        return new Workers(folder, SOURCE, LIMIT).explored(program, options.toArray());
    }

    private static int count(String explored) {
        return Integer.parseInt(explored.split(" ", -1)[1]);
    }

    private static List<String> program(Random random) {
        int threads = random.nextInt(3) == 0 ? 3 : 2;
        StringBuilder worker = new StringBuilder();
        for (int n = 1 + random.nextInt(threads == 2 ? 3 : 2); n > 0; n--) {
            worker.append(Workers.block(random, random.nextInt(4) == 0 ? USES + "PI" : USES, 1));
        }
        StringBuilder main = new StringBuilder();
        List<Integer> joins = new ArrayList<>();
        boolean isApart = random.nextInt(3) == 0;
        for (int t = 0; t < threads; t++) {
            joins.add(t);
            main.append("C0").append(isApart && random.nextBoolean() ? Workers.block(random, "WRASV", 1) : "");
        }
        if (random.nextInt(3) == 0) {
            main.append(Workers.block(random, "WRASV", 1));
        }
        if (random.nextInt(4) == 0) {
            Collections.shuffle(joins, random);
        }
        for (int t : joins) {
            main.append('J').append(t).append(isApart && random.nextBoolean() ? Workers.block(random, "WRASV", 1) : "");
        }
        return List.of(worker.toString(), main.toString());
    }
}
