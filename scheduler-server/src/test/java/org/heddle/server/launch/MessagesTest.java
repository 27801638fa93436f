package org.heddle.server.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a target prints outside of executions, its file stays small and its first words are kept. */
final class MessagesTest {
    @TempDir
    Path folder;

    private Messages messages;

    @BeforeEach
    void create() {
        messages = new Messages(folder.resolve("messages"));
    }

    @Test
    void smallFile_staysAsItIs() throws IOException {
        Files.writeString(messages.file(), "no such option\n");
        messages.trim();
        assertEquals("no such option", messages.head());
        assertTrue(Files.size(messages.file()) > 0);
    }

    @Test
    void floodedFile_isEmptiedAndItsBeginningKept() throws IOException {
        Files.writeString(messages.file(), "first words " + "x".repeat(2 << 20));
        messages.trim();
        assertEquals(0, Files.size(messages.file()));
        assertTrue(messages.head().startsWith("first words xxx"));
        assertEquals(4096, messages.head().length());
    }

    @Test
    void missingFile_isNoMessage() {
        messages.trim();
        assertEquals("", messages.head());
        assertFalse(Files.exists(messages.file()));
    }
}
