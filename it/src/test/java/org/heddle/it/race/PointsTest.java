package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The scheduling points {@code auto}, which grow with the races that are found, and {@code all}, which are every access, tell the
 * same of the examples: the theorem of Musuvathi and Qadeer (PLDI 2007) put to the test.
 */
@Timeout(900)
final class PointsTest {
    private static final int EXECUTIONS = 100;

    @TempDir
    private Path folder;

    static Stream<List<String>> examples() throws IOException {
        return Examples.commands();
    }

    /** What a check found, and whether it explored everything. */
    private record Found(boolean isComplete, Set<String> kinds) {}

    @Tag("thorough")
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("examples")
    void auto_findsWhatAllFinds(List<String> command) {
        Found auto = check("auto", command);
        Found all = check("all", command);
        if (auto.isComplete && all.isComplete) {
            assertEquals(all.kinds, auto.kinds);
        } else if (auto.isComplete) {
            assertTrue(auto.kinds.containsAll(all.kinds), auto + " but " + all);
        } else if (all.isComplete) {
            assertTrue(all.kinds.containsAll(auto.kinds), auto + " but " + all);
        }
    }

    private Found check(String points, List<String> command) {
        List<Object> arguments = new ArrayList<>(List.of("--points", points, "--keep-going", "-i", EXECUTIONS));
        arguments.addAll(List.of(Compiled.instead(command.toArray())));
        Run run = Heddle.check(folder, arguments.toArray());
        JsonNode report = run.json();
        Set<String> kinds = new TreeSet<>();
        report.get("findings").forEach(finding -> kinds.add(finding.get("kind").textValue()));
        return new Found(report.get("complete").booleanValue(), kinds);
    }
}
