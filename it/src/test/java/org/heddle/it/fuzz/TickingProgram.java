package org.heddle.it.fuzz;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * A random C program in which threads poll, tick and retry, with a deadlock planted beneath: threads that wait for good while all that
 * goes on is time. Compiled with {@code -DMENDED}, it has none, and ends.
 *
 * @param planted what waits for good
 * @param going what goes on meanwhile
 * @param milliseconds how long it sleeps and waits each time
 */
record TickingProgram(Planted planted, Set<Going> going, int milliseconds) {
    /** Two threads, {@code first} and {@code second}, of which one at least never ends. */
    enum Planted {
        LOCK_CYCLE(
                "",
                "both(&a, &b);",
                """
                #ifdef MENDED
                    both(&a, &b);
                #else
                    both(&b, &a);
                #endif
                """),
        SELF_LOCK(
                "",
                "both(&a, &b);",
                """
                    pthread_mutex_lock(&b);
                #ifndef MENDED
                    pthread_mutex_lock(&b);
                #endif
                    pthread_mutex_unlock(&b);
                """),
        SEMAPHORE(
                "",
                """
                #ifdef MENDED
                    sem_post(&posted);
                #endif
                """,
                "while (sem_wait(&posted) != 0) { }"),
        CONDITION(
                "static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;\nstatic int ready;",
                """
                    pthread_mutex_lock(&a);
                    ready = 1;
                #ifdef MENDED
                    pthread_cond_signal(&changed);
                #endif
                    pthread_mutex_unlock(&a);
                """,
                "pthread_mutex_lock(&a); while (!ready) { pthread_cond_wait(&changed, &a); } pthread_mutex_unlock(&a);"),
        PIPE(
                "static int ends[2];",
                """
                #ifdef MENDED
                    if (write(ends[1], "x", 1) != 1) { _exit(9); }
                #endif
                """,
                "char byte; while (read(ends[0], &byte, 1) != 1) { }"),
        JOIN(
                "static void *waits(void *unused) { while (sem_wait(&posted) != 0) { } return unused; }",
                """
                #ifdef MENDED
                    sem_post(&posted);
                #endif
                """,
                "pthread_t inner; pthread_create(&inner, NULL, waits, NULL); pthread_join(inner, NULL);");

        private final String state;
        private final String first;
        private final String second;

        Planted(String state, String first, String second) {
            this.state = state;
            this.first = first;
            this.second = second;
        }
    }

    /**
     * What a thread of its own does until it is told that all is done; a timer has a handler instead. Reads of a timerfd are none of
     * these: what they give may tell one round from the next, and then nothing is told.
     */
    enum Going {
        TIMER(""),
        SLEEPS("struct timespec t = {0, MS * 1000000L}; nanosleep(&t, NULL);"),
        POLLS("poll(NULL, 0, MS);"),
        TIMED_WAIT(
                """
                static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
                        static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
                        struct timespec t = soon();
                        pthread_mutex_lock(&m);
                        pthread_cond_timedwait(&c, &m, &t);
                        pthread_mutex_unlock(&m);"""),
        TIMED_SEMAPHORE("struct timespec t = soon(); sem_timedwait(&never, &t);"),
        RETRIES(
                """
                static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
                        if (pthread_mutex_trylock(&m) == 0) { pthread_mutex_unlock(&m); }
                        usleep(MS * 1000);""");

        private final String round;

        Going(String round) {
            this.round = round;
        }
    }

    /** No waits with time limits beside a thread that retries: they do not time out while it does ({@code docs/limits}). */
    static TickingProgram of(long seed) {
        Random random = new Random(seed);
        Planted planted = Planted.values()[Math.floorMod(seed, Planted.values().length)];
        Set<Going> going = EnumSet.of(Going.values()[random.nextInt(Going.values().length)]);
        if (random.nextBoolean()) {
            going.add(Going.values()[random.nextInt(Going.values().length)]);
        }
        if (going.contains(Going.RETRIES)) {
            going.removeAll(EnumSet.of(Going.TIMED_WAIT, Going.TIMED_SEMAPHORE));
        }
        return new TickingProgram(planted, going, new int[] {1, 20, 500}[random.nextInt(3)]);
    }

    /** The program in C. */
    String source() {
        StringBuilder threads = new StringBuilder();
        List<String> names = new ArrayList<>();
        for (Going one : going) {
            if (one != Going.TIMER) {
                String name = one.name().toLowerCase(Locale.ROOT);
                names.add(name);
                threads.append(
                        "static void *%s(void *unused) {%n    while (!done) {%n        %s%n    }%n    return unused;%n}%n"
                                .formatted(name, one.round.replace("MS", String.valueOf(milliseconds))));
            }
        }
        return """
                #define _GNU_SOURCE
                #include <poll.h>
                #include <pthread.h>
                #include <semaphore.h>
                #include <signal.h>
                #include <stdatomic.h>
                #include <sys/time.h>
                #include <time.h>
                #include <unistd.h>
                static atomic_int done;
                static sem_t posted, never;
                static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
                static volatile sig_atomic_t ticks;
                static void tick(int number) { (void)number; ticks++; }
                static struct timespec soon(void) {
                    struct timespec t;
                    clock_gettime(CLOCK_REALTIME, &t);
                    t.tv_nsec += MS * 1000000L;
                    t.tv_sec += t.tv_nsec / 1000000000;
                    t.tv_nsec %= 1000000000;
                    return t;
                }
                static void both(pthread_mutex_t *one, pthread_mutex_t *other) {
                    pthread_mutex_lock(one);
                    pthread_mutex_lock(other);
                    pthread_mutex_unlock(other);
                    pthread_mutex_unlock(one);
                }
                STATE
                THREADS
                static void *first(void *unused) {
                    FIRST
                    return unused;
                }
                static void *second(void *unused) {
                    SECOND
                    return unused;
                }
                int main(void) {
                    void *(*const going[])(void *) = {NAMES};
                    pthread_t beside[COUNT + 1], victims[2];
                    (void)tick; (void)soon; (void)both; (void)going;
                    sem_init(&posted, 0, 0);
                    sem_init(&never, 0, 0);
                    PIPES
                    TIMER
                    for (int i = 0; i < COUNT; i++) { pthread_create(&beside[i], NULL, going[i], NULL); }
                    pthread_create(&victims[0], NULL, first, NULL);
                    pthread_create(&victims[1], NULL, second, NULL);
                    for (int i = 0; i < 2; i++) { pthread_join(victims[i], NULL); }
                    done = 1;
                    for (int i = 0; i < COUNT; i++) { pthread_join(beside[i], NULL); }
                    return 0;
                }
                """
                .replace("STATE", planted.state)
                .replace("THREADS", threads)
                .replace("FIRST", planted.first)
                .replace("SECOND", planted.second)
                .replace("NAMES", names.isEmpty() ? "NULL" : String.join(", ", names))
                .replace("COUNT", String.valueOf(names.size()))
                .replace("PIPES", planted == Planted.PIPE ? "if (pipe(ends) != 0) { return 9; }" : "")
                .replace(
                        "TIMER",
                        going.contains(Going.TIMER)
                                ? "signal(SIGALRM, tick); struct itimerval each = {{0, MS * 1000}, {0, MS * 1000}};"
                                        + " setitimer(ITIMER_REAL, &each, NULL);"
                                : "")
                .replace("MS", String.valueOf(milliseconds));
    }
}
