package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A finding speaks of the program's own lines and threads. */
@Timeout(900)
final class FindingWordsTest {
    @TempDir
    private Path folder;

    @Test
    void valuesOfAccesses_areShownByTheirTypes() throws Exception {
        Path program = Files.writeString(
                folder.resolve("typed.c"),
                """
                #include <pthread.h>
                #include <stdbool.h>
                enum color { RED, GREEN = 5 };
                static int n = -3;
                static bool b;
                static enum color c;
                static double d;
                static char *s, letter;
                static unsigned u;
                static short h;
                static void *f(void *unused) {
                    n = -7; b = true; c = GREEN; d = 1.5; s = 0; u = 4000000000u; h = -2; letter = 'x';
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, 0, f, 0);
                    int seen = n;
                    pthread_join(thread, 0);
                    return seen == 99;
                }
                """);
        String report =
                Heddle.run("check", "--points=all", "-o", folder, program).out();
        for (String value : List.of(
                "write n = -7 ",
                "write b = true ",
                "write c = GREEN (5) ",
                "write d = 1.5 ",
                "write s = NULL ",
                "write u = 4000000000 ",
                "write h = -2 ",
                "write letter = 'x' (120) ",
                "main read -3, holding",
                "T1 (f) wrote -7, holding")) {
            assertTrue(report.contains(value), value + " in: " + report);
        }
    }

    /** It is no step, so it has a row between steps, marked as what the finding is about. */
    @Test
    void freeOfWhatIsNoBlock_hasARowOfItsOwn_whereItHappened() throws Exception {
        Path program = Files.writeString(
                folder.resolve("middle.c"),
                """
                #include <pthread.h>
                #include <stdlib.h>
                static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
                static int *block;
                static void *work(void *unused) {
                    pthread_mutex_lock(&m);
                    free(block + 1);
                    pthread_mutex_unlock(&m);
                    return unused;
                }
                int main(void) {
                    pthread_t t;
                    block = malloc(40);
                    pthread_create(&t, NULL, work, NULL);
                    pthread_join(t, NULL);
                    return 0;
                }
                """);
        List<String> rows = Heddle.run("check", "-o", folder, program)
                .out()
                .lines()
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .toList();
        int free = rows.indexOf("> · free block[], where no block begins middle.c:7");
        assertTrue(free > 0, rows.toString());
        assertTrue(rows.get(free - 1).startsWith("2 lock m"), rows.toString());
        assertTrue(rows.get(free + 1).startsWith("3 unlock m"), rows.toString());
        assertTrue(
                rows.stream().anyMatch(row -> row.startsWith("T1 (work) freed it, where no allocated block begins")),
                rows.toString());
        assertTrue(Files.readString(folder.resolve("report.html")).contains("free block[], where no block begins"));
    }

    @Test
    void threadThatWaitsForGood_comesWithTheValuesOfItsCondition_andWhoWroteThemLast() throws Exception {
        Path program = folder.resolve("pool.c");
        Files.writeString(
                program,
                """
                #include <pthread.h>
                static struct pool { unsigned idle; int *head; pthread_mutex_t m; pthread_cond_t c; } pool = {
                    0, 0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
                static void *worker(void *unused) {
                    pthread_mutex_lock(&pool.m);
                    pool.idle--;
                    pthread_cond_signal(&pool.c);
                    pthread_mutex_unlock(&pool.m);
                    return unused;
                }
                int main(void) {
                    pthread_t t;
                    pthread_create(&t, 0, worker, 0);
                    pthread_mutex_lock(&pool.m);
                    while (!pool.head || pool.idle != 0) pthread_cond_wait(&pool.c, &pool.m);
                    pthread_mutex_unlock(&pool.m);
                    return pthread_join(t, 0);
                }
                """);
        JsonNode counted = Heddle.check(folder, program).json().at("/findings/0/threads/0/looks");
        assertEquals(1, counted.size(), counted.toString());
        assertEquals("pool.head", counted.at("/0/memory").textValue());
        assertEquals("NULL", counted.at("/0/value").textValue());
        assertEquals("", counted.at("/0/writer").textValue());
        Files.writeString(program, Files.readString(program).replace("!pool.head || ", ""));
        JsonNode wrapped = Heddle.check(folder, program).json().at("/findings/0/threads/0/looks");
        assertEquals(1, wrapped.size(), wrapped.toString());
        assertEquals("pool.idle", wrapped.at("/0/memory").textValue());
        assertEquals("4294967295 (-1)", wrapped.at("/0/value").textValue());
        assertEquals("T1 (worker)", wrapped.at("/0/writer").textValue());
        assertEquals(6, wrapped.at("/0/written/line").intValue());
    }

    /** A call that copies a structure, and a thread that writes its fields at a line each. */
    @Test
    void racesOfOneCopy_areOneFinding_inBothOrders() throws Exception {
        String copy =
                """
                #include <pthread.h>
                #include <string.h>
                static struct { int a, b, c, d; char e; long f; } from, to;
                static void *copy(void *unused) {
                    memcpy(&to, &from, sizeof to);
                    return unused;
                }
                static void *fill(void *unused) {
                    from.a = 1;
                    from.c = 1;
                    from.d = 1;
                    from.e = 1;
                    from.f = 1;
                    return unused;
                }
                int main(void) {
                    pthread_t t;
                    pthread_create(&t, 0, FIRST, 0);
                    SECOND(0);
                    return pthread_join(t, 0);
                }
                """;
        Path program = folder.resolve("copy.c");
        Files.writeString(program, copy);
        for (List<String> order : List.of(List.of("copy", "fill"), List.of("fill", "copy"))) {
            Run run = Heddle.check(folder, "-DFIRST=" + order.get(0), "-DSECOND=" + order.get(1), program);
            assertEquals(1, run.json().at("/findings").size(), run.toString());
            assertEquals(5, run.json().at("/findings/0/pairs").size(), run.toString());
        }
    }

    @Test
    void timerOfADescriptor_isMadeAtTheLineOfTheProgram() throws Exception {
        Path program = Files.writeString(
                folder.resolve("unarmed.c"),
                """
                #include <pthread.h>
                #include <stdint.h>
                #include <sys/timerfd.h>
                #include <unistd.h>
                static int timer;
                static void *f(void *unused) {
                    uint64_t expiries;
                    return read(timer, &expiries, sizeof expiries) < 0 ? &timer : unused;
                }
                int main(void) {
                    timer = timerfd_create(CLOCK_MONOTONIC, 0);
                    pthread_t thread;
                    pthread_create(&thread, 0, f, 0);
                    return pthread_join(thread, 0);
                }
                """);
        String report = Heddle.run("check", "-o", folder, program).out();
        assertTrue(report.contains("timerfd_create(1)"), report);
        assertFalse(report.contains("timer_calls.c"), report);
    }

    private String report(String example) {
        return Heddle.run("check", "-o", folder, Expectation.example(example)).out();
    }

    @Test
    void failedHeddleAssert_isAtItsOwnLine() {
        String report = report("20-choose.c");
        assertTrue(report.contains("20-choose.c:"), report);
        assertFalse(report.contains("heddle_harness"), report);
    }

    @Test
    void semaphoreThatABlockedThreadHasTaken_isToldWithThatThread() {
        String report = report("soundness/semaphore-forks.c").replaceAll("\\s+", " ");
        assertTrue(report.contains("T1 (eat) waits for semaphore forks[1], which T2 (eat) has taken"), report);
    }

    @Test
    void freeOfABlock_isAmongWhatBroughtAUseOfItAbout_underTheNameThatTheBlockHas() {
        String text = Heddle.run("check", "-o", folder, Expectation.example("lessons/02-pbzip2-queue-freed.c"))
                .out();
        String causes = text.substring(text.indexOf("what brought it about:"), text.indexOf("what was done to"));
        assertTrue(causes.contains("main: free *fifo at 02-pbzip2-queue-freed.c:58"), text);
        assertTrue(text.contains("allocate *fifo "), text);
        assertTrue(text.contains("a data race on *fifo: main frees it"), text);
        assertTrue(text.contains("fifo->mutex; nothing orders the two"), "a lock keeps its name: " + text);
    }
}
