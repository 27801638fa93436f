package org.heddle.cli.program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * What a program reads from its standard input: the same bytes in every execution.
 *
 * @param encoded the bytes, compressed (RFC 1950) and in base 64, as a schedule file has them; empty if there are none
 */
public record ProgramInput(String encoded) {
    /** The most bytes that can be given: a schedule holds all of them. */
    public static final int MOST_BYTES = 64 << 20;

    /** Nothing: the end of the file comes at once. */
    public static final ProgramInput NONE = new ProgramInput("");

    /** These bytes. */
    public static ProgramInput of(byte[] bytes) {
        if (bytes.length == 0) {
            return NONE;
        }
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new DeflaterOutputStream(compressed)) {
            out.write(bytes);
        } catch (IOException impossible) {
            throw new IllegalStateException("memory can be written", impossible);
        }
        return new ProgramInput(Base64.getEncoder().encodeToString(compressed.toByteArray()));
    }

    /** What a schedule file has; empty if it cannot be decoded, or is more than {@link #MOST_BYTES}. */
    public static Optional<ProgramInput> decoded(String encoded) {
        try {
            ProgramInput input = new ProgramInput(encoded);
            return input.bytes().length > MOST_BYTES ? Optional.empty() : Optional.of(input);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Whether there are no bytes. */
    public boolean isNone() {
        return encoded.isEmpty();
    }

    /**
     * The bytes; at most one more than {@link #MOST_BYTES}.
     *
     * @throws IllegalArgumentException if they are not encoded as they should be
     */
    public byte[] bytes() {
        if (isNone()) {
            return new byte[0];
        }
        byte[] compressed = Base64.getDecoder().decode(encoded);
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(compressed))) {
            return in.readNBytes(MOST_BYTES + 1);
        } catch (IOException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    /** A hash of the bytes; "none" if there are none. */
    public String digest() {
        return isNone() ? "none" : Digest.sha256(bytes());
    }
}
