package org.heddle.cli.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A program ready to be run.
 *
 * @param recipe how it came about
 * @param executable the executable
 * @param temporary whether the executable, with its folder, is ours to remove
 */
public record Program(Recipe recipe, Path executable, boolean temporary) implements AutoCloseable {
    /**
     * A hash of the executable, to tell whether it is the one of a schedule.
     *
     * @throws IOException if it cannot be read
     */
    public String sha256() throws IOException {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(executable));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    @Override
    public void close() {
        if (temporary) {
            try {
                Files.deleteIfExists(executable);
                Files.deleteIfExists(executable.getParent());
            } catch (IOException busy) {
                // a folder of the system's temporary ones stays behind; nothing to be done about it here
            }
        }
    }
}
