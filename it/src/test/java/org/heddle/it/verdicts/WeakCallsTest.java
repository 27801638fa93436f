package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Objects under test where loads find older values, or stores reach memory late. A get that misses a put which has ended is right, unless the
 * put happens before it, as it does once its thread has been joined; one that sees half of it is wrong.
 */
@Timeout(900)
final class WeakCallsTest {
    private static final String PROGRAM =
            """
            #include <heddle.h>
            #include <pthread.h>
            #include <stdatomic.h>
            #include <string.h>
            #ifdef PLAIN
            static volatile int item, full;
            static void put(void) { item = 7; full = 1; }
            static int get(void) { return full ? item : -1; }
            #else
            static atomic_int item, full;
            static void put(void) {
                atomic_store_explicit(&item, 7, memory_order_relaxed);
                atomic_store_explicit(&full, 1, RELEASE);
            }
            static int get(void) {
                return atomic_load_explicit(&full, ACQUIRE) ? atomic_load_explicit(&item, memory_order_relaxed) : -1;
            }
            #endif
            static int allows(void *state, const char *operation, const char *result) {
                int *is = state;
                if (strcmp(operation, "put") == 0) {
                    *is = 1;
                    return 1;
                }
                return heddle_gives(result, "%d", *is ? 7 : -1);
            }
            static void *work(void *unused) {
                HEDDLE_OP_VOID(put, put());
                return unused;
            }
            int main(void) {
                pthread_t thread;
            #ifdef SPECIFIED
                heddle_specification(allows, &(int){0}, sizeof(int));
            #else
                (void)allows;
            #endif
            #ifdef PLAIN
                heddle_benign_race((const void *)&item, sizeof item);
                heddle_benign_race((const void *)&full, sizeof full);
            #endif
                pthread_create(&thread, NULL, work, NULL);
                HEDDLE_OP(get, get());
                pthread_join(thread, NULL);
                HEDDLE_OP(get, get());
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # options | exit code
            -DRELEASE=memory_order_release -DACQUIRE=memory_order_acquire | 0
            -DRELEASE=memory_order_relaxed -DACQUIRE=memory_order_relaxed | 1
            -DPLAIN --model=tso | 0
            """)
    void calls_areInOrderWhereOneHappensBeforeTheOther(String options, int exitCode) throws Exception {
        Path source = Files.writeString(folder.resolve("t.c"), PROGRAM);
        for (String more : List.of("", " -DSPECIFIED")) {
            List<Object> arguments = new ArrayList<>(List.of("check", "-o", folder));
            arguments.addAll(List.of((options + more).split(" ")));
            arguments.add(source);
            Run run = Heddle.run(arguments.toArray());
            assertEquals(exitCode, run.exitCode(), more + run);
            assertTrue(run.out().contains(exitCode == 0 ? "t.c: proved" : "linearizability ["), more + run);
        }
    }
}
