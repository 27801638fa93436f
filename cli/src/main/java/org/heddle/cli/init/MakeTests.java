package org.heddle.cli.init;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.heddle.cli.compiled.BuildFolders;
import org.heddle.cli.program.CommandOutput;

/**
 * The programs that {@code make check} or {@code make test} would run, as a makefile that somebody wrote by hand has them: {@code make -n}
 * prints the commands. Those count that are a program's path and its arguments; where none of these has been built, sources tell more.
 */
final class MakeTests implements TestFinder {
    private static final List<String> TARGETS = List.of("check", "test");

    /** No word of a shell's, but for quiet and ignored failures in front. */
    private static final Pattern PLAIN =
            Pattern.compile("[-@+]?(\\.{0,2}/?[\\w.+-]+/[\\w./+-]+)((?: [\\w./,:=+-]+)*) *");

    @Override
    public Optional<FoundTests> find(Path project) throws IOException, InterruptedException {
        for (Path folder : BuildFolders.with(project, "Makefile")) {
            for (String target : TARGETS) {
                Commands commands = new Commands();
                commandsOf(folder, target).forEach(line -> add(line, commands, folder));
                String where = folder.equals(project) ? "" : " in " + project.relativize(folder);
                FoundTests found = commands.found("make " + target + where);
                if (!found.tests().isEmpty()) {
                    return Optional.of(found);
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> commandsOf(Path folder, String target) throws InterruptedException {
        try {
            CommandOutput printed = CommandOutput.of(folder, List.of("make", "-n", "--no-print-directory", target));
            return printed.succeeded() ? printed.text().lines().toList() : List.of();
        } catch (IOException noMake) {
            return List.of();
        }
    }

    private static void add(String line, Commands commands, Path folder) {
        if (PLAIN.matcher(line).matches()) {
            List<String> words = List.of(line.replaceFirst("^[-@+]", "").strip().split(" +", -1));
            String name = words.get(0).startsWith("./") ? words.get(0).substring(2) : words.get(0);
            commands.add(name, words, folder);
        }
    }
}
