package org.heddle.cli.check.folders;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.heddle.cli.check.options.CheckOptions;

/**
 * The folder of which executions get copies. A program that knows its path can change it all the same; then executions do not begin
 * alike.
 *
 * @param state before the check; empty if there is no sandbox
 * @param own what Heddle writes there: the saved frontier
 */
public record SandboxOriginal(Optional<FolderState> state, Optional<Path> own) {
    /** The folder as it is now. */
    public static SandboxOriginal of(CheckOptions options) throws IOException {
        Optional<Path> own =
                options.saving().file().map(file -> file.toAbsolutePath().normalize());
        return new SandboxOriginal(
                options.executing().around().sandbox().isEmpty()
                        ? Optional.empty()
                        : Optional.of(FolderState.of(
                                options.executing()
                                        .around()
                                        .sandbox()
                                        .get()
                                        .toAbsolutePath()
                                        .normalize(),
                                Integer.MAX_VALUE)),
                own);
    }

    /** What to tell the user if a file has been changed or removed since. */
    public Optional<String> change() throws IOException {
        if (state.isEmpty()) {
            return Optional.empty();
        }
        return state.get().changed().stream()
                .filter(file -> state.get().files().containsKey(file) && !own.equals(Optional.of(file)))
                .findFirst()
                .map(file -> file + " has changed during the check, in the folder of which executions get copies,"
                        + " so they did not begin alike: let the program use paths relative to the sandbox");
    }
}
