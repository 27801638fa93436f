package org.heddle.cluster.program;

import java.io.IOException;
import java.nio.file.Path;
import org.heddle.cli.program.Digest;

/** Names files by the SHA-256 of what is in them. */
public final class ContentHash {
    private ContentHash() {}

    /**
     * The name of what is in this file: 64 hexadecimal digits.
     *
     * @throws IOException if it cannot be read
     */
    public static String of(Path file) throws IOException {
        return Digest.sha256(file);
    }

    /** Whether it has the form of such a name. */
    static boolean isOne(String name) {
        return name.matches("[0-9a-f]{64}");
    }
}
