package org.heddle.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.heddle.cli.Main;
import org.heddle.cli.check.options.StrategyChoice;
import org.heddle.cli.format.ReportFormat;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
    private static Path server;

    private static WarmHeddle heddle;

    @TempDir
    private Path folder;

    @BeforeAll
    static void prepareServer() {
        heddle = new WarmHeddle(server);
    }

    @AfterAll
    static void stopServer() throws Exception {
        heddle.stop();
    }

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

    @Test
    void tableOfPrograms_hasAStateAndATestInEachRow() throws IOException {
        Set<String> tests = new TreeSet<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Test.java"))
                    .forEach(name -> tests.add("`" + name.replace(".java", "") + "`"));
        }
        List<String> wrong = new ArrayList<>();
        int rows = 0;
        for (String line : Files.readAllLines(ROOT.resolve("docs/programs.md"))) {
            String[] cells = line.split("\\|", -1);
            boolean isRow = cells.length == 5
                    && !cells[1].contains("---")
                    && !cells[3].strip().equals("test");
            rows += isRow ? 1 : 0;
            boolean hasState = isRow && cells[2].matches("[\\s\\[]*(works|partly|refused).*");
            if (isRow && (!hasState || !tests.contains(cells[3].strip()))) {
                wrong.add(line);
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(rows > 20, rows + " rows");
    }

    @Tag("thorough")
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("pagesWithCommands")
    void commands_printWhatThePageShows(Path page) throws Exception {
        heddle.install(folder);
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

    /**
     * The values of an option are those of its enumeration: in its help, and in its row of the reference, which names no other value.
     */
    @Test
    void everyValue_isInTheHelpAndTheReference_andNoOther() throws IOException {
        String reference = Files.readString(ROOT.resolve("docs/cli.md"));
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Set<String> compared = new TreeSet<>();
        Main.commandLine(nowhere, nowhere)
                .getSubcommands()
                .forEach((name, command) -> command.getCommandSpec().options().stream()
                        .filter(option -> option.completionCandidates() != null)
                        .forEach(option -> {
                            Set<String> values = new TreeSet<>();
                            option.completionCandidates().forEach(values::add);
                            String where = name + " " + option.longestName();
                            Set<String> told = quoted(row(section(reference, name), option.longestName()));
                            assertEquals(values, told, where);
                            assertFalse(
                                    option.paramLabel().contains("|")
                                            && option.paramLabel().matches(".*[a-z].*"),
                                    where);
                            String help = String.join(" ", option.description());
                            for (String value : values) {
                                String word = "(?<![\\w-])" + Pattern.quote(value) + "(?![\\w-])";
                                assertTrue(
                                        Pattern.compile(word).matcher(help).find(),
                                        where + ": " + value + " in " + help);
                            }
                            compared.add(option.longestName());
                        }));
        assertTrue(
                compared.containsAll(List.of(
                        "--strategy",
                        "--format",
                        "--reduction",
                        "--bound",
                        "--coarser",
                        "--continuation",
                        "--points",
                        "--timeouts",
                        "--handlers",
                        "--restart",
                        "--progress",
                        "--isolate")),
                compared.toString());
    }

    /** What the page says of one command: up to the next heading of the same level. */
    private static String section(String page, String command) {
        Matcher heading = Pattern.compile("(?m)^## .*heddle " + Pattern.quote(command) + "\\b.*$")
                .matcher(page);
        assertTrue(heading.find(), command);
        int end = page.indexOf("\n## ", heading.end());
        return page.substring(heading.end(), end < 0 ? page.length() : end);
    }

    private static String row(String section, String option) {
        return section.lines()
                .filter(line -> line.matches("\\| [^|]*`[^`]*" + Pattern.quote(option) + "\\b[^`]*`.* \\|"))
                .findFirst()
                .orElse("");
    }

    /** The words of a row that are marked as values: neither options nor parts of links, and not in capitals. */
    private static Set<String> quoted(String row) {
        Set<String> words = new TreeSet<>();
        int second = row.indexOf(" | ") + 3;
        Matcher code = Pattern.compile("`([a-z][^` ]*)`").matcher(row.substring(Math.min(second, row.length())));
        while (code.find()) {
            words.add(code.group(1));
        }
        return words;
    }

    /** Tables and lists outside of the reference have every value, too. */
    @Test
    void everyValue_isInItsTable() throws IOException {
        String reports = Files.readString(ROOT.resolve("docs/reports.md"));
        String help = String.join("", checkOption("--output").description());
        for (ReportFormat format : ReportFormat.values()) {
            String ending = format.endings().get(0);
            assertTrue(
                    reports.contains("| `" + format + "` | `" + ending + "` | `" + format.fileName() + "` |"),
                    format.toString());
            assertTrue(help.contains(ending), format + " in the help of -o: " + help);
        }
        String search = Files.readString(ROOT.resolve("docs/search.md"));
        for (Coarser coarser : Coarser.values()) {
            assertTrue(search.contains("\n| `" + coarser.word() + "` |"), coarser.word());
        }
        String readme = Files.readString(ROOT.resolve("README.md"));
        List<String> drawn = StrategyChoice.names().stream()
                .filter(name -> new StrategyChoice(name, 1).samplesOnly())
                .toList();
        assertTrue(readme.contains("`--strategy " + String.join("|", drawn) + "`"), drawn.toString());
        List<String> bounds = Arrays.stream(Measure.values())
                .filter(measure -> measure != Measure.NONE)
                .map(measure -> measure.name().toLowerCase(Locale.ROOT) + "=K")
                .toList();
        assertTrue(
                readme.replaceAll("\\s+", " ").contains("`--bound " + String.join("|", bounds) + "`"),
                bounds.toString());
    }

    private static CommandLine.Model.OptionSpec checkOption(String name) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return Main.commandLine(nowhere, nowhere)
                .getSubcommands()
                .get("check")
                .getCommandSpec()
                .findOption(name);
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
