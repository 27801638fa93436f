package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an atomic section cannot have ends the check, and is named with its line. */
final class AtomicSectionsTest {
    private static final String PROGRAM =
            """
            #include <heddle.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdatomic.h>
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static atomic_int ready;
            static void *work(void *unused) {
                pthread_mutex_lock(&lock);
                ready = 1;
                pthread_mutex_unlock(&lock);
                return unused;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                heddle_atomic_begin();
                @CALL@;
                heddle_atomic_end();
                pthread_join(thread, NULL);
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
            pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock) | a function that waits inside an atomic section
            while (!ready) { }                                     | a function that waits inside an atomic section
            pthread_join(thread, NULL)                             | a function on threads, signals or descriptors inside an atomic section
            pthread_kill(thread, SIGUSR1)                          | a function on threads, signals or descriptors inside an atomic section
            heddle_atomic_end(); heddle_atomic_end()               | heddle_atomic_end without a heddle_atomic_begin before it
            """)
    void whatASectionCannotHave_endsTheCheck(String call, String told) throws Exception {
        Path source = Files.writeString(folder.resolve("t.c"), PROGRAM.replace("@CALL@", call));
        Run run = Heddle.run("check", "-o", folder, "--bound", "none", source);
        assertEquals(2, run.exitCode(), run::toString);
        assertTrue(run.err().contains("t.c calls " + told + " at t.c:17"), run::toString);
    }
}
