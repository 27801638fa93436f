package org.heddle.it.race;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --suppressions}, and marks in the source. */
@Timeout(900)
final class SuppressionsTest {
    private static final Path RACY =
            Path.of(System.getProperty("heddle.examples"), "48-mixed.c").toAbsolutePath();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"race:count", "race:^main$", "race:48-mix*.c", "# all of it\nmutex:x\n\nrace_top:counter"})
    void raceThatIsNamed_isNotReported(String rules) throws IOException {
        Run run = check(rules);
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals("clean", run.json().get("verdict").textValue());
        assertTrue(run.out().contains("1 finding was suppressed"), run::toString);
        try (var files = Files.list(folder)) {
            assertTrue(files.noneMatch(file -> file.toString().endsWith(".heddle-schedule")));
        }
    }

    @Test
    void otherRaces_areReported() throws IOException {
        assertEquals(1, check("race:^coun$").exitCode());
    }

    /** A mark covers races of its line, or of the next one where it stands alone. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            # mark in the line | mark before the line | is covered
            /* heddle: benign, a statistic */ | int x; | true
            // heddle: benign | int x; | true
            | /* heddle: benign: nobody needs the exact number */ | true
            | // heddle:benign | true
            | int x; /* heddle: benign */ | false
            | /* heddle: benign */ int x = 1; (void)x; | false
            /* this is benign */ | // heddle: malign | false
            """)
    void markInTheSource_coversRacesOfItsLine(String own, String before, boolean isCovered) throws IOException {
        Path source = Files.writeString(
                folder.resolve("marked.c"),
                """
                #include <pthread.h>
                static int hits;
                static void *work(void *unused) {
                    BEFORE
                    hits++; OWN
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, work, NULL);
                    hits++;
                    pthread_join(thread, NULL);
                    return 0;
                }
                """
                        .replace("OWN", own == null ? "" : own)
                        .replace("BEFORE", before));
        Run run = Heddle.check(folder, source);
        assertEquals(isCovered ? 0 : 1, run.exitCode(), run::toString);
        assertEquals(isCovered ? "clean" : "bug", run.json().get("verdict").textValue());
        assertEquals(isCovered, run.out().contains("marked as benign in the source"), run::toString);
    }

    @Test
    void lineThatIsNoSuppression_isRefused() throws IOException {
        Run run = check("race:main\nrage:main");
        assertEquals(2, run.exitCode(), run::toString);
        assertTrue(run.err().contains("rules.txt:2: 'rage:main' is no suppression"), run::toString);
    }

    private Run check(String rules) throws IOException {
        Path file = Files.writeString(folder.resolve("rules.txt"), rules);
        return Heddle.check(folder, "--suppressions", file, RACY);
    }
}
