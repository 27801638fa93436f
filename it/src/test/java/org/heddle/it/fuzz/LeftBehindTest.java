package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs whose main thread returns while another one goes round for ever. Where Heddle says that it has explored all, it has seen
 * whatever there is to see with one that goes round so many times and ends.
 */
@Tag("thorough")
@Tag("slow")
@Timeout(600)
final class LeftBehindTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.left.programs", 30);
    private static final long SEED = Long.getLong("heddle.left.seed", 1);
    private static final int MOST = 400;
    private static final SearchOptions OPTIONS =
            new SearchOptions(false, Measure.NONE, 0, Reduction.OPTIMAL).with(Set.of(Coarser.EXIT));

    private static final String MACROS =
            """
            #define FOR_EVER(round) for (;;) { round usleep(10); }
            #define THRICE(round) for (int rounds_ = 0; rounds_ < 3; rounds_++) { round usleep(10); }
            static _Atomic int beat;
            """;

    private static final List<String> SETUP =
            List.of("signal(SIGPIPE, SIG_IGN);", "sem_init(&s0, 0, 0);", "if (pipe2(pipes, O_NONBLOCK)) _exit(97);");

    private static final List<String> ROUNDS = List.of(
            "",
            "(void)atomic_load(&beat);",
            "atomic_store(&a0, 5);",
            "atomic_store(&a0, 1); (void)atomic_load(&beat);",
            "if (atomic_load(&beat) == 1) atomic_store(&a0, 9);",
            "if (atomic_load(&beat) == 1) atomic_store(&beat, 2);",
            "pthread_mutex_lock(&m0); pthread_mutex_unlock(&m0);",
            "pthread_mutex_lock(&m1); pthread_mutex_unlock(&m1);",
            "pthread_mutex_lock(&m0); x0 = x1; pthread_mutex_unlock(&m0);",
            "pthread_mutex_lock(&m0); if (x0 == 1) atomic_store(&a0, 7); pthread_mutex_unlock(&m0);",
            "(void)sem_trywait(&s0);",
            "{ char c; if (read(pipes[0], &c, 1) == 1) atomic_store(&a0, 8); }",
            "(void)atomic_fetch_xor(&beat, 1);");

    private static final List<String> STATEMENTS = List.of(
            "SHOW(atomic_load(&a0));",
            "SHOW(atomic_load(&beat));",
            "atomic_store(&beat, 1);",
            "SHOW(atomic_exchange(&beat, 0));",
            "SHOW(atomic_exchange(&a0, 2));",
            "pthread_mutex_lock(&m0); SHOW(x0); x0 = 1; pthread_mutex_unlock(&m0);",
            "pthread_mutex_lock(&m0); x1 = 3; pthread_mutex_unlock(&m0);",
            "sem_post(&s0);",
            "SHOW(sem_trywait(&s0) == 0);",
            "{ char c = 'a'; SHOW((int)write(pipes[1], &c, 1)); }",
            "{ char c = 0; SHOW((int)read(pipes[0], &c, 1) + 1); }",
            "usleep(25);");

    @TempDir
    private Path folder;

    /** The last thread is the one that main does not wait for. */
    private static FuzzProgram program(long seed) {
        Random random = new Random(seed);
        int threads = 2 + random.nextInt(2);
        List<List<String>> all = new ArrayList<>();
        for (int t = 0; t < threads - 1; t++) {
            List<String> statements = new ArrayList<>();
            for (int n = 1 + random.nextInt(4 - threads + 1); n > 0; n--) {
                statements.add(STATEMENTS.get(random.nextInt(STATEMENTS.size())));
            }
            all.add(statements);
        }
        all.add(List.of("ROUNDS(" + ROUNDS.get(random.nextInt(ROUNDS.size())) + ")"));
        List<String> joins = threads > 2 ? List.of("pthread_join(handle(1), NULL);") : List.of();
        return new FuzzProgram(seed, SETUP, all, joins);
    }

    private static FuzzProgram with(FuzzProgram program, String macro) {
        List<List<String>> threads = new ArrayList<>(program.threads());
        int last = threads.size() - 1;
        threads.set(last, List.of(threads.get(last).get(0).replace("ROUNDS(", macro + "(")));
        return new FuzzProgram(program.seed(), program.setup(), threads, program.ending());
    }

    @Test
    void programThatLeavesAnEndlessThreadBehind_hasAllOutcomesOfOneWhoseThreadEnds() throws Exception {
        List<FuzzProgram> both = new ArrayList<>();
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            both.add(with(program(seed), "FOR_EVER"));
            both.add(with(program(seed), "THRICE"));
        }
        int compared = 0;
        try (BuiltPrograms programs = new BuiltPrograms(folder, MACROS, both)) {
            for (int i = 0; i < PROGRAMS; i++) {
                Observed endless = programs.explored(2 * i, OPTIONS, MOST);
                if (endless.verdict().complete()) {
                    compared++;
                    Observed ending = programs.explored(2 * i + 1, OPTIONS, MOST);
                    Set<String> missed = new TreeSet<>(ending.outputs().keySet());
                    missed.removeAll(endless.outputs().keySet());
                    assertEquals(Set.of(), missed, both.get(2 * i).toString());
                }
            }
        }
        assertTrue(compared > PROGRAMS / 4, "explored to the end: " + compared);
    }
}
