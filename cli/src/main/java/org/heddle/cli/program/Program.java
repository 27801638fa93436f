package org.heddle.cli.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.heddle.server.launch.PrivateDirectory;

/**
 * A program ready to be run.
 *
 * @param recipe how it came about
 * @param executable the executable
 * @param folder where it was built, to be removed with it; empty for a program that was there
 */
public record Program(Recipe recipe, Path executable, Optional<PrivateDirectory> folder) implements AutoCloseable {
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
        try {
            if (folder.isPresent()) {
                folder.get().close();
            }
        } catch (IOException busy) {
            // the next Heddle that makes a folder removes it
        }
    }
}
