package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where schedules and reports cannot be written, that is said before the check, or else after it, and nothing else is lost. */
@Timeout(900)
final class OutputTest {
    private static final Path BUGGY = Expectation.example("11-self-lock.c");

    @TempDir
    private Path folder;

    @Test
    void outputFolderThatIsAFile_isRefusedBeforeTheCheck() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Heddle.run("check", "-o", file, BUGGY).assertRefused(2, "cannot write to the folder " + file, "it is a file");
    }

    @Test
    void outputFolderThatNobodyMayWriteTo_isRefusedBeforeTheCheck() {
        Heddle.run("check", "-o", "/proc/heddle", BUGGY).assertRefused(2, "cannot write to the folder /proc/heddle");
    }

    @Test
    void outputFolder_isMade() {
        Path nested = folder.resolve("a/b");
        Heddle.check(nested, BUGGY);
        assertTrue(Files.exists(nested.resolve("11-self-lock.deadlock.1.heddle-schedule")));
    }

    @Test
    void findings_comeByGravity_andTheirSchedulesAreNumberedInThatOrder() throws Exception {
        Path source = Files.writeString(
                folder.resolve("two.c"),
                """
                #include <pthread.h>
                static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
                static int first, second;
                static void *run(void *swapped) {
                    first++;
                    second++;
                    pthread_mutex_lock(swapped ? &b : &a);
                    pthread_mutex_lock(swapped ? &a : &b);
                    pthread_mutex_unlock(&a);
                    pthread_mutex_unlock(&b);
                    return NULL;
                }
                int main(void) {
                    pthread_t threads[2];
                    for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run, (void *)i);
                    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
                }
                """);
        Run run = Heddle.check(folder, "--keep-going", source);
        List<String> schedules = new ArrayList<>();
        for (JsonNode finding : run.json().get("findings")) {
            Path schedule = Path.of(finding.get("schedule").textValue());
            schedules.add(schedule.getFileName().toString());
            assertEquals(Files.getPosixFilePermissions(source), Files.getPosixFilePermissions(schedule));
        }
        List<String> expected = Stream.of("deadlock.1", "data-race.1", "data-race.2")
                .map(name -> "two." + name + ".heddle-schedule")
                .toList();
        assertEquals(expected, schedules);
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    Set.copyOf(expected),
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith("-schedule"))
                            .collect(Collectors.toSet()));
        }
    }

    @Test
    void workingDirectory_getsTheSchedulesAndNothingElse() throws Exception {
        Run run = HeddleProcess.run(folder, "check", BUGGY);
        assertEquals(1, run.exitCode(), run.toString());
        try (var files = Files.list(folder.resolve("work"))) {
            assertEquals(
                    List.of("11-self-lock.deadlock.1.heddle-schedule"),
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }

    @Test
    void fullDisk_losesTheScheduleAndNotTheReport() throws Exception {
        try (FullDisk disk = FullDisk.mount(folder.resolve("work"))) {
            Run run = HeddleProcess.run(folder, "check", "--format", "json", BUGGY);
            assertEquals(1, run.exitCode(), run.toString());
            assertEquals("self-lock", run.json().at("/findings/0/cause").textValue());
            assertEquals("", run.json().at("/findings/0/schedule").textValue());
            assertEquals(1, run.err().lines().count(), run.err());
            assertTrue(run.err().contains("cannot write the schedule 11-self-lock"), run.err());
            assertTrue(run.err().contains("No space left on device"), run.err());
            assertEquals(0, disk.filesBesideTheFiller());
        }
    }

    @Test
    void fullDiskForTheReports_isSaidInOneLineEach() throws Exception {
        try (FullDisk disk = FullDisk.mount(folder.resolve("full"))) {
            Path full = disk.at();
            Run run = HeddleProcess.run(folder, "check", "-o", full, BUGGY);
            assertEquals(1, run.exitCode(), run.toString());
            assertEquals(2, run.err().lines().count(), run.err());
            assertTrue(run.err().contains("cannot write the report to " + full), run.err());
            assertTrue(run.out().startsWith("deadlock [self-lock]"), run.out());
            run.assertNoStackTrace();
        }
    }

    /** A file system without a free byte; needs the right to mount one. */
    private record FullDisk(Path at) implements AutoCloseable {
        static FullDisk mount(Path at) throws IOException {
            Files.createDirectories(at);
            assumeTrue(
                    succeeds("mount", "-t", "tmpfs", "-o", "size=4k", "heddle-test", at.toString()),
                    "mounting is not permitted here");
            Files.write(at.resolve("filler"), new byte[4096]);
            return new FullDisk(at);
        }

        long filesBesideTheFiller() throws IOException {
            try (var files = Files.list(at)) {
                return files.count() - 1;
            }
        }

        @Override
        public void close() {
            succeeds("umount", at.toString());
        }

        private static boolean succeeds(String... command) {
            try {
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
            } catch (IOException noSuchCommand) {
                return false;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
