package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs with loops that try until a call finds something. Such a loop is taken for a wait. So it must have the outcomes of one that
 * counts its rounds, and so is none, and gives up after some: but for those in which that gives up.
 */
@Tag("thorough")
@Tag("slow")
@Timeout(600)
final class BusyLoopsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.busy.programs", 24);
    private static final long SEED = Long.getLong("heddle.busy.seed", 1);
    /** Loops before this one are not drawn. */
    private static final int FIRST_LOOP = Integer.getInteger("heddle.busy.from", 0);

    private static final int MOST = 300;
    private static final SearchOptions OPTIONS = new SearchOptions(false, Measure.NONE, 0, Reduction.OPTIMAL);
    private static final int GIVES_UP = 94;
    private static final int ALONE = 93; /* gives up after all others have come to their ends */

    private static final String MACROS =
            """
            #define _GNU_SOURCE
            #include <sched.h>
            #define WHILE(condition, others) while (condition) sched_yield()
            #define SOMETIMES(condition, others) do { volatile int rounds_ = 0, ended_ = 0; \\
                while (condition) { sched_yield(); if (ended_) _exit(93); if (++rounds_ == 3) _exit(94); \\
                    ended_ = atomic_load(&a1) == others; } } while (0)
            static _Atomic int n0, n1, *near = &n0, *further = &n1, beat;
            """;

    private static final List<String> SETUP = List.of(
            "signal(SIGPIPE, SIG_IGN);",
            "sem_init(&s0, 0, 0);",
            "if (pipe2(pipes, O_NONBLOCK)) _exit(97);",
            "if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) _exit(97);",
            "event = eventfd(0, EFD_NONBLOCK);");

    private static final List<String> LOOPS = List.of(
            "{ char c = 0; AGAIN(read(pipes[0], &c, 1) < 0 && errno == EAGAIN, #N); SHOW(c); }",
            "{ char c = 0; AGAIN(recv(pair[1], &c, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN, #N); SHOW(c); }",
            "{ uint64_t v = 0; AGAIN(read(event, &v, sizeof v) < 0 && errno == EAGAIN, #N); SHOW((int)v); }",
            "{ struct pollfd f = {pipes[0], POLLIN, 0}; AGAIN(poll(&f, 1, 0) == 0, #N); SHOW(f.revents); }",
            "{ struct pollfd f[2] = {{pair[1], POLLIN, 0}, {pipes[0], POLLIN, 0}}; AGAIN(poll(f, 2, 0) == 0, #N);"
                    + " SHOW(f[0].revents * 8 + f[1].revents); }",
            "{ fd_set s; struct timeval now; AGAIN(({ FD_ZERO(&s); FD_SET(event, &s); now = (struct timeval){0, 0};"
                    + " select(event + 1, &s, NULL, NULL, &now) == 0; }), #N); SHOW(!!FD_ISSET(event, &s)); }",
            "{ AGAIN(sem_trywait(&s0) == -1 && errno == EAGAIN, #N); SHOW(1); }",
            "{ char c = 0; AGAIN(read(pipes[0], &c, 1) < 0 && errno == EAGAIN && !x0, #N); SHOW(c); SHOW(x0); }",
            "{ char c = 0; AGAIN(read(pipes[0], &c, 1) < 0 && errno == EAGAIN && !atomic_load(&a0), #N); SHOW(c); }",
            "{ AGAIN(pthread_mutex_trylock(&m0) && !x0, #N); SHOW(x1); pthread_mutex_unlock(&m0); }",
            "{ AGAIN(!atomic_load(near), #N); SHOW(x1); }",
            "{ AGAIN(!atomic_load(near) && !atomic_load(further), #N); SHOW(atomic_load(&n0)); SHOW(x0); }",
            "{ AGAIN(!x0 && !atomic_load(near), #N); SHOW(x0); SHOW(x1); }",
            "{ AGAIN(({ int one = 1; !atomic_compare_exchange_strong(near, &one, 2); }) && !x1, #N); SHOW(n0); }",
            "{ AGAIN(!x1 && !atomic_fetch_or(near, 0), #N); SHOW(x1); }",
            "{ AGAIN(({ pthread_mutex_lock(&m0); int x = x1; pthread_mutex_unlock(&m0); !x; }) && !atomic_load(near), #N);"
                    + " SHOW(n0); }",
            "{ AGAIN(({ atomic_store(&beat, 1); !atomic_load(near); }), #N); SHOW(x1); SHOW(beat); }",
            "{ AGAIN(({ int none = !atomic_load(near); atomic_store(&beat, 1); none; }), #N); SHOW(n0); SHOW(beat); }",
            "{ AGAIN(({ atomic_store(&beat, 0); !atomic_load(near); }), #N); SHOW(beat); }",
            "{ AGAIN(({ atomic_store(&n1, 1); !atomic_load(&n0) && !(near == &n1 && atomic_load(&beat)); }), #N);"
                    + " SHOW(n0); SHOW(n1); SHOW(beat); }",
            "{ AGAIN(({ atomic_store(&beat, 1); atomic_store(&n1, 0); !atomic_load(near) && atomic_load(&beat) == 1; }), #N);"
                    + " SHOW(n1); }");

    private static final String BYTE = "{ char c = 'a' + T; SHOW((int)write(pipes[1], &c, 1)); }";
    private static final String MESSAGE = "{ char c = 'k' + T; SHOW((int)send(pair[0], &c, 1, MSG_NOSIGNAL)); }";
    private static final String EVENT = "{ uint64_t v = 1 + T; SHOW((int)write(event, &v, sizeof v)); }";

    /** What lets each of the loops come to its end. */
    private static final List<String> ENDS = List.of(
            BYTE,
            MESSAGE,
            EVENT,
            BYTE,
            MESSAGE,
            EVENT,
            "sem_post(&s0);",
            BYTE,
            BYTE,
            "x0 = 1;",
            "atomic_store(&n0, 1);",
            "atomic_store(&n1, 1);",
            "x0 = 1;",
            "atomic_store(&n0, 1);",
            "(void)atomic_fetch_or(&n0, 0); x1 = 1 + T; (void)atomic_fetch_or(&n0, 0);",
            "pthread_mutex_lock(&m0); x1 = T; pthread_mutex_unlock(&m0);",
            "{ x1 = T; atomic_store(&n0, 1 + T); }",
            "{ SHOW(atomic_exchange(&beat, 0)); atomic_store(&n0, 1); }",
            "{ atomic_store(&beat, 1); atomic_store(&n0, 1); SHOW(atomic_load(&beat)); }",
            "{ atomic_store(&n1, 0); atomic_store(&n0, 1); }",
            "{ atomic_store(&beat, 2); SHOW(atomic_load(&n1)); }");

    private static final List<String> OTHERS = List.of(
            BYTE,
            MESSAGE,
            EVENT,
            "{ char c = 0; SHOW((int)read(pipes[0], &c, 1)); SHOW(c); }",
            "{ uint64_t v = 0; SHOW((int)read(event, &v, sizeof v)); SHOW((int)v); }",
            "sem_post(&s0);",
            "x0 = 1;",
            "atomic_store(&a0, 1);",
            "near = &n1;",
            "{ SHOW(x1); atomic_store(&n0, 1); }",
            "{ x1 = 1 + T; atomic_store(&n1, 2); }",
            "SHOW(close(pipes[1]));",
            "SHOW(shutdown(pair[0], SHUT_WR));",
            "pthread_mutex_lock(&m0); x1 = T; pthread_mutex_unlock(&m0);",
            "pthread_mutex_lock(&m0); { char c = 'm'; SHOW((int)write(pipes[1], &c, 1)); } pthread_mutex_unlock(&m0);");

    /** Where the loop stores, what others do with that. */
    private static final List<String> OF_STORES = List.of(
            "SHOW(atomic_exchange(&beat, 0));",
            "{ SHOW(atomic_load(&beat)); atomic_store(&beat, 1); }",
            "{ atomic_store(&beat, 1); SHOW(atomic_load(&n1)); }",
            "{ atomic_store(&n1, 1); SHOW(atomic_load(&beat)); }");

    @TempDir
    private Path folder;

    private static FuzzProgram program(long seed) {
        Random random = new Random(seed);
        int threads = 2 + (random.nextInt(3) == 0 ? 1 : 0);
        List<List<String>> all = new ArrayList<>();
        int looping = random.nextInt(threads);
        int which = FIRST_LOOP + random.nextInt(LOOPS.size() - FIRST_LOOP);
        String loop = LOOPS.get(which).replace("#N", "" + (threads - 1));
        for (int t = 0; t < threads; t++) {
            List<String> statements = new ArrayList<>();
            for (int n = random.nextInt(3); n > 0; n--) {
                List<String> others = loop.contains("atomic_store") && random.nextBoolean() ? OF_STORES : OTHERS;
                statements.add(others.get(random.nextInt(others.size())));
            }
            if (t == looping) {
                statements.add(random.nextInt(statements.size() + 1), loop);
            } else if (random.nextBoolean()) {
                statements.add(random.nextInt(statements.size() + 1), ENDS.get(which));
            }
            if (t != looping) {
                statements.add("atomic_fetch_add(&a1, 1);");
            }
            all.add(statements);
        }
        List<String> joins = new ArrayList<>();
        for (int t = 1; t < threads; t++) {
            joins.add("pthread_join(handle(" + t + "), NULL);");
        }
        return new FuzzProgram(seed, SETUP, all, joins);
    }

    /** The program whose loop is this macro. */
    private static FuzzProgram with(FuzzProgram program, String macro) {
        return new FuzzProgram(
                program.seed(),
                program.setup(),
                program.threads().stream()
                        .map(statements -> statements.stream()
                                .map(statement -> statement.replace("AGAIN(", macro + "("))
                                .toList())
                        .toList(),
                program.ending());
    }

    private static Set<String> outcomes(Observed observed) {
        return observed.finished().keySet().stream()
                .filter(end -> !end.startsWith("EXITED " + GIVES_UP) && !end.startsWith("EXITED " + ALONE))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether the loop may go on for ever. */
    private static boolean mayStay(Observed observed) {
        return observed.outputs().keySet().stream()
                .anyMatch(end -> end.startsWith("DEADLOCK") || end.startsWith("EXITED " + ALONE));
    }

    @Test
    void loopThatTries_hasTheOutcomesOfOneThatCounts() throws Exception {
        List<FuzzProgram> both = new ArrayList<>();
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            both.add(with(program(seed), "WHILE"));
            both.add(with(program(seed), "SOMETIMES"));
        }
        int compared = 0;
        try (BuiltPrograms programs = new BuiltPrograms(folder, MACROS, both)) {
            for (int i = 0; i < PROGRAMS; i++) {
                Observed endless = programs.explored(2 * i, OPTIONS, MOST);
                Observed counting = programs.explored(2 * i + 1, OPTIONS, MOST);
                if (endless.verdict().complete() && counting.verdict().complete()) {
                    compared++;
                    String source = both.get(2 * i).toString();
                    assertEquals(outcomes(counting), outcomes(endless), source);
                    assertEquals(mayStay(counting), mayStay(endless), source);
                }
            }
        }
        assertTrue(compared > PROGRAMS / 2, "explored to the end: " + compared);
    }
}
