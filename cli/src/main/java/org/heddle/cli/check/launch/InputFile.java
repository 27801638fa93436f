package org.heddle.cli.check.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.heddle.cli.program.ProgramInput;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.launch.PrivateDirectory;

/**
 * A program's standard input as a file, which every execution reads from its beginning on.
 *
 * @param path the file
 * @param folder where it lies, to be removed with it; empty where there is no input
 */
public record InputFile(Path path, Optional<PrivateDirectory> folder) implements AutoCloseable {
    /**
     * Writes the input to a file.
     *
     * @throws IOException if it cannot be written
     * @throws InterruptedException if the thread is interrupted
     */
    public static InputFile of(ProgramInput input) throws IOException, InterruptedException {
        if (input.isNone()) {
            return new InputFile(LaunchOptions.NO_INPUT, Optional.empty());
        }
        PrivateDirectory folder = PrivateDirectory.createRemovedAtExit();
        Path file = folder.path().resolve("stdin");
        Files.write(file, input.bytes());
        return new InputFile(file, Optional.of(folder));
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
