package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code daemon} leaves one process that goes on: it is the one that is checked. */
@Timeout(900)
final class DaemonTest {
    private static final String PROGRAM =
            """
            #include <assert.h>
            #include <pthread.h>
            #include <stdio.h>
            #include <string.h>
            #include <sys/stat.h>
            #include <unistd.h>
            static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
            static void *work(void *unused) {
                pthread_mutex_lock(&a); pthread_mutex_lock(&b);
                pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
                return unused;
            }
            static void *other(void *unused) {
                pthread_mutex_lock(&b); pthread_mutex_lock(&a);
                pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);
                return unused;
            }
            static void handler(void) {}
            int main(void) {
                pthread_t threads[2];
                char before[4096], folder[4096];
                struct stat output, null;
                assert(getcwd(before, sizeof before));
                @BEFORE@;
                assert(daemon(@ARGUMENTS@) == 0);
                assert(getcwd(folder, sizeof folder) && fstat(1, &output) == 0 && stat("/dev/null", &null) == 0);
                assert(@HOLDS@);
                pthread_create(&threads[0], NULL, work, NULL);
                pthread_create(&threads[1], NULL, @SECOND@, NULL);
                pthread_join(threads[0], NULL);
                pthread_join(threads[1], NULL);
                printf("here\\n");
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    private Run check(String before, String arguments, String holds, String second) throws IOException {
        Path source = folder.resolve("daemon.c");
        Files.writeString(
                source,
                PROGRAM.replace("@BEFORE@", before)
                        .replace("@ARGUMENTS@", arguments)
                        .replace("@HOLDS@", holds)
                        .replace("@SECOND@", second));
        return Heddle.check(folder, source);
    }

    @Test
    void lockInversionAfterIt_isFound() throws Exception {
        Run run = check("", "1, 1", "1", "other");
        assertEquals(1, run.exitCode(), run::toString);
        assertEquals("deadlock", run.json().at("/findings/0/kind").textValue());
    }

    @Test
    void programAfterIt_isProved() throws Exception {
        Run run = check("", "1, 1", "!strcmp(before, folder) && output.st_rdev != null.st_rdev", "work");
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(run.json().at("/complete").booleanValue(), run::toString);
    }

    @Test
    void folderAndOutput_areLeft() throws Exception {
        Run run = check("", "0, 0", "!strcmp(\"/\", folder) && output.st_rdev == null.st_rdev", "work");
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(run.json().at("/complete").booleanValue(), run::toString);
    }

    /** The new process would not have the thread, and the handlers would run: nothing is said of what follows. */
    @Test
    void whatCannotBeTakenForOneProcess_isNotModelled() throws Exception {
        for (String before :
                new String[] {"pthread_create(&threads[0], NULL, work, NULL)", "pthread_atfork(NULL, NULL, handler)"}) {
            Run run = check(before, "1, 1", "1", "work");
            assertTrue(run.exitCode() > 1 && run.err().contains("daemon"), run::toString);
        }
    }
}
