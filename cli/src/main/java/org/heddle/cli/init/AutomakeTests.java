package org.heddle.cli.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.heddle.cli.base.UserError;
import org.heddle.cli.compiled.BuildFolders;

/** The programs that {@code make check} runs, as a makefile of Automake's lists them. */
final class AutomakeTests implements TestFinder {
    private static final Pattern LISTS_TESTS = Pattern.compile("(?m)^TESTS *=");

    @Override
    public Optional<FoundTests> find(Path project) throws UserError, IOException, InterruptedException {
        for (Path folder : BuildFolders.with(project, "Makefile")) {
            if (!LISTS_TESTS
                    .matcher(Files.readString(folder.resolve("Makefile")))
                    .find()) {
                continue;
            }
            Commands commands = new Commands();
            String listed = Commands.output(
                    folder,
                    "make",
                    "-s",
                    "--no-print-directory",
                    "--eval=heddle-tests:; @echo $(TESTS)",
                    "heddle-tests");
            for (String test : listed.strip().split("\\s+", -1)) {
                commands.add(test, List.of(test), folder);
            }
            return Optional.of(
                    commands.found("make check" + (folder.equals(project) ? "" : " in " + project.relativize(folder))));
        }
        return Optional.empty();
    }
}
