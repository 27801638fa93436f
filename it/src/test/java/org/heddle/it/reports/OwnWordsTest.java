package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a program says of itself is shown as it is, even where it reads like Heddle's own words. */
@Timeout(900)
final class OwnWordsTest {
    private static final String WORDS = "thread 1 stuck at place 0x10";

    @TempDir
    private Path folder;

    @Test
    void assertionThatSpeaksOfAThread_isNotReworded() throws Exception {
        Path program = folder.resolve("stuck.c");
        Files.writeString(
                program,
                """
                #include <assert.h>
                #include <pthread.h>

                static int done;

                static void *work(void *unused) {
                    return unused;
                }

                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, 0, work, 0);
                    assert(done && "%s");
                    pthread_join(thread, 0);
                }
                """
                        .formatted(WORDS));
        Run run = Heddle.run("check", "--format", "json", "-o", folder.resolve("results"), program);
        assertEquals(1, run.exitCode(), run.toString());
        String message =
                new ObjectMapper().readTree(run.out()).at("/findings/0/message").textValue();
        assertTrue(message.contains(WORDS), message);
        assertTrue(message.endsWith("fails in main"), message);
    }
}
