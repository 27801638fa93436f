package org.heddle.instrumenter.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an interrupted compilation leaves behind: no folder and no program, whatever was going on at that moment. */
@Timeout(900)
final class ScratchTest {
    @TempDir
    private Path outside;

    @Test
    void closing_removesTheFolder() throws Exception {
        Scratch scratch = Scratch.create();
        Files.writeString(scratch.folder().resolve("file"), "");
        scratch.close();
        assertFalse(Files.exists(scratch.folder()));
    }

    @Test
    void foldersOfKilledCompilations_areRemoved_andNoOthers() throws Exception {
        String own = "heddle-cc-" + ProcessHandle.current().pid() + "-1";
        for (String name : List.of("heddle-cc-999999999-1f", own, "heddle-cc-notes", "other")) {
            Files.writeString(Files.createDirectory(outside.resolve(name)).resolve("file"), "");
        }
        AbandonedFolders.remove(outside);
        assertTrue(Files.exists(outside.resolve("heddle-cc-999999999-1f")), "it is young");
        for (Path old : List.of(outside.resolve("heddle-cc-999999999-1f"), outside.resolve(own))) {
            Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(7200)));
        }
        AbandonedFolders.remove(outside);
        assertFalse(Files.exists(outside.resolve("heddle-cc-999999999-1f")));
        for (String left : List.of(own, "heddle-cc-notes", "other")) {
            assertTrue(Files.exists(outside.resolve(left).resolve("file")), left);
        }
    }

    @Test
    void programThatWritesUntilItsEnd_isAwaitedBeforeTheFolderIsRemoved() throws Exception {
        try (Scratch scratch = Scratch.create()) {
            Process writer = shell(
                    scratch,
                    "trap 'for i in $(seq 500); do : >late-$i; done; exit' TERM; : >ready; while :; do sleep 0.01; done");
            awaitFile(scratch.folder().resolve("ready"));
            scratch.abandon();
            assertFalse(writer.isAlive());
            assertFalse(Files.exists(scratch.folder()));
        }
    }

    @Test
    void grandchild_isEndedToo() throws Exception {
        try (Scratch scratch = Scratch.create()) {
            Process parent = shell(scratch, "sleep 1000 & : >ready; wait");
            awaitFile(scratch.folder().resolve("ready"));
            List<ProcessHandle> children = parent.descendants().toList();
            assertEquals(1, children.size());
            scratch.abandon();
            assertFalse(children.get(0).isAlive()
                    && children.get(0).info().command().isPresent());
        }
    }

    @Test
    void programThatWouldStartAfterTheEnd_neverStarts() throws Exception {
        try (Scratch scratch = Scratch.create()) {
            scratch.abandon();
            Thread late = begin(() -> shell(scratch, ": >" + outside.resolve("started")));
            awaitState(late, Thread.State.WAITING);
            assertTrue(late.isAlive());
            assertFalse(Files.exists(outside.resolve("started")));
            late.interrupt();
        }
    }

    @Test
    void threadThatAwaitsAnEndedProgram_doesNotGoOn() throws Exception {
        try (Scratch scratch = Scratch.create()) {
            Process program = shell(scratch, "exec sleep 1000");
            Thread waiting = begin(() -> {
                scratch.await(program);
                Files.writeString(outside.resolve("went-on"), "");
            });
            scratch.abandon();
            awaitState(waiting, Thread.State.WAITING);
            assertFalse(Files.exists(outside.resolve("went-on")));
            waiting.interrupt();
            waiting.join();
            assertFalse(Files.exists(outside.resolve("went-on")));
        }
    }

    private interface Action {
        void run() throws Exception;
    }

    private static Thread begin(Action action) {
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (Exception expected) {
                // the test is over
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitState(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state && thread.isAlive()) {
            Thread.sleep(1);
        }
    }

    private static Process shell(Scratch scratch, String script) throws IOException, InterruptedException {
        return scratch.start(new ProcessBuilder("sh", "-c", script)
                .directory(scratch.folder().toFile()));
    }

    private static void awaitFile(Path file) throws InterruptedException {
        while (!Files.exists(file)) {
            Thread.sleep(1);
        }
    }
}
