package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of thousands of threads run, and what is wrong in them is found. */
final class ManyThreadsTest {
    private static final String FROM_MAIN = "-DSPAWN=spawn(0)";
    private static final String FROM_ANOTHER = "-DSPAWN=pthread_t t;pthread_create(&t,0,spawn,0);pthread_join(t,0)";

    @TempDir
    private Path folder;

    private Path program;

    @BeforeEach
    void writeProgram() throws Exception {
        program = folder.resolve("gate.c");
        Files.writeString(
                program,
                """
                #include <pthread.h>
                #include <stdlib.h>
                static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
                static pthread_cond_t gate = PTHREAD_COND_INITIALIZER;
                static int is_open;
                static pthread_t threads[N];
                static void *pass(void *unused) {
                    pthread_mutex_lock(&m);
                    while (!is_open) pthread_cond_wait(&gate, &m);
                    pthread_mutex_unlock(&m);
                    return unused;
                }
                static void *spawn(void *unused) {
                    for (int i = 0; i < N; i++) if (pthread_create(&threads[i], 0, pass, 0)) abort();
                    pthread_mutex_lock(&m);
                    is_open = 1;
                    OPEN(&gate);
                    pthread_mutex_unlock(&m);
                    for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
                    return unused;
                }
                int main(void) { SPAWN; return 0; }
                """);
    }

    @Test
    @Tag("thorough")
    @Tag("slow")
    void moreThanFourThousandOfMain_theirExecutionsComeToAnEnd() throws Exception {
        assertNoFinding(4_500, FROM_MAIN, 3);
    }

    @Test
    void hundredsOfAnotherThread_haveNamesOfTheirOwn() throws Exception {
        assertNoFinding(900, FROM_ANOTHER, 4);
    }

    /** Threads that halve their work, that take the numbers of Fibonacci, and that keep a part and give away the rest. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-DPARTS=2 -DREST=depth-1 -DDEPTH=7",
                "-DPARTS=2 -DREST=depth-1-i -DDEPTH=10",
                "-DPARTS=depth -DREST=depth-1-i -DDEPTH=8"
            })
    void hundredsThatDivideTheirWork_haveNamesOfTheirOwn(String how) throws Exception {
        Path source = Files.writeString(
                folder.resolve("divides.c"),
                """
                #include <pthread.h>
                #include <stdlib.h>
                static void *divide(void *given) {
                    int depth = (int)(long)given;
                    pthread_t parts[depth + 2];
                    for (int i = 0; depth > 0 && i < PARTS; i++)
                        if (pthread_create(&parts[i], 0, divide, (void *)(long)(REST))) abort();
                    for (int i = 0; depth > 0 && i < PARTS; i++) pthread_join(parts[i], 0);
                    return 0;
                }
                int main(void) { divide((void *)(long)DEPTH); return 0; }
                """);
        List<Object> arguments = new ArrayList<>(List.of(how.split(" ")));
        arguments.add(source);
        Run run = Heddle.check(folder, arguments.toArray());
        assertEquals("clean", run.json().get("verdict").textValue(), run.toString());
    }

    @Test
    @Tag("thorough")
    @Tag("slow")
    void tenThousandThatOneSignalWakes_isALostWakeup() throws Exception {
        Run run = check(10_000, FROM_MAIN, "signal", "-i", 1_000, "-t", "300s");
        assertEquals("lost-wakeup", run.json().at("/findings/0/kind").textValue(), run.toString());
    }

    private void assertNoFinding(int threads, String spawn, int executions) throws Exception {
        Run run = check(threads, spawn, "broadcast", "-i", executions, "--strategy", "random");
        assertEquals(executions, run.json().at("/executions/total").intValue(), run.toString());
        assertEquals(
                0,
                run.json().at("/findings").size()
                        + run.json().at("/executions/diverged").intValue());
        assertEquals(0, run.json().at("/executions/blocked").intValue());
    }

    private Run check(int threads, String spawn, String opens, Object... options) throws Exception {
        Object[] arguments = new Object[options.length + 4];
        System.arraycopy(options, 0, arguments, 0, options.length);
        arguments[options.length] = "-DN=" + threads;
        arguments[options.length + 1] = spawn;
        arguments[options.length + 2] = "-DOPEN=pthread_cond_" + opens;
        arguments[options.length + 3] = program;
        return Heddle.check(folder, arguments);
    }
}
