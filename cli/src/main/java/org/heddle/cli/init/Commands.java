package org.heddle.cli.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.base.UserError;
import org.heddle.cli.init.FoundTests.Test;
import org.heddle.cli.program.CommandOutput;
import org.heddle.cli.program.ElfFile;

/** Tests that are commands, of which those are kept that begin with an executable. */
final class Commands {
    private final List<Test> tests = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    /** Adds a test that runs this command in that folder; an empty command is of a test that is not built. */
    void add(String name, List<String> command, Path folder) {
        if (command.isEmpty()) {
            leftOut.add(name + " is not built");
            return;
        }
        Path program = folder.resolve(command.get(0));
        if (program.normalize().startsWith("/usr") || program.normalize().startsWith("/bin")) {
            leftOut.add(name + " runs " + command.get(0) + ", which is the system's");
        } else if (ElfFile.isExecutable(program)) {
            tests.add(new Test(
                    name,
                    List.of(program.normalize()),
                    List.copyOf(command.subList(1, command.size())),
                    CompileFlags.NONE));
        } else if (Files.exists(program)) {
            leftOut.add(name + " runs " + command.get(0) + ", which is no executable");
        } else {
            leftOut.add(name + " runs " + command.get(0) + ", which is not there: build it");
        }
    }

    FoundTests found(String origin) {
        return new FoundTests(origin, List.copyOf(tests), false, List.copyOf(leftOut));
    }

    /**
     * What a build tool prints.
     *
     * @throws UserError if it is not there or fails
     * @throws InterruptedException if the thread is interrupted
     */
    static String output(Path folder, String... command) throws UserError, InterruptedException {
        try {
            CommandOutput printed = CommandOutput.of(folder, List.of(command));
            if (!printed.succeeded()) {
                throw new UserError(String.join(" ", command) + " fails in " + folder
                        + ": run it there to see why, or write heddle.toml by hand");
            }
            return printed.text();
        } catch (IOException missing) {
            throw new UserError(command[0] + " is needed to ask for the tests in " + folder + ": install it, or write"
                    + " heddle.toml by hand");
        }
    }
}
