package org.heddle.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The open POSIX test suite of the Linux Test Project. Its programs pass natively, so what a check finds in one is a fault of the program, and
 * judged to be one in {@code open-posix/judged.txt}, or a fault of Heddle's.
 *
 * <p>{@code -Dheddle.open-posix=FOLDER} names the suite's {@code testcases/open_posix_testsuite}, which is no part of this project;
 * {@code -Dheddle.program=WORD} takes the programs whose path has the word.
 */
@Tag("thorough")
@EnabledIfSystemProperty(named = "heddle.open-posix", matches = ".+")
@Timeout(120)
final class OpenPosixTest {
    private static final Path SUITE = Path.of(System.getProperty("heddle.open-posix", "."));
    private static final Path PROGRAMS = SUITE.resolve("conformance/interfaces");
    private static final Path LIST = Path.of("src/test/resources/open-posix/judged.txt");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** The library's {@code main} calls it. */
    private static final Pattern TEST_MAIN = Pattern.compile("\\btest_main\\(");

    private static final Map<String, Set<String>> JUDGED = judged();

    @TempDir
    private Path folder;

    static List<String> programs() throws IOException {
        String word = System.getProperty("heddle.program", "");
        try (Stream<Path> files = Files.walk(PROGRAMS)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d+-\\d+\\.c"))
                    .map(file -> nameOf(PROGRAMS.relativize(file)))
                    .filter(name -> name.contains(word))
                    .sorted()
                    .toList();
        }
    }

    private static String nameOf(Path source) {
        return source.toString().replaceFirst("\\.c$", "");
    }

    private static Map<String, Set<String>> judged() {
        Map<String, Set<String>> judged = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(LIST)) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    List<String> words = List.of(BLANKS.split(line, -1));
                    judged.put(words.get(0), Set.copyOf(words.subList(2, words.size())));
                }
            }
        } catch (IOException failed) {
            throw new IllegalStateException("the list of what is judged cannot be read", failed);
        }
        return judged;
    }

    @ParameterizedTest
    @MethodSource("programs")
    void program_hasOnlyFaultsThatAreJudged(String program) throws IOException {
        Path source = PROGRAMS.resolve(program + ".c");
        String text = Files.readString(source);
        List<Object> words =
                new ArrayList<>(List.of("-j", "1", "-t", "5s", "--keep-going", "--cflags", flags(), source));
        if (TEST_MAIN.matcher(text).find()) {
            words.add(SUITE.resolve("lib/common.c"));
        }
        Run run = Heddle.check(folder, words.toArray());
        Set<String> found = new TreeSet<>();
        if (run.exitCode() == 2) {
            found.add("refused");
        } else {
            JsonNode report = run.json();
            report.get("findings")
                    .forEach(finding -> found.add(finding.get("kind").textValue()));
            if (report.at("/executions/diverged").intValue() > 0) {
                found.add("diverged");
            }
        }
        found.removeAll(JUDGED.getOrDefault(program, Set.of()));
        assertTrue(found.isEmpty(), () -> found + " of " + program + "\n" + run.out() + run.err());
    }

    @Test
    void whatIsJudged_isThere() {
        List<String> gone = JUDGED.keySet().stream()
                .filter(name -> !Files.exists(PROGRAMS.resolve(name + ".c")))
                .toList();
        assertEquals(List.of(), gone);
    }

    private static String flags() {
        return "-std=gnu99 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -w -I" + SUITE.resolve("include");
    }
}
