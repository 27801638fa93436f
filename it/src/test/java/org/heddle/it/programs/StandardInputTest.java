package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every execution reads the same standard input, from its beginning to its end; what nobody reads is left to others. */
@Timeout(900)
final class StandardInputTest {
    private static final String NUMBERS = "40\n2\n";

    @TempDir
    private Path folder;

    private Path program;

    @BeforeEach
    void writeProgram() throws Exception {
        program = folder.resolve("sum.c");
        Files.writeString(
                program,
                """
                #include <assert.h>
                #include <pthread.h>
                #include <stdio.h>
                static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
                static int last;
                static void *store(void *value) {
                    pthread_mutex_lock(&m);
                    last = *(int *)value;
                    pthread_mutex_unlock(&m);
                    return 0;
                }
                int main(void) {
                    int sum = 0, n, values[] = {1, 2};
                    pthread_t threads[2];
                    while (scanf("%d", &n) == 1) sum += n;
                    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, store, &values[i]);
                    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
                    assert(sum != 42 || last == 2); /* fails in the second execution alone */
                    return 0;
                }
                """);
    }

    @Test
    void fileNamedByOption_isReadByEveryExecution() throws Exception {
        Path input = Files.writeString(folder.resolve("numbers"), NUMBERS);
        Run run = Heddle.check(folder, "--stdin", input, program);
        assertEquals("assertion", run.json().at("/findings/0/kind").textValue(), run.toString());
        assertEquals(2, run.json().at("/executions/total").intValue());
    }

    @Test
    void pipe_isReadByEveryExecution_andTheScheduleReplaysWithoutIt() throws Exception {
        try (HeddleProcess check = HeddleProcess.startReading(Redirect.PIPE, folder, "check", program)) {
            try (OutputStream pipe = check.input()) {
                pipe.write(NUMBERS.getBytes(StandardCharsets.UTF_8));
            }
            Run run = check.end();
            assertEquals(1, run.exitCode(), run.toString());
            assertTrue(run.out().contains("(2 executions)"), run.out());
        }
        Run replay = HeddleProcess.run(folder, "replay", "sum.assertion.1.heddle-schedule");
        assertEquals(1, replay.exitCode(), replay.toString());
        assertTrue(replay.out().contains("The same happened again"), replay.out());
    }

    @Test
    void redirectedFile_isReadByEveryExecution() throws Exception {
        Path input = Files.writeString(folder.resolve("numbers"), NUMBERS);
        try (HeddleProcess check =
                HeddleProcess.startReading(Redirect.from(input.toFile()), folder, "check", program)) {
            assertEquals(1, check.end().exitCode());
        }
    }

    @Test
    void withoutInput_theEndOfTheFileComesAtOnce() {
        Run run = Heddle.check(folder, program);
        assertEquals("clean", run.json().at("/verdict").textValue(), run.toString());
    }

    /** The pipe stays open and empty: whoever read it would wait for good. */
    @Test
    void pipeThatTheProgramDoesNotRead_isNotRead() throws Exception {
        try (HeddleProcess check = HeddleProcess.startReading(
                Redirect.PIPE, folder, "check", "-DFIXED", Expectation.example("01-database-deadlock.c"))) {
            assertEquals(0, check.end().exitCode());
        }
    }

    @Test
    void fileThatIsNotThere_isRefused() {
        Heddle.run("check", "--stdin", folder.resolve("none"), program).assertRefused(2, "--stdin", "name a file");
    }

    @Test
    void scheduleWhoseInputIsGarbled_isRefused() throws Exception {
        Path input = Files.writeString(folder.resolve("numbers"), NUMBERS);
        Heddle.check(folder, "--stdin", input, program);
        Path schedule = folder.resolve("sum.assertion.1.heddle-schedule");
        Files.writeString(schedule, Files.readString(schedule).replaceFirst("(?m)^stdin .*$", "stdin AAAA"));
        Heddle.run("replay", schedule).assertRefused(2, "standard input");
    }
}
