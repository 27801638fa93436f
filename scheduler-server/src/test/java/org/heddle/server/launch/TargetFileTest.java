package org.heddle.server.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be seen of an executable that the runtime cannot be loaded into. */
final class TargetFileTest {
    private static final int HEADER = 64;
    private static final int SEGMENT = 56;
    private static final byte CLASS_64 = 2;
    private static final short X86_64 = 62;

    @TempDir
    private Path folder;

    private Optional<String> obstacle(byte wordSize, short machine, String loader) throws Exception {
        byte[] path = loader.getBytes(StandardCharsets.UTF_8);
        ByteBuffer file = ByteBuffer.allocate(HEADER + SEGMENT + path.length).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0, 0x464c457f).put(4, wordSize).putShort(18, machine);
        file.putLong(32, HEADER).putShort(56, (short) (loader.isEmpty() ? 0 : 1));
        file.putInt(HEADER, 3).putLong(HEADER + 8, HEADER + SEGMENT).putLong(HEADER + 32, path.length);
        file.position(HEADER + SEGMENT).put(path);
        return new TargetFile(Files.write(folder.resolve("program"), file.array())).obstacle();
    }

    @Test
    void programOfThisMachine_hasNone() throws Exception {
        assertEquals(Optional.empty(), obstacle(CLASS_64, X86_64, "/lib64/ld-linux-x86-64.so.2\0"));
    }

    @Test
    void otherPrograms_haveOneEach() throws Exception {
        assertTrue(obstacle((byte) 1, (short) 3, "/lib/ld-linux.so.2\0")
                .orElseThrow()
                .contains("32-bit"));
        assertTrue(obstacle(CLASS_64, (short) 183, "/lib/ld-linux-aarch64.so.1\0")
                .orElseThrow()
                .contains("another processor"));
        assertTrue(obstacle(CLASS_64, X86_64, "/lib/ld-musl-x86_64.so.1\0")
                .orElseThrow()
                .contains("musl"));
        assertTrue(obstacle(CLASS_64, X86_64, "").orElseThrow().contains("statically linked"));
    }

    @Test
    void otherFiles_haveOneEach() throws Exception {
        assertTrue(new TargetFile(Files.writeString(folder.resolve("script"), "#!/bin/sh\n"))
                .obstacle()
                .orElseThrow()
                .contains("script"));
        assertTrue(new TargetFile(Files.writeString(folder.resolve("text"), "text\n"))
                .obstacle()
                .orElseThrow()
                .contains("not an ELF executable"));
    }
}
