package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs built with AddressSanitizer run, and what it reports is a finding with its schedule. */
@Timeout(900)
final class AddressSanitizerTest {
    /** What is wrong happens only if the thread comes first. The argument is the number of the case. */
    private static final String PROGRAM =
            """
            #include <pthread.h>
            #include <stdlib.h>
            #include <string.h>
            static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            static int number, at = 4, big[10], stack_size = 10;
            static char *block;
            static void *work(void *unused) {
                pthread_mutex_lock(&mutex);
                if (number == 4) {
                    int *p = malloc(40);
                    free(p);
                    at = stack_size == 10 ? p[0] : at;
                } else {
                    at = number == 3 ? 3 : 10;
                }
                pthread_mutex_unlock(&mutex);
                return unused;
            }
            int main(int count, char **words) {
                number = atoi(words[count - 1]);
                block = strdup("not long");
                char *other = realloc(malloc(10), 1000);
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                pthread_mutex_lock(&mutex);
                volatile int small[10];
                for (int i = 0; i < stack_size; i++) small[i] = big[i];
                switch (number) {
                case 0: big[at] = 1; break;
                case 1: small[at] = 1; break;
                case 2: other[990 + at] = 1; break;
                case 3: small[at] = 1; big[at] = 1; other[999] = block[0]; free(block); break;
                }
                pthread_mutex_unlock(&mutex);
                pthread_join(thread, NULL);
                free(other);
                return 0;
            }
            """;

    @TempDir
    private static Path programs;

    private static Path source;
    private static Path program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void build() throws Exception {
        source = Files.writeString(programs.resolve("program.c"), PROGRAM);
        program = programs.resolve("program");
        assumeTrue(compile("cc", "-g", "-O0", "-fsanitize=address", source, "-o", program, "-pthread") == 0);
    }

    @ParameterizedTest
    @CsvSource({
        "0, global-buffer-overflow",
        "1, stack-buffer-overflow",
        "2, heap-buffer-overflow",
        "3, -",
        "4, heap-use-after-free"
    })
    void reportOfAddressSanitizer_isAFinding(int number, String report) {
        assertReport(report, Heddle.check(folder, program, "--", number));
    }

    @Test
    void reportOfAddressSanitizer_inInstrumentedCode_isAFinding() {
        assertReport(
                "heap-use-after-free",
                Heddle.check(folder, "--points", "sync", "--cflags=-fsanitize=address", source, "--", 4));
    }

    private static void assertReport(String report, Run run) {
        if (report.equals("-")) {
            assertEquals(0, run.exitCode(), run::toString);
            assertEquals("clean", run.json().get("verdict").textValue(), run::toString);
            return;
        }
        assertEquals(1, run.exitCode(), run::toString);
        JsonNode finding = run.json().at("/findings/0");
        assertEquals("crash", finding.get("kind").textValue(), run::toString);
        assertEquals(report, finding.get("cause").textValue(), run::toString);
        assertTrue(finding.get("output").toString().contains("AddressSanitizer"), run::toString);
        Run replay = Heddle.run("replay", finding.get("schedule").textValue());
        assertEquals(1, replay.exitCode(), replay::toString);
    }

    private static int compile(Object... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        for (Object word : command) {
            words.add(word.toString());
        }
        return new ProcessBuilder(words).inheritIO().start().waitFor();
    }
}
