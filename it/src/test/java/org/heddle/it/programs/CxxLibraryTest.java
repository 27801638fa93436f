package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What of the standard library works with threads: each part has a program that is proved, and gets a bug by {@code -DBUG}. */
@Timeout(900)
final class CxxLibraryTest {
    private static final Path PROGRAMS = Path.of("src/test/resources/cxx/library");
    private static final String STANDARD = "-std=c++20";
    private static final int MOST_EXECUTIONS = 1000;

    @TempDir
    private static Path common;

    private static Path headers;

    @TempDir
    private Path folder;

    /** The library's headers take most of the time of a build, so they are read once for all programs. */
    @BeforeAll
    static void readHeadersOnce() throws IOException {
        Set<String> lines = new TreeSet<>();
        for (Path file : files()) {
            Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith("#include <"))
                    .forEach(lines::add);
        }
        Path source = Files.write(common.resolve("library.hh"), lines);
        headers = common.resolve("library.hh.pch");
        // the options of a check, else the compiler refuses the file
        Run run = Heddle.run("c++", "-g", "-O1", "-pthread", STANDARD, "-x", "c++-header", source, "-o", headers);
        assertEquals(0, run.exitCode(), run::toString);
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(PROGRAMS)) {
            return files.sorted().toList();
        }
    }

    static List<Expectation> programs() throws IOException {
        return files().stream().flatMap(Expectation::in).toList();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void program_isProvedOrItsBugFound(Expectation expectation) {
        JsonNode report = check(expectation.command());
        assertEquals(expectation.verdict(), report.get("verdict").textValue(), report::toString);
        expectation
                .finding()
                .ifPresentOrElse(
                        sort -> assertTrue(
                                report.get("findings").findValuesAsText("kind").contains(sort.kind()),
                                report::toString),
                        () -> assertProved(report));
    }

    @Test
    void everyProgram_isProvedAndGetsABug() throws IOException {
        for (Path file : files()) {
            List<String> verdicts =
                    Expectation.in(file).map(Expectation::verdict).toList();
            assertEquals(List.of("clean", "bug"), verdicts, file.toString());
        }
    }

    @Test
    void everyProgram_isInTheTableOfThePage() throws IOException {
        String page = Files.readString(Path.of("../docs/cpp.md"));
        for (Path file : files()) {
            assertTrue(page.contains("cxx/library/" + file.getFileName() + ")"), file.toString());
        }
    }

    /** The runtime links what libstdc++.so would. */
    @Test
    void nodes_areLinkedAsNatively() {
        JsonNode report = check(Path.of("src/test/resources/cxx/nodes.cc").toAbsolutePath());
        assertEquals("clean", report.get("verdict").textValue(), report::toString);
        assertTrue(report.get("complete").booleanValue(), report::toString);
    }

    private JsonNode check(Object... command) {
        Object[] options = {"--cflags=" + STANDARD + " -include-pch " + headers, "-i", MOST_EXECUTIONS};
        return Heddle.check(
                        folder, Stream.of(options, command).flatMap(Stream::of).toArray())
                .json();
    }

    private static void assertProved(JsonNode report) {
        assertTrue(report.get("complete").booleanValue(), report::toString);
        assertTrue(report.get("unseen").isEmpty(), report::toString);
    }
}
