package org.heddle.cli.program;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names contents by their SHA-256, in hexadecimal digits. */
public final class Digest {
    private Digest() {}

    /** The name of these bytes. */
    public static String sha256(byte[] bytes) {
        MessageDigest digest = begin();
        digest.update(bytes);
        return end(digest);
    }

    /** Takes contents in, part by part. */
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** The name of what was taken in. */
    public static String end(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
