package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A crash is told where the program was, also where what the compiler has put in there dies of what the program did. */
@Timeout(900)
final class CrashPlaceTest {
    @TempDir
    private Path folder;

    private JsonNode crash(String source) throws Exception {
        Path file = Files.writeString(folder.resolve("t.c"), source);
        JsonNode finding = Heddle.check(folder, file).json().at("/findings/0");
        assertEquals("crash", finding.at("/kind").textValue(), finding::toString);
        return finding;
    }

    @Test
    void whereAHookDies_theAccessIsTold() throws Exception {
        JsonNode finding = crash(
                """
                #include <pthread.h>
                extern void *volatile __heddle_attached __attribute__((visibility("hidden")));
                static int x;
                static void *work(void *unused) { return unused; }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, 0, work, 0);
                    __heddle_attached = (char *)__heddle_attached + 1;
                    x = 1;
                    pthread_join(thread, 0);
                    return 0;
                }
                """);
        assertEquals(9, finding.get("line").intValue(), finding::toString);
    }

    @Test
    void whatHooksKnow_liesBeforeTheProgramsZeroedVariables() throws Exception {
        Path file = Files.writeString(
                folder.resolve("t.c"),
                """
                #include <stdint.h>
                extern void *__heddle_attached __attribute__((visibility("hidden")));
                static volatile char zeroed[1000];
                int main(void) {
                    return (uintptr_t)&__heddle_attached > (uintptr_t)&zeroed[0];
                }
                """);
        assertEquals(0, Heddle.check(folder, file).exitCode());
    }
}
