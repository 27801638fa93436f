package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Local variables of another thread: used while their function is active, wherever that waits, and afterwards. */
@Timeout(900)
final class LeftFunctionsTest {
    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <alloca.h>
            #include <pthread.h>
            #include <semaphore.h>
            #include <stdatomic.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            #define APART __attribute__((noinline)) static

            static sem_t go, done;
            static int *shared, ends[2];
            static atomic_int flag;
            static pthread_once_t once = PTHREAD_ONCE_INIT;
            static void *other(void *unused) {
                sem_wait(&go);
                shared[0]++;
                shared[1]++;
                flag = 1;
                write(ends[1], "x", 1);
                sem_post(&done);
                return unused;
            }
            APART void offer(int *numbers) { shared = numbers; sem_post(&go); }
            APART void leave(void) { int numbers[2] = {0}; offer(numbers); }
            APART void wait_deep(int depth) { if (depth > 0) { char pad[100]; pad[0] = 1; wait_deep(depth - 1); shared[0] += pad[0] - 1; } else sem_wait(&done); }
            static int compare(const void *a, const void *b) { (void)a, (void)b; if (!flag) wait_deep(3); return 0; }
            static void initialise(void) { int numbers[2] = {0}; offer(numbers); wait_deep(2); }
            APART void use(void) {
                int numbers[2] = {0};
                (void)initialise, (void)compare, (void)leave, (void)numbers;
                @USE@;
            }
            int main(void) {
                sem_init(&go, 0, 0);
                sem_init(&done, 0, 0);
                pipe(ends);
                pthread_t thread;
                pthread_create(&thread, NULL, other, NULL);
                use();
                pthread_join(thread, NULL);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "offer(numbers); sem_wait(&done)",
                "offer(numbers); wait_deep(0)",
                "offer(numbers); wait_deep(5)",
                "offer(numbers); while (!flag) ; sem_wait(&done)",
                "char c; offer(numbers); read(ends[0], &c, 1); sem_wait(&done)",
                "char c[9]; FILE *in = fdopen(ends[0], \"r\"); offer(numbers); fread(c, 1, 1, in); sem_wait(&done)",
                "offer(alloca(400)); wait_deep(1)",
                "offer(numbers); int two[2] = {2, 1}; qsort(two, 2, sizeof(int), compare)",
                "pthread_once(&once, initialise)",
                "offer(numbers); free(malloc(9)); printf(\"%d\", (int)flag); wait_deep(1)"
            })
    void variableOfActiveFunction_isAnyonesToUse(String use) throws IOException {
        Run run = check(use);
        assertEquals(0, run.exitCode(), run::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"leave(); sem_wait(&done)", "leave()", "leave(); char c; read(ends[0], &c, 1); sem_wait(&done)"})
    void variableOfLeftFunction_isNot(String use) throws IOException {
        Run run = check(use);
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.out().contains("\"stack-of-left-function\""), run::toString);
    }

    private Run check(String use) throws IOException {
        Path file = Files.writeString(folder.resolve("program.c"), PROGRAM.replace("@USE@", use));
        return Heddle.check(folder, "--keep-going", file);
    }
}
