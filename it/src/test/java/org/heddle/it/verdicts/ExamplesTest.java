package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.heddle.bench.papers.ExampleLine.Sort;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.ReportText;
import org.heddle.it.testkit.Run;
import org.heddle.it.testkit.Schemas;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example gets the verdict that its first lines promise, and what was found replays. */
@Timeout(900)
final class ExamplesTest {
    /** Which examples: those whose path has this word, by default all. */
    private static final String CHOSEN = System.getProperty("heddle.example", "");

    /** The longer profile checks one in so many of those lines of the examples that the quick one does not. */
    private static final int ONE_IN = Integer.getInteger("heddle.example.one-in", 2);

    private static final int REPLAYS = 2 * Integer.getInteger("heddle.times", 1);

    @TempDir
    private Path folder;

    static Stream<Expectation> quick() throws IOException {
        return firsts().filter(ExamplesTest::isChosen);
    }

    /** Some of those that the other test does not have; all of the ones that a word chooses. */
    static Stream<Expectation> others() throws IOException {
        if (!CHOSEN.isEmpty()) {
            return Expectation.all().stream().filter(ExamplesTest::isChosen);
        }
        Set<Expectation> firsts = firsts().collect(Collectors.toSet());
        List<Expectation> others = Expectation.all().stream()
                .filter(expectation -> !firsts.contains(expectation))
                .toList();
        return IntStream.range(0, others.size())
                .filter(index -> index % ONE_IN == 0)
                .mapToObj(others::get);
    }

    /** Of each example the first expectation of each verdict, unless it is slow. */
    private static Stream<Expectation> firsts() throws IOException {
        Set<List<Object>> seen = new HashSet<>();
        return Expectation.all().stream()
                .filter(expectation -> !expectation.isSlow())
                .filter(expectation -> seen.add(List.of(expectation.file(), expectation.verdict())));
    }

    private static boolean isChosen(Expectation expectation) {
        return expectation.file().toString().contains(CHOSEN);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("quick")
    void example_getsItsVerdictAndReplays(Expectation expectation) {
        assertExpected(expectation);
    }

    @Tag("thorough")
    @Tag("slow")
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("others")
    void otherExample_getsItsVerdictAndReplays(Expectation expectation) {
        assertExpected(expectation);
    }

    @Test
    void everyExample_saysWhatToExpect() throws IOException {
        Set<Path> files = new HashSet<>();
        Expectation.all().forEach(expectation -> files.add(expectation.file()));
        assertTrue(files.size() >= 25, files.toString());
        for (Path file : files) {
            assertTrue(Expectation.in(file).findAny().isPresent(), file.toString());
        }
    }

    /** So that the reports of all kinds are looked at. */
    @Test
    void everyKind_hasAnExample() throws IOException {
        Set<String> kinds = firsts().flatMap(expectation -> expectation.finding().stream())
                .map(Sort::kind)
                .collect(Collectors.toSet());
        for (Kind kind : Kind.values()) {
            assertTrue(kinds.contains(kind.ruleId()), kind.ruleId());
        }
    }

    @Tag("thorough")
    @Tag("slow")
    @Test
    void everyExample_compilesWithoutWarnings() throws Exception {
        Map<List<String>, Set<String>> filesByMacros = new HashMap<>();
        for (Expectation expectation : Expectation.all()) {
            List<String> macros = expectation.arguments().stream()
                    .filter(word -> word.startsWith("-D") || word.startsWith(Compiled.COMPILER_OPTION))
                    .map(word -> word.replace(Compiled.COMPILER_OPTION, ""))
                    .toList();
            filesByMacros
                    .computeIfAbsent(macros, none -> new TreeSet<>())
                    .add(expectation.file().toString());
        }
        for (Map.Entry<List<String>, Set<String>> entry : filesByMacros.entrySet()) {
            List<String> command =
                    new ArrayList<>(List.of("cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"));
            command.addAll(List.of("-fsyntax-only", "-I", System.getProperty("heddle.native")));
            command.addAll(entry.getKey());
            command.addAll(entry.getValue());
            Process compiler = new ProcessBuilder(command).inheritIO().start();
            assertEquals(0, compiler.waitFor(), command.toString());
        }
    }

    private void assertExpected(Expectation expectation) {
        Run run = Heddle.check(folder, Compiled.instead(expectation.command()));
        JsonNode report = run.json();
        assertAll(
                () -> assertEquals(expectation.verdict(), report.get("verdict").textValue(), run::toString),
                () -> assertEquals(expectation.verdict().equals("bug") ? 1 : 0, run.exitCode()),
                () -> Schemas.assertSarif(new ObjectMapper()
                        .readTree(folder.resolve("report.sarif").toFile())),
                () -> assertEquals("", run.err(), "nothing to complain about"),
                () -> assertEquals(
                        expectation.line().isRedundant(),
                        report.at("/executions/blocked").longValue() > 0,
                        "redundant executions"),
                () -> assertEquals(0, report.at("/executions/diverged").longValue(), "diverged executions"),
                () -> expectation
                        .executions()
                        .ifPresent(number -> assertEquals(
                                number, report.at("/executions/total").longValue(), "executions")),
                () -> assertFindings(expectation, report.get("findings"), run),
                () -> ReportText.assertWhole(Files.readString(folder.resolve("report.txt")), report.get("findings")));
        if (expectation.finding().isEmpty()) {
            assertEquals(expectation.isComplete(), report.get("complete").booleanValue());
        }
    }

    private static void assertFindings(Expectation expectation, JsonNode findings, Run run) {
        List<JsonNode> races = new ArrayList<>();
        List<JsonNode> others = new ArrayList<>();
        findings.forEach(finding -> (isRace(finding) && !isWanted(finding, expectation) ? races : others).add(finding));
        boolean inSteps = expectation.finding().isPresent()
                && expectation.finding().get().kind().equals("use-after-free");
        int most = expectation.finding().isPresent()
                ? (inSteps ? others.size() : 1)
                : expectation.others(); // it goes on, and is used again
        assertEquals(most, others.size(), run::toString);
        assertTrue(expectation.finding().isEmpty() || !others.isEmpty(), run::toString);
        long found = races.size()
                + others.stream()
                        .filter(finding -> StreamSupport.stream(
                                        finding.get("others").spliterator(), false)
                                .anyMatch(ExamplesTest::isRace))
                        .count();
        if (expectation.races() < 0) {
            assertTrue(found > 0, run::toString);
        } else {
            assertEquals(expectation.races(), found, run::toString);
        }
        expectation.finding().ifPresent(sort -> others.forEach(other -> assertFinding(sort, other)));
        races.forEach(race -> assertFinding(sortOf(race), race));
    }

    private static boolean isRace(JsonNode finding) {
        return finding.get("kind").textValue().equals("data-race");
    }

    private static boolean isWanted(JsonNode finding, Expectation expectation) {
        return expectation.races() == 0
                && expectation.finding().filter(sortOf(finding)::equals).isPresent();
    }

    private static Sort sortOf(JsonNode finding) {
        return new Sort(finding.get("kind").textValue(), finding.get("cause").textValue());
    }

    private static void assertFinding(Sort sort, JsonNode finding) {
        assertAll(
                () -> assertEquals(sort, sortOf(finding)),
                () -> assertTrue(finding.get("replays").booleanValue(), "replays within the check"),
                () -> assertTrue(finding.get("line").intValue() > 0, "has a line"));
        Run replay = Heddle.run("replay", "-n", REPLAYS, finding.get("schedule").textValue());
        assertEquals(1, replay.exitCode(), replay.toString());
        assertTrue(replay.out().contains(REPLAYS + " times out of " + REPLAYS), replay.toString());
    }
}
