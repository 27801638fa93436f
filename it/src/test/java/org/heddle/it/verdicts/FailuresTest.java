package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that fail although nothing is wrong, where they are asked to. */
final class FailuresTest {
    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <assert.h>
            #include <errno.h>
            #include <pthread.h>
            #include <semaphore.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/mman.h>
            #include <threads.h>
            static pthread_mutex_t mutex;
            static pthread_cond_t cond;
            static pthread_rwlock_t rwlock;
            static pthread_barrier_t barrier;
            static sem_t sem;
            static mtx_t mtx;
            static cnd_t cnd;
            static void *block;
            static char *text;
            static void *volatile blocks[3];
            static void *start(void *unused) { return unused; }
            static int start11(void *unused) { (void)unused; return 0; }
            int main(void) {
                pthread_t thread;
                thrd_t thrd;
                (void)thread, (void)thrd, (void)text, (void)start, (void)start11;
                errno = 0;
                assert(@SUCCEEDS@);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    private Path program(String succeeds) throws Exception {
        return Files.writeString(folder.resolve("t.c"), PROGRAM.replace("@SUCCEEDS@", succeeds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            textBlock =
                    """
            malloc ~ (block = malloc(8)) || errno != ENOMEM
            malloc ~ (block = calloc(2, 8)) || errno != ENOMEM
            malloc ~ (block = realloc(NULL, 8)) || errno != ENOMEM
            malloc ~ (block = reallocarray(NULL, 2, 8)) || errno != ENOMEM
            malloc ~ (block = aligned_alloc(64, 64)) || errno != ENOMEM
            malloc ~ (block = strdup("one")) || errno != ENOMEM
            malloc ~ (block = strndup("one", 2)) || errno != ENOMEM
            malloc ~ asprintf(&text, "%d", 1) == 1
            malloc ~ posix_memalign(&block, 64, 64) != ENOMEM
            thread ~ pthread_create(&thread, NULL, start, NULL) != EAGAIN
            thread ~ thrd_create(&thrd, start11, NULL) == thrd_success
            init   ~ pthread_mutex_init(&mutex, NULL) != ENOMEM
            init   ~ pthread_cond_init(&cond, NULL) != ENOMEM
            init   ~ pthread_rwlock_init(&rwlock, NULL) != ENOMEM
            init   ~ pthread_barrier_init(&barrier, NULL, 1) != ENOMEM
            init   ~ sem_init(&sem, 0, 0) == 0 || errno != ENOSPC
            init   ~ mtx_init(&mtx, mtx_plain) == thrd_success
            init   ~ cnd_init(&cnd) == thrd_success
            mmap   ~ mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED || errno != ENOMEM
            """)
    void eachCall_failsWhereItIsAskedTo_andOnlyThere(String sort, String succeeds) throws Exception {
        Path source = program(succeeds);
        Run asked = Heddle.check(folder, "--failures=" + sort + ":1", source);
        assertEquals("assertion", asked.json().at("/findings/0/kind").textValue(), asked::toString);
        assertTrue(
                asked.json().at("/findings/0/message").textValue().contains(", as POSIX permits (--failures)"),
                asked::toString);
        String other = sort.equals("malloc") ? "mmap" : "malloc";
        assertEquals(
                0, Heddle.check(folder, "--failures=" + other + ":1", source).exitCode());
    }

    @Test
    void operatorNew_throwsWhereItFails_orGivesANullPointer() throws Exception {
        Path source = Files.writeString(
                folder.resolve("n.cpp"),
                """
                #include <cassert>
                #include <new>
                #include <vector>
                static int *volatile several; // else the compiler leaves the allocation out
                int main(int count, char **) {
                    bool is_there = true;
                    try {
                        std::vector<int> numbers(count);
                        delete new int(count);
                    } catch (const std::bad_alloc &) {
                        is_there = false;
                    }
                    several = new (std::nothrow) int[4];
                #ifdef NOTHROW
                    is_there = several;
                #endif
                    delete[] several;
                    assert(is_there);
                }
                """);
        for (String macro : List.of("-DTHROWS", "-DNOTHROW")) {
            Run run = Heddle.run("check", "-o", folder, "--failures=malloc:1", macro, source);
            assertEquals(1, run.exitCode(), run::toString);
            assertTrue(run.out().contains("failed with ENOMEM"), run::toString);
        }
        Run none = Heddle.run("check", "-o", folder, "--require-complete", source);
        assertEquals(0, none.exitCode(), none::toString);
    }

    @Test
    void threadOfCxx_throwsWhereItFails() throws Exception {
        Path source = Files.writeString(
                folder.resolve("t.cpp"),
                """
                #include <system_error>
                #include <thread>
                int main() {
                    try {
                        std::thread([] {}).join();
                    } catch (const std::system_error &error) {
                        return error.code() == std::errc::resource_unavailable_try_again ? 1 : 2;
                    }
                    return 0;
                }
                """);
        Run run = Heddle.run("check", "-o", folder, "--failures=thread:1", source);
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.out().contains("the process exits with status 1"), run::toString);
        assertTrue(run.out().contains("choose: the call fails with EAGAIN   t.cpp:5"), run::toString);
    }

    /** Programs have a function of their own around malloc: its line tells nothing. */
    @Test
    void reportTells_whoCalledTheFunctionInWhichACallFails() throws Exception {
        Path source = Files.writeString(
                folder.resolve("w.c"),
                """
                #include <pthread.h>
                #include <stdlib.h>
                static int calls;
                __attribute__((noinline)) static void *own_malloc(size_t size) { void *made = malloc(size); calls++; return made; }
                __attribute__((noinline)) static int *make(void) {
                    int *made = own_malloc(sizeof *made);
                    calls++;
                    return made;
                }
                static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
                int main(void) {
                    int *number = make();
                    pthread_mutex_lock(&lock);
                    *number = 3;
                    pthread_mutex_unlock(&lock);
                    free(number);
                    return 0;
                }
                """);
        Run run = Heddle.run("check", "-o", folder, "--failures=1", source);
        String words = run.out().replaceAll("\\s+", " ");
        assertTrue(words.contains("main: choose: the call fails with ENOMEM at w.c:4"), run::toString);
        assertTrue(
                words.matches(".*#0 own_malloc at \\S*w.c:4 #1 make at \\S*w.c:6 #2 main at \\S*w.c:12.*"),
                run::toString);
    }

    @Test
    void asManyFailAsAreAskedFor_inAnyOrder() throws Exception {
        Path source =
                program("!!(blocks[0] = malloc(8)) + !!(blocks[1] = malloc(16)) + !!(blocks[2] = malloc(24)) >= 2");
        assertEquals(
                0, Heddle.run("check", "-o", folder, "--failures=1", source).exitCode());
        Run two = Heddle.run("check", "-o", folder, "--failures=2", source);
        assertEquals(1, two.exitCode(), two::toString);
        Run replayed = Heddle.run("replay", folder.resolve("t.assertion.1.heddle-schedule"));
        assertTrue(replayed.out().contains("The same happened again"), replayed::toString);
    }

    /** Where calls of several threads fail, an execution is given up in the middle of what was planned. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "none"})
    void whatIsNotToFailAsWell_leavesNothingUnexplored(String coarser) throws Exception {
        Path source = Files.writeString(
                folder.resolve("m.c"),
                """
                #include <pthread.h>
                #include <stdatomic.h>
                #include <sys/mman.h>
                static atomic_int order, failed;
                static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
                static int ended;
                static void *work(void *unused) {
                    if (mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
                        failed++;
                    order++;
                    pthread_mutex_lock(&mutex);
                    ended++;
                    pthread_mutex_unlock(&mutex);
                    return unused;
                }
                int main(void) {
                    pthread_t threads[2];
                    for (int i = 0; i < 2; i++)
                        pthread_create(&threads[i], NULL, work, NULL);
                    work(NULL);
                    for (int i = 0; i < 2; i++)
                        pthread_join(threads[i], NULL);
                    return failed > 1;
                }
                """);
        Run run = Heddle.run(
                "check", "-o", folder, "--coarser", coarser, "--require-complete", "--failures=mmap:1", source);
        assertEquals(0, run.exitCode(), run::toString);
    }

    /** A search by depth fails the last calls first, and would come to the first one after 200 executions. */
    @Test
    void aCallWhereNoneHasFailedYet_failsSoon_howeverManyComeBehindIt() throws Exception {
        Path source = Files.writeString(
                folder.resolve("v.c"),
                """
                #include <stdlib.h>
                int main(void) {
                    int *first = malloc(sizeof *first);
                    *first = 1;
                    for (int i = 0; i < 200; i++) {
                        free(malloc(8));
                    }
                    free(first);
                    return 0;
                }
                """);
        Run run = Heddle.run("check", "-o", folder, "--failures=1", "-i", "5", source);
        assertTrue(run.out().contains("crash"), run::toString);
        assertTrue(run.out().contains("v.c:3 failed with ENOMEM"), run::toString);
    }

    /** Where all call one function for memory and one for locks, the operation before tells nothing of who calls. */
    @Test
    void eachCallOfAFunctionThatCallsForOthers_failsSoon_whateverComesBeforeIt() throws Exception {
        Path source = Files.writeString(
                folder.resolve("f.c"),
                """
                #include <pthread.h>
                #include <stdlib.h>
                static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
                static void *take(void) {
                    pthread_mutex_lock(&mutex);
                    void *block = malloc(8);
                    pthread_mutex_unlock(&mutex);
                    return block;
                }
                int main(void) {
                    for (int i = 0; i < 10; i++)
                        free(take());
                    int *number = take();
                    *number = 1;
                    free(number);
                    for (int i = 0; i < 200; i++)
                        free(take());
                    return 0;
                }
                """);
        Run run = Heddle.run("check", "-o", folder, "--failures=1", "-i", "25", source);
        assertTrue(run.out().contains("crash"), run::toString);
    }

    @Test
    void callsWithinLibraries_andThoseWithinAtomicSections_doNotFail() throws Exception {
        Path source = Files.writeString(
                folder.resolve("u.c"),
                """
                #define _GNU_SOURCE
                #include <assert.h>
                #include <heddle.h>
                #include <locale.h>
                #include <stdlib.h>
                int main(void) {
                    assert(newlocale(LC_ALL_MASK, "C", (locale_t)0));
                    heddle_atomic_begin();
                    void *block = malloc(8);
                    heddle_atomic_end();
                    assert(block);
                    return 0;
                }
                """);
        Run run = Heddle.run("check", "-o", folder, "--failures=2", source);
        assertEquals(0, run.exitCode(), run::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            -1
            64
            malloc
            malloc:1,malloc:2
            disk:1
            """)
    void whatIsNoNumberOrList_isAnError(String value) throws Exception {
        Run run = Heddle.run("check", "-o", folder, "--failures=" + value, program("1"));
        assertEquals(2, run.exitCode(), run::toString);
        assertTrue(
                run.err().startsWith("heddle: --failures=" + value + " must be a number from 0 to 63"), run::toString);
    }
}
