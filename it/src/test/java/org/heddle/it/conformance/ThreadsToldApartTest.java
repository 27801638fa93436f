package org.heddle.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever tells threads apart that seem to be alike is noticed, so that what only the other of them shows is found as well. */
@Timeout(900)
final class ThreadsToldApartTest {
    /**
     * Two threads with one function and one argument each get a number, by which of them comes first. Each way to tell them apart has a
     * bug that shows where the one that was created later comes first.
     */
    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <assert.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdatomic.h>
            #include <stdint.h>
            #include <sys/random.h>
            #include <unistd.h>

            static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            static pthread_t threads[2];
            static int next, slots[2], done[2];
            static uint64_t first;
            static atomic_int place, has_looked;
            static _Thread_local int has_signal;

            static void on_signal(int number) {
                (void)number;
                has_signal = 1;
            }

            static int number_of_mine(void) {
            #ifdef RELAXED
                return atomic_fetch_add_explicit(&place, 1, memory_order_relaxed);
            #else
                pthread_mutex_lock(&mutex);
                int mine = next++;
                pthread_mutex_unlock(&mutex);
                return mine;
            #endif
            }

            /* Whether what the second thread has is more than what the first one had, if that has come so far. */
            static int is_more(int mine, uint64_t own) {
                pthread_mutex_lock(&mutex);
                first = mine == 0 ? own : first;
                int is_more = mine == 0 || first == 0 || first < own;
                pthread_mutex_unlock(&mutex);
                return is_more;
            }

            static void *work(void *unused) {
                (void)unused;
                int mine = number_of_mine();
            #if defined(RELAXED)
                if (mine == 1) {
                    slots[0] = 2;
                }
            #elif defined(SELF)
                assert(mine == 1 || pthread_equal(pthread_self(), threads[0]));
            #elif defined(NUMBER)
                assert(is_more(mine, (uint64_t)gettid()));
            #elif defined(RANDOM)
                uint64_t own;
                getrandom(&own, sizeof own, 0);
                assert(is_more(mine, RANDOM ? own : ~own));
            #elif defined(BETWEEN)
                pthread_mutex_lock(&mutex);
                done[mine] = 1;
                pthread_mutex_unlock(&mutex);
            #elif defined(PLAIN)
                slots[mine] = 1;
            #elif defined(KILL)
                assert(mine == 1 || !has_signal);
            #elif defined(CANCEL)
                pthread_testcancel();
                done[mine] = 1;
            #elif defined(WAITS)
                while (mine == 1 && !has_looked) {
                }
            #endif
                return (void *)(intptr_t)mine;
            }

            int main(void) {
                signal(SIGUSR1, on_signal);
                pthread_create(&threads[0], NULL, work, NULL);
            #ifdef RELAXED
                slots[0] = 1;
            #endif
                pthread_create(&threads[1], NULL, work, NULL);
            #ifdef KILL
                pthread_kill(threads[1], SIGUSR1);
            #endif
            #ifdef CANCEL
                pthread_cancel(threads[0]);
            #endif
            #if defined(RESULT) || defined(FIRST_RESULT)
                void *result;
                pthread_join(threads[0], &result);
                assert(result == NULL);
            #else
                pthread_join(threads[0], NULL);
            #endif
            #if defined(BETWEEN)
                pthread_mutex_lock(&mutex);
                assert(done[0]);
                pthread_mutex_unlock(&mutex);
            #elif defined(PLAIN)
                assert(slots[0] < 2);
            #elif defined(WAITS)
                has_looked = 1;
            #endif
            #ifdef RESULT
                pthread_join(threads[1], &result);
            #else
                pthread_join(threads[1], NULL);
            #endif
            #ifdef CANCEL
                assert(done[1]);
            #endif
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    private Path source;

    @BeforeEach
    void write() throws IOException {
        source = Files.writeString(folder.resolve("alike.c"), PROGRAM);
    }

    private JsonNode check(String coarser, String way) {
        return Heddle.check(folder, "-t", "60s", "--coarser=" + coarser, "-D" + way, source)
                .json();
    }

    @ParameterizedTest
    @CsvSource({
        "SELF, assertion",
        "NUMBER, assertion",
        "RANDOM=0, assertion",
        "RANDOM=1, assertion",
        "RESULT, assertion",
        "FIRST_RESULT, assertion",
        "BETWEEN, assertion",
        "PLAIN, data-race",
        "RELAXED, data-race",
        "KILL, assertion",
        "CANCEL, assertion",
        "WAITS, livelock"
    })
    void whatTellsThemApart_isNoticed(String way, String kind) {
        JsonNode without = check("none", way);
        assertEquals(kind, without.at("/findings/0/kind").textValue(), without::toString);
        JsonNode with = check("thread", way);
        assertEquals(kind, with.at("/findings/0/kind").textValue(), with::toString);
    }

    @Test
    void whereNothingDoes_eachExecutionStandsForThoseWithOtherNames() {
        assertEquals(2, check("none", "NOTHING").at("/executions/total").intValue());
        JsonNode report = check("thread", "NOTHING");
        assertEquals(1, report.at("/executions/total").intValue());
        assertEquals("clean", report.get("verdict").textValue());
        assertTrue(report.get("remarks").toString().contains("were taken for one another"), report::toString);
    }
}
