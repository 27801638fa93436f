package org.heddle.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.heddle.cli.Main;
import org.heddle.dpor.detect.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the pages say is so: their commands run and print what they show, their links lead somewhere, no option is left out. */
@Timeout(600)
final class PagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");

    @TempDir
    private Path folder;

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            List<Path> pages =
                    new ArrayList<>(files.filter(file -> file.toString().endsWith(".md"))
                            .filter(file -> !file.toString().contains("/target/"))
                            .sorted()
                            .toList());
            pages.add(ROOT.resolve("README.md"));
            return pages.stream();
        }
    }

    static Stream<Path> pagesWithCommands() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path page : pages().toList()) {
            if (!Example.in(page).isEmpty()) {
                pages.add(page);
            }
        }
        return pages.stream();
    }

    @Tag("thorough")
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("pagesWithCommands")
    void commands_printWhatThePageShows(Path page) throws Exception {
        Path launcher = folder.resolve("heddle");
        Files.writeString(
                launcher,
                "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dheddle.native='%s' -cp '%s' %s \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("heddle.native"),
                                System.getProperty("java.class.path"),
                                Main.class.getName()));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createSymbolicLink(folder.resolve("c-examples"), ROOT.resolve("c-examples"));
        for (Example example : Example.in(page)) {
            Path output = folder.resolve(".output");
            Process shell = new ProcessBuilder("sh", "-c", example.command())
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            shell.waitFor();
            String printed = Files.readString(output);
            assertEquals("", example.complaint(printed), () -> "$ " + example.command() + "\n" + printed);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void links_leadToAFile(Path page) throws IOException {
        Matcher links = LINK.matcher(Files.readString(page));
        while (links.find()) {
            Path target = page.resolveSibling(links.group(1));
            assertTrue(Files.exists(target), page + " has a link to " + links.group(1));
        }
    }

    @Test
    void everyKind_hasAPage_andIsInTheSchemas() throws IOException {
        String index = Files.readString(ROOT.resolve("docs/findings/README.md"));
        String report = Files.readString(ROOT.resolve("docs/schema/heddle-report-1.schema.json"));
        String progress = Files.readString(ROOT.resolve("docs/schema/heddle-progress-1.schema.json"));
        for (Kind kind : Kind.values()) {
            assertTrue(report.contains('"' + kind.ruleId() + '"'), kind.ruleId());
            assertTrue(progress.contains('"' + kind.ruleId() + '"'), kind.ruleId());
            String page = kind.ruleId() + ".md";
            assertTrue(Files.exists(ROOT.resolve("docs/findings").resolve(page)), page);
            assertTrue(index.contains("| `" + kind.ruleId() + "` |") && index.contains("(" + page + ")"), page);
        }
    }

    /** Each lesson has a page, whose C is that of its program, and which tells the same as the table. */
    @Test
    void everyLesson_hasAPage_thatQuotesItsProgram() throws IOException {
        Path folder = ROOT.resolve("docs/lessons");
        String table = Files.readString(folder.resolve("README.md"));
        List<Path> programs;
        try (Stream<Path> files = Files.list(ROOT.resolve("c-examples/lessons"))) {
            programs = files.filter(file -> file.toString().endsWith(".c")).toList();
        }
        assertTrue(programs.size() >= 10);
        for (Path program : programs) {
            String name = program.getFileName().toString().replace(".c", "");
            String page = Files.readString(folder.resolve(name + ".md"));
            Matcher quotes = Pattern.compile("(?s)```c\n(.*?)```").matcher(page);
            while (quotes.find()) {
                assertInOrder(quotes.group(1).lines().toList(), Files.readAllLines(program));
            }
            Matcher row = Pattern.compile("(?m)^\\| \\[" + name + "\\].*\\| (.*?) \\| (.*?) \\|$")
                    .matcher(table);
            assertTrue(row.find(), name + " is in the table");
            String verdicts = "ThreadSanitizer: " + row.group(1) + ". Helgrind: " + row.group(2) + ".";
            assertTrue(page.contains(verdicts), name + ": " + verdicts);
        }
    }

    private static void assertInOrder(List<String> quoted, List<String> lines) {
        int at = 0;
        for (String line : quoted) {
            while (at < lines.size() && !lines.get(at).equals(line)) {
                at++;
            }
            assertTrue(at++ < lines.size(), "the program has: " + line);
        }
    }

    /** The page has every frame that the protocol's definition has. */
    @Test
    void everyFrame_isInTheProtocol() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/protocol.md"));
        String header = Files.readString(ROOT.resolve("native-shim/src/base/wire.h"));
        int begin = header.indexOf("enum heddle_frame_type {");
        Matcher frames =
                Pattern.compile("HEDDLE_(\\w+) = \\d+").matcher(header.substring(begin, header.indexOf('}', begin)));
        while (frames.find()) {
            assertTrue(
                    Pattern.compile("(?m)^\\| ?.*\\b" + frames.group(1) + "\\b")
                            .matcher(page)
                            .find(),
                    frames.group(1));
        }
    }

    @Test
    void everyOption_isInTheReference() throws IOException {
        String reference = Files.readString(ROOT.resolve("docs/cli.md"));
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        CommandLine heddle = Main.commandLine(nowhere, nowhere);
        heddle.getSubcommands().forEach((name, command) -> {
            assertTrue(reference.contains("heddle " + name), name);
            command.getCommandSpec().options().stream()
                    .filter(option -> !option.usageHelp() && !option.versionHelp())
                    .forEach(option ->
                            assertTrue(reference.contains(option.longestName()), name + " " + option.longestName()));
        });
    }

    @Test
    void manPagesAndCompletion_areGenerated() throws Exception {
        Generate.main(new String[] {folder.toString()});
        String page = Files.readString(folder.resolve("asciidoc/heddle-check.adoc"));
        assertTrue(page.contains("--keep-going") && page.contains("Exit codes"), page);
        Path script = folder.resolve("completion/heddle");
        Process shell =
                new ProcessBuilder("bash", "-n", script.toString()).inheritIO().start();
        assertEquals(0, shell.waitFor());
        assertTrue(Files.readString(script).contains("--keep-going"));
    }
}
