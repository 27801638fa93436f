package org.heddle.cli.program;

import java.io.IOException;
import java.nio.file.Path;
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
    /** The same with this standard input. */
    public Program with(ProgramInput input) {
        return new Program(recipe.with(input), executable, folder);
    }

    /**
     * A hash of the executable, to tell whether it is the one of a schedule.
     *
     * @throws IOException if it cannot be read
     */
    public String sha256() throws IOException {
        return Digest.sha256(executable);
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
