package org.heddle.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What --memory does before there is a JVM, and where one execution takes more than there is. */
@Timeout(900)
final class MemoryTest {
    @TempDir
    private Path folder;

    /** The command by which a JVM would be started. */
    private static String started(String... words) throws Exception {
        Path warm = Path.of("../native-shim/target/native/heddle-warm");
        ProcessBuilder builder = new ProcessBuilder(warm.toString(), "echo", "-cp", "jar", "org.heddle.cli.Main");
        builder.command().addAll(List.of(words));
        builder.environment().put("HEDDLE_SERVER", "0");
        Process process = builder.redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void memory_boundsTheJvm_lessWhatItTakesItself() throws Exception {
        Map<String, String> expected = Map.of(
                "check --memory 300M a.c", "-Xmx102400k -XX:MaxDirectMemorySize=51200k ",
                "check --memory=300m a.c", "-Xmx102400k -XX:MaxDirectMemorySize=51200k ",
                "check --memory 307200k a.c", "-Xmx102400k -XX:MaxDirectMemorySize=51200k ",
                "check --memory 300m --memory 314572800 a.c", "-Xmx102400k -XX:MaxDirectMemorySize=51200k ",
                "check --memory 1m a.c", "-Xmx61440k -XX:MaxDirectMemorySize=30720k ",
                "check a.c -- --memory 300m", "",
                "check --memory much a.c", "",
                "check --memory 999999g a.c", "",
                "check a.c", "");
        for (Map.Entry<String, String> each : expected.entrySet()) {
            assertEquals(
                    each.getValue() + "-cp jar org.heddle.cli.Main " + each.getKey(),
                    started(each.getKey().split(" ")));
        }
    }

    /** As many operations as the test's own JVM has no room for, if it is given little. */
    @Test
    void executionThatTakesMoreThanThereIs_endsTheCheck() throws Exception {
        Path source = Files.writeString(
                folder.resolve("long.c"),
                """
                #include <pthread.h>
                static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
                static int shared;
                static void *work(void *unused) {
                    for (int i = 0; i < 300000; i++) {
                        pthread_mutex_lock(&lock);
                        shared++;
                        pthread_mutex_unlock(&lock);
                    }
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, 0, work, 0);
                    work(0);
                    pthread_join(thread, 0);
                    return 0;
                }
                """);
        Map<String, String> little = Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m -XX:MaxDirectMemorySize=20m");
        Run run;
        try (HeddleProcess process = HeddleProcess.startWith(little, folder, "check", "-j1", source)) {
            run = process.end();
        }
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("stopped at the memory limit (--memory)"), run.toString());
        assertFalse(run.out().contains("proved: no bug\n"), run.toString());
        assertFalse(run.err().contains("\tat "), run.toString());
    }

    /** A failed assertion behind 300 000 operations. */
    private Run failing(String memory) throws Exception {
        Path source = Files.writeString(
                folder.resolve("late.c"),
                """
                #include <assert.h>
                #include <pthread.h>
                static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
                static int shared;
                static void *work(void *unused) {
                    for (int i = 0; i < 75000; i++) {
                        pthread_mutex_lock(&lock);
                        shared++;
                        pthread_mutex_unlock(&lock);
                    }
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, 0, work, 0);
                    work(0);
                    pthread_join(thread, 0);
                    assert(shared != 150000);
                    return 0;
                }
                """);
        Map<String, String> little = Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseSerialGC " + memory);
        try (HeddleProcess process =
                HeddleProcess.startWith(little, folder, "check", "-j1", "-o", folder.resolve("found"), source)) {
            return process.end();
        }
    }

    /** With what --memory 300m leaves the JVM, which is just about enough to keep the schedule. */
    @Test
    @Tag("thorough")
    @Tag("slow")
    void findingOfALongExecution_isTold() throws Exception {
        Run run = failing("-Xmx102400k -XX:MaxDirectMemorySize=51200k");
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.out().contains("assertion: \"shared != 150000\" fails in main"), run.toString());
        assertEquals(
                run.out().contains("schedule: not known"),
                Files.notExists(folder.resolve("found/late.assertion.1.heddle-schedule")),
                run.toString());
    }

    /** With so little that its events are not even taken in. */
    @Test
    void findingOfAnExecutionThatIsNotTakenIn_isTold_withoutASchedule() throws Exception {
        Run run = failing("-Xmx64m -XX:MaxDirectMemorySize=8m");
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.out().contains("assertion: \"shared != 150000\" fails in main"), run.toString());
        assertTrue(run.out().contains("schedule: not known"), run.toString());
        assertTrue(run.out().contains("could be taken in"), run.toString());
        assertFalse(Files.exists(folder.resolve("found/late.assertion.1.heddle-schedule")));
    }
}
