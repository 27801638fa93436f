package org.heddle.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
import org.heddle.cli.program.ProgramInput;
import picocli.CommandLine.Option;

/** What the program under test reads from its standard input. */
final class InputOptions {
    @Option(
            names = "--stdin",
            paramLabel = "FILE",
            description =
                    "Give every execution this file as its standard input (default: what check itself is given, if"
                            + " the program reads it; nothing in heddle test and heddle determinism).")
    private Path file;

    /**
     * The file that was named, if one was.
     *
     * @param directory to which its path is relative
     * @throws UserError if it cannot be read
     */
    Optional<ProgramInput> given(Path directory) throws UserError {
        if (file == null) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(directory.resolve(file))) {
            return Optional.of(all(in, "--stdin " + file));
        } catch (IOException unreadable) {
            throw new UserError(
                    "--stdin " + file + " cannot be read (" + OutputFolder.why(unreadable) + "): name a file that can");
        }
    }

    /**
     * Reads to the end.
     *
     * @throws UserError if it is too much
     */
    static ProgramInput all(InputStream in, String name) throws IOException, UserError {
        byte[] bytes = in.readNBytes(ProgramInput.MOST_BYTES + 1);
        if (bytes.length > ProgramInput.MOST_BYTES) {
            throw new UserError(name + " is longer than " + (ProgramInput.MOST_BYTES >> 20)
                    + " MiB, which is more than a schedule can hold: give the program a smaller input");
        }
        return ProgramInput.of(bytes);
    }
}
