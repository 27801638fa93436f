package org.heddle.instrumenter.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** A SHA-256 of several contents; where one ends and the next begins is part of it. */
public final class ContentDigest {
    static final int BYTES = 32;

    private final MessageDigest digest = begin();

    /** The digest of these bytes alone. */
    static byte[] of(byte[] bytes) {
        return begin().digest(bytes);
    }

    /** A SHA-256 of nothing so far. */
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** Adds bytes. */
    public ContentDigest add(byte[] bytes) {
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
        return this;
    }

    /** Adds words. */
    public ContentDigest add(List<String> words) {
        words.forEach(word -> add(word.getBytes(StandardCharsets.UTF_8)));
        return add(new byte[0]);
    }

    /**
     * Adds the content of a file, or of all files below a folder.
     *
     * @throws IOException if one cannot be read
     */
    public ContentDigest addContent(Path file) throws IOException {
        if (!Files.isDirectory(file)) {
            return add(Files.readAllBytes(file));
        }
        try (Stream<Path> below = Files.walk(file)) {
            for (Path inner : below.filter(Files::isRegularFile).sorted().toList()) {
                add(List.of(inner.toString())).add(Files.readAllBytes(inner));
            }
        }
        return this;
    }

    /**
     * Adds what tells a large file from another version of it: its path, size and time.
     *
     * @throws IOException if it is not there
     */
    public ContentDigest addVersion(Path file) throws IOException {
        return add(List.of(
                file.toString(),
                Long.toString(Files.size(file)),
                Files.getLastModifiedTime(file).toString()));
    }

    /** The digest of all that was added, in hexadecimal digits. */
    public String name() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
