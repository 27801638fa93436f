package org.heddle.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.heddle.it.testkit.FaultyRuntime;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where the runtime contradicts itself, a check ends with 70 and one line, whichever process notices, and keeps what led there. The
 * runtime is one with faults, each of which an environment variable brings about: it is built here, from a copy of the sources.
 */
@Timeout(900)
final class BrokenRuntimeTest {
    private static final String PROGRAM =
            """
            #include <pthread.h>
            #include <semaphore.h>
            static sem_t sem;
            static void *work(void *unused) {
                sem_post(&sem);
                return unused;
            }
            int main(void) {
                pthread_t thread;
                sem_init(&sem, 0, 0);
                pthread_create(&thread, NULL, work, NULL);
                sem_trywait(&sem);
                pthread_join(thread, NULL);
                return 0;
            }
            """;
    private static final Pattern TOLD = Pattern.compile(
            "heddle: an invariant of the runtime does not hold: native-shim/src/(\\S+):\\d+: (.*)\\. This is a fault of Heddle,"
                    + " unless the program writes over the runtime's memory: send the program and this command, which takes the same"
                    + " course again\\. The execution that led there is in (\\S+), for heddle replay\n");

    @TempDir
    private static Path runtime;

    @TempDir
    private Path folder;

    @BeforeAll
    static void buildWithFaults() throws Exception {
        new FaultyRuntime(runtime)
                .plant("sync/semaphore.c", "        INVARIANT(sem->count > 0);", "FAULT_OF_A_RULE", "sem->count = 0;")
                .plant(
                        "zygote/runner/runner_undo.c",
                        "    INVARIANT(k->mapping_count <= MOST_MAPPINGS);",
                        "FAULT_OF_THE_RUNNER",
                        "k->mapping_count = MOST_MAPPINGS + 1;")
                .plant(
                        "zygote/zygote_result.c",
                        "    INVARIANT(shared->note_count <= MAX_NOTES",
                        "FAULT_OF_THE_ZYGOTE",
                        "shared->note_count = MAX_NOTES + 1;")
                .build();
    }

    @Test
    void withoutAFault_theProgramIsProved() throws Exception {
        Run run = check(Map.of(), "fork");
        assertEquals(0, run.exitCode(), run::toString);
    }

    @Test
    void faultWithinAnExecution_isTold_andItsExecutionShowsItAgain() throws Exception {
        Path schedule = assertTold(check(Map.of("FAULT_OF_A_RULE", "1"), "fork"), "sync/semaphore.c", "sem->count > 0");
        Run again = run(Map.of("FAULT_OF_A_RULE", "1"), "replay", schedule);
        assertEquals(70, again.exitCode(), again::toString);
        assertTrue(again.err().contains("sync/semaphore.c"), again::toString);
        Run mended = run(Map.of(), "replay", schedule);
        assertEquals(0, mended.exitCode(), mended::toString);
        assertTrue(mended.out().contains("It did not happen this time"), mended::toString);
    }

    @Test
    void faultOfTheRunner_isTold() throws Exception {
        assertTold(
                check(Map.of("FAULT_OF_THE_RUNNER", "1"), "process"),
                "zygote/runner/runner_undo.c",
                "k->mapping_count <= MOST_MAPPINGS");
    }

    @Test
    void faultOfTheZygote_isTold() throws Exception {
        assertTold(
                check(Map.of("FAULT_OF_THE_ZYGOTE", "1"), "fork"),
                "zygote/zygote_result.c",
                "shared->note_count <= MAX_NOTES && shared->race_count <= MAX_RACES");
    }

    private Run check(Map<String, String> faults, String restart) throws Exception {
        Path source = Files.writeString(folder.resolve("t.c"), PROGRAM);
        return run(faults, "check", "-j", "1", "--restart", restart, "-o", folder.resolve("found"), source);
    }

    private Run run(Map<String, String> faults, Object... command) throws Exception {
        try (HeddleProcess process = HeddleProcess.startOn(FaultyRuntime.built(runtime), faults, folder, command)) {
            return process.end();
        }
    }

    /** Returns the schedule that is kept. */
    private Path assertTold(Run run, String place, String invariant) {
        assertEquals(70, run.exitCode(), run::toString);
        var told = TOLD.matcher(run.err());
        assertTrue(told.matches(), run::toString);
        assertEquals(List.of(place, invariant), List.of(told.group(1), told.group(2)));
        Path schedule = folder.resolve("work").resolve(told.group(3));
        assertTrue(Files.isRegularFile(schedule), schedule::toString);
        return schedule;
    }
}
