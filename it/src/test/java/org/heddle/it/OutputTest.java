package org.heddle.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where schedules and reports cannot be written, that is said before the check, or else after it, and nothing else is lost. */
@Timeout(60)
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
    void workingDirectory_getsTheSchedulesAndNothingElse() throws Exception {
        Run run = HeddleProcess.run(folder, "check", BUGGY);
        assertEquals(1, run.exitCode(), run.toString());
        try (var files = Files.list(folder.resolve("work"))) {
            assertEquals(
                    java.util.List.of("11-self-lock.deadlock.1.heddle-schedule"),
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
