package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
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

/** {@code --leaks}: what is lost is told, and nothing else. */
@Timeout(900)
final class LeaksTest {
    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <pthread.h>
            #include <semaphore.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/mman.h>
            #include <threads.h>
            #include <unistd.h>

            struct node { struct node *next, *previous; char text[8]; };
            static void *global, **mapped, *volatile sink;
            static __thread void *local;
            static pthread_key_t key;
            static sem_t never, ready;
            static struct node *node(struct node *next) {
                struct node *made = malloc(sizeof *made);
                made->next = next;
                made->previous = NULL;
                return made;
            }
            static void release(void) { free(global); }
            static void *ends(void *argument) { (void)argument; @THREAD@; return NULL; }
            static void *stays(void *argument) {
                (void)argument;
                @STAYS@;
                sem_post(&ready);
                sem_wait(&never);
                return NULL;
            }
            int main(void) {
                (void)node, (void)release;
                sem_init(&never, 0, 0);
                sem_init(&ready, 0, 0);
                pthread_key_create(&key, NULL);
                pthread_t thread, other;
                pthread_create(&thread, NULL, ends, NULL);
                pthread_join(thread, NULL);
                pthread_create(&other, NULL, stays, NULL);
                sem_wait(&ready);
                @MAIN@;
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}: {1} {2} {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            leak  | sink = malloc(20); sink = NULL        |                              |
            leak  |                                       |                              | sink = malloc(20); sink = NULL
            leak  | local = malloc(20)                    |                              |
            leak  | pthread_setspecific(key, malloc(20))  |                              |
            leak  | global = malloc(20); global = NULL    |                              |
            leak  | struct node *a = node(NULL); a->next = node(a) |                     |
            leak  | global = node(node(NULL)); ((struct node *)global)->next = NULL |    |
            leak  | asprintf((char **)&global, "%d", 5); global = NULL |                 |
            leak  | global = realloc(malloc(20), 4000); global = NULL |                  |
            leak  | global = aligned_alloc(64, 128); global = NULL |                     |
            leak  | global = malloc(20); global = (void *)~(long)global |                |
            clean | global = malloc(20)                   |                              |
            clean | global = (char *)malloc(20) + 7       |                              |
            clean | global = (char *)malloc(16) + 16      |                              |
            clean | global = node(node(node(NULL)))       |                              |
            clean | struct node *a = node(NULL); a->next = node(a); global = a |         |
            clean |                                       | local = malloc(20)           |
            clean |                                       | pthread_setspecific(key, malloc(20)) |
            clean |                                       | char *mine = malloc(20); global = NULL; sem_post(&ready); sem_wait(&never); mine[0] = 0 |
            clean |                                       |                              | char *mine = malloc(20); if (mine) exit(0); mine[0] = 1
            clean |                                       |                              | local = malloc(20)
            clean |                                       |                              | pthread_setspecific(key, malloc(20))
            clean |                                       |                              | global = malloc(20); atexit(release)
            clean |                                       |                              | (void)!malloc(20); _exit(0)
            clean | mapped = mmap(NULL, 4096, 3, 34, -1, 0); *mapped = malloc(20) |      |
            clean | strerror(12345); strsignal(99)        | strerror(12345)              | strerror(12345)
            clean | puts("text"); setvbuf(stdout, NULL, _IOFBF, 100000); puts("x") |     |
            clean | global = fopen("/dev/null", "w"); fputs("x", global) |               |
            clean | setenv("A", "B", 1); putenv(strdup("C=D")) |                         |
            clean | free(malloc(20)); global = malloc(20); free(global) |                |
            """)
    void blocksThatNothingPointsTo_areLeaks(String verdict, String thread, String stays, String main)
            throws IOException {
        Run run = check(thread, stays, main);
        boolean leaks = verdict.equals("leak");
        assertEquals(leaks ? 1 : 0, run.exitCode(), run::toString);
        if (leaks) {
            assertEquals("leak", run.json().at("/findings/0/kind").textValue(), run::toString);
            assertEquals(1, run.json().get("findings").size(), run::toString);
        }
    }

    @Test
    void leaksOfOnePlace_areOneFinding() throws IOException {
        Run run = check("for (int i = 0; i < 5; i++) node(node(NULL))", null, "sink = malloc(7); sink = NULL");
        assertEquals(2, run.json().get("findings").size(), run::toString);
        assertTrue(run.out().contains("allocated 120 bytes in 5 blocks at"), run::toString);
        assertTrue(run.out().contains("allocated 7 bytes in 1 block at"), run::toString);
    }

    @Test
    void finding_hasTheCallsOfTheAllocationAndReplays() throws IOException {
        Run run = check("global = node(NULL); global = NULL", null, null);
        JsonNode finding = run.json().at("/findings/0");
        JsonNode frames = finding.at("/uses/0/stack");
        assertEquals("node", frames.get(0).get("function").textValue(), run::toString);
        assertEquals("ends", frames.get(1).get("function").textValue(), run::toString);
        Run replay =
                Heddle.run("replay", "--times", "5", finding.at("/schedule").textValue());
        assertEquals(1, replay.exitCode(), replay::toString);
    }

    @Test
    void withoutTheOption_nothingIsSaid() throws IOException {
        Path file = write("malloc(20)", null, null);
        assertEquals(0, Heddle.check(folder, file).exitCode());
    }

    @Test
    void executable_isCheckedAsItIs() throws Exception {
        Path file = write("sink = malloc(20); sink = NULL", null, null), program = folder.resolve("program");
        Process compiler = new ProcessBuilder("cc", "-g", "-O1", file.toString(), "-o", program.toString(), "-pthread")
                .inheritIO()
                .start();
        assertEquals(0, compiler.waitFor());
        Run run = Heddle.check(folder, "--leaks", program);
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.out().contains("T1 (ends) allocated 20 bytes in 1 block at"), run::toString);
    }

    private Run check(String thread, String stays, String main) throws IOException {
        return Heddle.check(folder, "--leaks", "--keep-going", write(thread, stays, main));
    }

    private Path write(String thread, String stays, String main) throws IOException {
        Path file = folder.resolve("program.c");
        return Files.writeString(
                file,
                PROGRAM.replace("@THREAD@", thread == null ? "" : thread)
                        .replace("@STAYS@", stays == null ? "" : stays)
                        .replace("@MAIN@", main == null ? "" : main));
    }
}
