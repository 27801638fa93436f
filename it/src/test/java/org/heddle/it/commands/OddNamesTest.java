package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources whose names have what terminals, URIs or Markdown take for something else. */
final class OddNamesTest {
    private static final String RACE =
            """
            #include <pthread.h>
            int x;
            static void *a(void *unused) { x = 1; return unused; }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, 0, a, 0);
                x = 2;
                pthread_join(thread, 0);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"1:2.c", "a,b:c|d.c", "new\nline.c", "clear\u001b[2Jscreen.c", "sp ace%20#?.c"})
    void everyReport_isWrittenAndHarmless(String name) throws Exception {
        Files.writeString(folder.resolve(name), RACE);
        Run run = HeddleProcess.run(folder, "check", "-o", folder.resolve("results"), folder.resolve(name));
        assertEquals(1, run.exitCode(), run::toString);
        assertFalse(run.out().contains("\u001b"), run::toString);
        Path results = folder.resolve("results");
        for (String file : new String[] {"report.md", "report.sarif"}) {
            assertFalse(Files.readString(results.resolve(file)).contains("\u001b"), file);
        }
        assertTrue(Files.readString(results.resolve("report.sarif")).contains("\"startLine\""));
    }
}
