package org.heddle.cluster.net;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.heddle.cli.base.UserError;

/**
 * What the members of a cluster share, and nobody else knows. Keys follow from it, and from them a certificate, so that TLS shows who knows
 * it.
 */
public final class Secret {
    private static final int SHORTEST = 32;
    private static final int LONGEST = 4096;
    private static final String HOW = "make one with (umask 077; head -c 32 /dev/urandom | base64 >FILE)";
    private static final Set<PosixFilePermission> OTHERS = EnumSet.complementOf(EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));

    private final byte[] text;

    private Secret(byte[] text) {
        this.text = text;
    }

    /**
     * The secret in a file that only its owner may read; blanks and line ends around it do not count.
     *
     * @throws UserError if there is none, if others may read it, or if it is short enough to be guessed
     */
    public static Secret read(Path file) throws UserError {
        try {
            PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
            if (!attributes.isRegularFile() || attributes.size() > LONGEST) {
                throw new UserError("--secret " + file + " is no file with a secret: " + HOW);
            }
            if (attributes.permissions().stream().anyMatch(OTHERS::contains)) {
                throw new UserError("--secret " + file + " may be read or written by others: chmod 600 " + file);
            }
            return of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            throw new UserError("--secret " + file + " cannot be read: " + HOW);
        }
    }

    /**
     * This text as a secret.
     *
     * @throws UserError if it is too short
     */
    static Secret of(String text) throws UserError {
        String trimmed = text.strip();
        if (trimmed.length() < SHORTEST) {
            throw new UserError("the secret has " + trimmed.length() + " characters, at least " + SHORTEST
                    + " are needed, so that it cannot be guessed: " + HOW);
        }
        return new Secret(trimmed.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A number from 1 to {@code limit − 1}, as good as uniform, that always follows from the secret. */
    BigInteger number(BigInteger limit) {
        byte[] wide = Arrays.copyOf(derived("a"), 64);
        System.arraycopy(derived("b"), 0, wide, 32, 32);
        BigInteger one = BigInteger.ONE;
        return new BigInteger(1, wide).mod(limit.subtract(one)).add(one);
    }

    private byte[] derived(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(text, "HmacSHA256"));
            return mac.doFinal(("heddle cluster key 1 " + purpose).getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has HMAC-SHA-256", impossible);
        }
    }
}
