package org.heddle.server.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The folder is private, always as long, goes away whole, and so do those whose makers were killed. */
final class PrivateDirectoryTest {
    @Test
    void folder_isPrivateAndGoesAwayWhole() throws Exception {
        PrivateDirectory directory = PrivateDirectory.create();
        Path inner = directory.child("w000").path();
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(inner)));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.path())));
        Files.createDirectories(inner.resolve("deep/deeper"));
        Files.setPosixFilePermissions(inner.resolve("deep"), PosixFilePermissions.fromString("---------"));
        directory.close();
        assertFalse(Files.exists(directory.path()));
    }

    @Test
    void whereNothingCanBeWritten_theFolderIsNamed_andWhatToDo() {
        String usual = System.setProperty("java.io.tmpdir", "/proc/self");
        try {
            IOException refused = assertThrows(NoTemporaryFolderException.class, PrivateDirectory::create);
            assertTrue(
                    refused.getMessage().startsWith("no folder for temporary files can be made in /proc/self (")
                            && refused.getMessage().endsWith("-Djava.io.tmpdir=FOLDER"),
                    refused.getMessage());
        } finally {
            System.setProperty("java.io.tmpdir", usual);
        }
    }

    @Test
    void folders_haveNamesOfTheSameLength() throws Exception {
        try (PrivateDirectory one = PrivateDirectory.create();
                PrivateDirectory other = PrivateDirectory.create()) {
            assertEquals(one.path().toString().length(), other.path().toString().length());
        }
    }

    @Test
    void folderThatIsStillWrittenTo_isGoneAfterTheEndOfTheProcess() throws Exception {
        PrivateDirectory directory = PrivateDirectory.createRemovedAtExit();
        Process writer = new ProcessBuilder(
                        "sh",
                        "-c",
                        "for i in $(seq 3000); do : >\"$0/$i\" || exit; done",
                        directory.path().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        while (!Files.exists(directory.path().resolve("1"))) {
            Thread.sleep(1);
        }
        directory.removeAtExit();
        assertFalse(Files.exists(directory.path()));
        writer.waitFor();
        assertFalse(Files.exists(directory.path()));
        directory.close();
    }

    @Test
    void staleFolder_isRemovedByTheNextOneAndALiveOneIsNot() throws Exception {
        try (PrivateDirectory live = PrivateDirectory.create()) {
            Path stale = live.path().resolveSibling("heddle-00000001-00000001");
            Files.createDirectories(stale.resolve("w000"));
            Files.createFile(stale.resolve(".heddle-lock"));
            FileTime hourAgo = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
            Files.setLastModifiedTime(stale, hourAgo);
            Files.setLastModifiedTime(live.path(), hourAgo);
            PrivateDirectory.create().close();
            assertFalse(Files.exists(stale));
            assertTrue(Files.exists(live.path()));
        }
    }

    /** Opening a pipe to write waits for a reader, who never comes. */
    @Test
    void pipeInPlaceOfTheLock_holdsNobodyUp() throws Exception {
        try (PrivateDirectory live = PrivateDirectory.create()) {
            Path trap = Files.createDirectories(live.path().resolveSibling("heddle-00000001-00000002"));
            Path pipe = trap.resolve(".heddle-lock");
            assertEquals(
                    0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
            Files.setLastModifiedTime(trap, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
            assertTimeoutPreemptively(
                    Duration.ofSeconds(20), () -> PrivateDirectory.create().close());
            Files.delete(pipe);
            Files.delete(trap);
        }
    }

    @Test
    void folderThatOthersMayWriteTo_isLeftAlone() throws Exception {
        try (PrivateDirectory live = PrivateDirectory.create()) {
            Path open = Files.createDirectories(live.path().resolveSibling("heddle-00000001-00000003"));
            Files.createFile(open.resolve(".heddle-lock"));
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
            Files.setLastModifiedTime(open, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
            PrivateDirectory.create().close();
            assertTrue(Files.exists(open));
            Files.delete(open.resolve(".heddle-lock"));
            Files.delete(open);
        }
    }
}
