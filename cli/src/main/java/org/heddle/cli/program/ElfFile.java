package org.heddle.cli.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Tells ELF files, which executables are, from others. */
public final class ElfFile {
    static final int MAGIC_BYTES = 4;
    private static final byte[] MAGIC = {0x7f, 'E', 'L', 'F'};

    private ElfFile() {}

    /** Whether a file that starts with these bytes is one. */
    static boolean startsWith(byte[] start) {
        return start.length >= MAGIC_BYTES && Arrays.equals(start, 0, MAGIC_BYTES, MAGIC, 0, MAGIC_BYTES);
    }

    /** Whether this is a regular file that may be executed, and ELF; false if it cannot be read. */
    public static boolean isExecutable(Path file) {
        if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return startsWith(in.readNBytes(MAGIC_BYTES));
        } catch (IOException unreadable) {
            return false;
        }
    }
}
