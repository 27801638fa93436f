package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of a sandbox are objects of their own, whatever they are called meanwhile, and the same ones for each worker. */
@Timeout(900)
final class SandboxFilesTest {
    private static final String PROGRAM =
            """
            #include <assert.h>
            #include <fcntl.h>
            #include <pthread.h>
            #include <stdio.h>
            #include <unistd.h>
            static int one, other;
            static void *change(void *unused) {
                assert(pwrite(other, "x", 1, 0) == 1);
                return unused;
            }
            int main(void) {
                pthread_t thread;
                char first = 0;
                one = open("one", O_RDONLY);
                other = open(OTHER, O_WRONLY);
            #ifdef RENAMED
                assert(rename("one", "another") == 0);
                close(other);
                other = open("another", O_WRONLY);
            #endif
                pthread_create(&thread, 0, change, 0);
                assert(pread(one, &first, 1, 0) == 1);
                pthread_join(thread, 0);
                assert(first == '1');
            }
            """;

    private static final String COUNTING =
            """
            #include <fcntl.h>
            #include <pthread.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            static int count;
            static void *add(void *unused) {
                pthread_mutex_lock(&mutex);
                int seen = count;
                pthread_mutex_unlock(&mutex);
                pthread_mutex_lock(&mutex);
                count = seen + 1;
                pthread_mutex_unlock(&mutex);
                return unused;
            }
            int main(void) {
                int file = open("count", O_CREAT | O_EXCL | O_WRONLY, 0600);
                if (file < 0)
                    abort();
                pthread_t thread;
                pthread_create(&thread, 0, add, 0);
                add(0);
                pthread_join(thread, 0);
                dprintf(file, "%d", count);
            }
            """;

    @TempDir
    private Path folder;

    private Path sandbox;

    @BeforeEach
    void makeSandbox() throws Exception {
        sandbox = Files.createDirectories(folder.resolve("sandbox/inner")).getParent();
        Files.writeString(sandbox.resolve("one"), "1");
        Files.writeString(sandbox.resolve("two"), "2");
        Files.writeString(sandbox.resolve("inner/one"), "1");
        Files.writeString(folder.resolve("program.c"), PROGRAM);
    }

    private JsonNode check(String... macros) {
        List<Object> words = new ArrayList<>(List.of("-j", 2, "--sandbox", sandbox));
        words.addAll(List.of(macros));
        words.add(folder.resolve("program.c"));
        return Heddle.check(folder.resolve("result"), words.toArray()).json();
    }

    @Test
    void callsOnTwoFiles_haveNoOrder() {
        for (String file : new String[] {"two", "inner/one"}) {
            JsonNode report = check("-DOTHER=\"" + file + "\"");
            assertEquals("clean", report.get("verdict").textValue(), report.toString());
            assertEquals(1, report.at("/executions/total").intValue(), report.toString());
        }
    }

    @Test
    void callsOnOneFile_comeInBothOrders() {
        JsonNode report = check("-DOTHER=\"one\"");
        assertEquals("assertion", report.at("/findings/0/kind").textValue(), report.toString());
        assertEquals(0, report.at("/executions/diverged").intValue(), report.toString());
    }

    @Test
    void aFileThatIsRenamed_isTheSame() {
        JsonNode report = check("-DOTHER=\"two\"", "-DRENAMED");
        assertEquals("assertion", report.at("/findings/0/kind").textValue(), report.toString());
        assertEquals(0, report.at("/executions/diverged").intValue(), report.toString());
    }

    /** Each in a fresh copy, and with the command after it, which tells that the same happened. */
    @Test
    void replay_runsInTheSandbox_andVerifies() throws Exception {
        Files.writeString(folder.resolve("count.c"), COUNTING);
        JsonNode report = Heddle.check(
                        folder.resolve("result"),
                        "--sandbox",
                        sandbox,
                        "--verify",
                        "grep -q 2 count",
                        folder.resolve("count.c"))
                .json();
        assertEquals("exit-code", report.at("/findings/0/kind").textValue(), report.toString());
        String schedule = report.at("/findings/0/schedule").textValue();
        Run replay = Heddle.run("replay", "-n", "3", schedule);
        assertEquals(1, replay.exitCode(), replay.toString());
        assertTrue(replay.out().contains("3 times out of 3"), replay.out());

        Files.move(sandbox, folder.resolve("elsewhere"));
        Run without = Heddle.run("replay", schedule);
        assertEquals(2, without.exitCode(), without.toString());
        assertTrue(without.err().contains("put it back as it was"), without.err());
    }
}
