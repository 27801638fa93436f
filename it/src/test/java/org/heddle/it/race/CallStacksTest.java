package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Findings show the calls that led to what they are about, whatever the compiler made of them. */
@Timeout(900)
final class CallStacksTest {
    private static final String RACE =
            """
            #include <pthread.h>
            static struct { int key; long count; } table[4];
            static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            static void set(int row, long value) { table[row].count = value; }
            __attribute__((noinline)) static void reset(int row) { set(row, 5); __asm__ volatile("pause"); }
            static void *work(void *unused) { reset(3); return unused; }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                pthread_mutex_lock(&mutex);
                set(3, -1);
                pthread_mutex_unlock(&mutex);
                pthread_join(thread, NULL);
                return 0;
            }
            """;
    private static final String USE_AFTER_FREE =
            """
            #include <pthread.h>
            #include <stdlib.h>
            static int *make(void) { int *made = malloc(40); made[2] = 1; return made; }
            __attribute__((noinline)) static void drop(int *old) { free(old); __asm__ volatile("pause"); }
            static void *work(void *block) { drop(block); return NULL; }
            __attribute__((noinline)) static int look(const int *block) { return block[2]; }
            int main(void) {
                int *block = make();
                pthread_t thread;
                pthread_create(&thread, NULL, work, block);
                pthread_join(thread, NULL);
                return look(block) - 1;
            }
            """;
    private static final String DEADLOCK =
            """
            #include <pthread.h>
            static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            __attribute__((noinline)) static void inner(void) { pthread_mutex_lock(&mutex); __asm__ volatile("pause"); }
            __attribute__((noinline)) static void outer(void) { pthread_mutex_lock(&mutex); inner(); __asm__ volatile("pause"); }
            static void *work(void *unused) { outer(); return unused; }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                pthread_join(thread, NULL);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "all"})
    void race_hasTheCallsValuesAndLocksOfBothAccesses(String points) throws IOException {
        JsonNode finding = only(RACE, "--keep-going", "--points", points);
        JsonNode pair = finding.get("pairs").get(0);
        boolean isMainFirst = pair.at("/first/thread").textValue().equals("main");
        JsonNode main = pair.get(isMainFirst ? "first" : "second");
        JsonNode other = pair.get(isMainFirst ? "second" : "first");
        assertEquals("table[3].count", finding.get("memory").textValue());
        assertEquals(List.of("set:4", "main:11"), calls(main.get("stack")));
        assertEquals(List.of("set:4", "reset:5", "work:6"), calls(other.get("stack")));
        assertEquals("-1", main.get("value").textValue());
        assertEquals("5", other.get("value").textValue());
        assertTrue(main.get("holds").get(0).textValue().startsWith("mutex, locked at t.c:10"), main::toString);
        assertEquals(0, other.get("holds").size());
    }

    @Test
    void useAfterFree_hasTheCallsOfAccessAllocationAndFree() throws IOException {
        JsonNode uses = only(USE_AFTER_FREE).get("uses");
        assertEquals(3, uses.size(), uses::toString);
        assertEquals("access", uses.get(0).get("kind").textValue());
        assertEquals(List.of("look:6", "main:12"), calls(uses.get(0).get("stack")));
        assertEquals("allocated", uses.get(1).get("kind").textValue());
        assertEquals(List.of("make:3", "main:8"), calls(uses.get(1).get("stack")));
        assertEquals("freed", uses.get(2).get("kind").textValue());
        assertEquals(List.of("drop:4", "work:5"), calls(uses.get(2).get("stack")));
    }

    @Test
    void deadlock_hasTheCallsInWhichEachThreadWaits() throws IOException {
        JsonNode finding = only(DEADLOCK);
        List<String> calls = new ArrayList<>();
        finding.get("threads")
                .forEach(thread -> calls.add(thread.get("thread").textValue() + " " + calls(thread.get("stack"))));
        assertEquals(List.of("main [main:9]", "T1 [inner:3, outer:4, work:5]"), calls);
    }

    private JsonNode only(String source, String... options) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of(options));
        arguments.add(Files.writeString(folder.resolve("t.c"), source));
        Run run = Heddle.check(folder, arguments.toArray());
        JsonNode findings = run.json().get("findings");
        assertEquals(1, findings.size(), run::toString);
        return findings.get(0);
    }

    private static List<String> calls(JsonNode stack) {
        List<String> calls = new ArrayList<>();
        stack.forEach(call -> calls.add(
                call.get("function").textValue() + ":" + call.get("line").intValue()));
        return calls;
    }
}
