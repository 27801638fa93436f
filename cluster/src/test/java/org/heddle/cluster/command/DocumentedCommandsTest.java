package org.heddle.cluster.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.heddle.cli.Main;
import org.junit.jupiter.api.Test;

/** The commands in the files and on the page about clusters are commands, with options that exist. */
final class DocumentedCommandsTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern COMMAND = Pattern.compile(
            "(?m)(?:/usr/bin/|^ +|30m |exec )heddle ((?:worker|check|cluster|test) --.*?)(?: {2,}.*)?$");

    @Test
    void commandsAreUnderstood() throws IOException {
        int found = 0;
        for (Path file : files()) {
            Matcher commands = COMMAND.matcher(Files.readString(file));
            while (commands.find()) {
                List<String> words = Arrays.asList(commands.group(1).split(" ", -1));
                PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
                Main.commandLine(nowhere, nowhere).parseArgs(words.toArray(new String[0])); // or else throws
                found++;
            }
        }
        assertTrue(found >= 11, "only " + found + " commands");
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(DOCS.resolve("cluster"))) {
            List<Path> all = new ArrayList<>(files.toList());
            all.add(DOCS.resolve("cluster.md"));
            return all;
        }
    }
}
