package org.heddle.it.fuzz;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random C programs whose threads keep plain data under mutexes, all their interleavings against the exploration that orders critical
 * sections by what they touch.
 */
@Tag("thorough")
@Tag("slow")
@Timeout(600)
final class CriticalSectionsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.sections.programs", 5);
    private static final long SEED = Long.getLong("heddle.sections.seed", 1);

    /** What is done with m0 in hand; # is a number below 3. */
    private static final List<String> UNDER_M0 = List.of(
            "x0++;",
            "x1 += x0;",
            "SHOW(x0);",
            "SHOW(x1);",
            "words[#]++;",
            "words[x0 & 1] = T;",
            "SHOW(words[#]);",
            "if (x0 > 1) x1 = T; else words[#] = 1;",
            "memset(words, T, 2);",
            "if (!p0) { p0 = malloc(sizeof *p0); *p0 = T; }",
            "if (p0) { SHOW(*p0); free(p0); p0 = NULL; }",
            "assert(x0 != 2 || x1 != 1);");

    private static final List<String> UNDER_M1 =
            List.of("event++;", "SHOW(event);", "file = event + T;", "SHOW(file);");

    /** What makes mutexes ordinary ones, or the program a racy one. */
    private static final List<String> OTHERS = List.of(
            "SHOW(atomic_fetch_add(&a0, 1));",
            "atomic_store(&a0, T);",
            "e = pthread_mutex_trylock(&m1); SHOW(e); if (e == 0) { event++; pthread_mutex_unlock(&m1); }",
            "pthread_mutex_lock(&m1); pthread_mutex_lock(&m0); x0++; pthread_mutex_unlock(&m0); pthread_mutex_unlock(&m1);",
            "pthread_mutex_lock(&m0); pthread_mutex_lock(&m1); event++; pthread_mutex_unlock(&m1); pthread_mutex_unlock(&m0);",
            "pthread_mutex_lock(&m0); atomic_store(&a1, x0); pthread_mutex_unlock(&m0);",
            "SHOW(x0);",
            "x1 = T;",
            "pthread_mutex_lock(&m0); if (x0 == 1) _exit(3); pthread_mutex_unlock(&m0);",
            "pthread_mutex_lock(&m0); if (x1 == 1) abort(); pthread_mutex_unlock(&m0);",
            "pthread_mutex_lock(&m0); pthread_cond_signal(&c0); pthread_mutex_unlock(&m0);",
            "sem_post(&s0);",
            "SHOW(sem_trywait(&s0));");

    @TempDir
    private Path folder;

    private static FuzzProgram program(long seed) {
        Random random = new Random(seed);
        boolean isMixed = random.nextInt(3) == 0;
        int threads = 2 + (random.nextInt(3) == 0 ? 1 : 0);
        List<List<String>> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            List<String> statements = new ArrayList<>();
            for (int n = 1 + random.nextInt(threads == 2 ? 2 : 1); n > 0; n--) {
                statements.add(statement(random, isMixed));
            }
            all.add(statements);
        }
        return new FuzzProgram(seed, List.of("sem_init(&s0, 0, 0);"), all, List.of());
    }

    private static String statement(Random random, boolean isMixed) {
        if (isMixed && random.nextInt(3) == 0) {
            return OTHERS.get(random.nextInt(OTHERS.size()));
        }
        if (random.nextInt(6) == 0) {
            return random.nextBoolean() ? OTHERS.get(0) : OTHERS.get(1);
        }
        boolean isFirst = random.nextInt(3) > 0;
        List<String> choice = isFirst ? UNDER_M0 : UNDER_M1;
        StringBuilder section = new StringBuilder("pthread_mutex_lock(&m" + (isFirst ? 0 : 1) + "); ");
        for (int n = 1 + random.nextInt(2); n > 0; n--) {
            section.append(choice.get(random.nextInt(choice.size())).replace("#", "" + random.nextInt(3)))
                    .append(' ');
        }
        return section + "pthread_mutex_unlock(&m" + (isFirst ? 0 : 1) + ");";
    }

    @Test
    void randomPrograms_nothingIsMissed() throws Exception {
        Fuzzer.assertNothingIsMissed(folder, CriticalSectionsTest::program, SEED, PROGRAMS);
    }
}
