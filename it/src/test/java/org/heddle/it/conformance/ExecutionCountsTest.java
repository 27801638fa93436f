package org.heddle.it.conformance;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.heddle.cli.Main;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs whose number of Mazurkiewicz traces is known: each is explored in as many executions, none of them redundant. Their first lines
 * say how many, with which options.
 */
@Timeout(900)
final class ExecutionCountsTest {
    private static final Pattern HEADING =
            Pattern.compile("// executions: (\\d+)(?:, finding: ([\\w-]+)(?:/([\\w-]+))?)?(?:, options: (.*))?");

    @TempDir
    private Path folder;

    static List<Arguments> checks() throws IOException {
        List<Arguments> checks = new ArrayList<>();
        for (Path program : programs()) {
            List<String> headings = Files.readAllLines(program).stream()
                    .takeWhile(line -> HEADING.matcher(line).matches())
                    .toList();
            assertFalse(headings.isEmpty(), program + ": its first line says what to expect");
            headings.forEach(heading -> checks.add(Arguments.of(program, heading)));
        }
        return checks;
    }

    private static List<Path> programs() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/counts"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("checks")
    void program_hasAsManyExecutionsAsItSays(Path source, String said) throws IOException {
        Matcher heading = HEADING.matcher(said);
        assertTrue(heading.matches());
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String options = heading.group(4) == null ? "" : " " + heading.group(4);
        String command = "check --keep-going --format json -j 1 -o " + folder + options + " " + source;
        Main.run(command.split(" "), new PrintWriter(out), new PrintWriter(err));
        JsonNode report = new ObjectMapper().readTree(out.toString());
        JsonNode executions = report.get("executions");
        JsonNode findings = report.get("findings");
        assertAll(
                out.toString() + err,
                () -> assertEquals(
                        Integer.parseInt(heading.group(1)),
                        executions.get("total").intValue()),
                () -> assertEquals(0, executions.get("blocked").intValue()),
                () -> assertEquals(0, executions.get("diverged").intValue()),
                () -> assertTrue(report.get("complete").booleanValue()),
                () -> assertEquals(heading.group(2) == null ? 0 : 1, findings.size()),
                () -> assertEquals(heading.group(2), text(findings.path(0).get("kind"))),
                () -> assertEquals(heading.group(3), text(findings.path(0).get("cause"))),
                () -> findings.forEach(
                        finding -> assertTrue(finding.path("replays").asBoolean(true))));
    }

    private static String text(JsonNode node) {
        return node == null || node.isNull() ? null : node.textValue();
    }
}
