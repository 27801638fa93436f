package org.heddle.cli.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.heddle.instrumenter.driver.ContentDigest;

/** Names contents by their SHA-256, in hexadecimal digits. */
public final class Digest {
    private Digest() {}

    /** The name of these bytes. */
    public static String sha256(byte[] bytes) {
        MessageDigest digest = begin();
        digest.update(bytes);
        return end(digest);
    }

    /**
     * The name of what is in this file.
     *
     * @throws IOException if it cannot be read
     */
    public static String sha256(Path file) throws IOException {
        MessageDigest digest = begin();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return end(digest);
    }

    /** Takes contents in, part by part. */
    public static MessageDigest begin() {
        return ContentDigest.begin();
    }

    /** The name of what was taken in. */
    public static String end(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
