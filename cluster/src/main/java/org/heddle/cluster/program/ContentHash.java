package org.heddle.cluster.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
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
        MessageDigest digest = Digest.begin();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return Digest.end(digest);
    }

    /** Whether it has the form of such a name. */
    static boolean isOne(String name) {
        return name.matches("[0-9a-f]{64}");
    }
}
