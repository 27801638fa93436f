package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is claimed of C11, and which access is named where nothing is. */
@Timeout(120)
final class WeakMemoryTest {
    private static final String HOLDS = "so this holds for C11 as well";

    @TempDir
    private Path folder;

    static Stream<Expectation> examples() throws IOException {
        try (Stream<Path> files = Files.list(Expectation.example("weak-memory"))) {
            return files.sorted().flatMap(Expectation::in).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void example_isClaimedOfC11_orNamesTheAccessThatMayBeStale(Expectation expectation) {
        Run run = Heddle.check(folder, Compiled.instead(expectation.command()));
        JsonNode report = run.json();
        JsonNode model = report.get("model");
        String wanted = expectation.c11().orElseThrow();
        assertEquals(wanted.equals("yes"), model.get("c11").booleanValue(), run::toString);
        List<String> named = new ArrayList<>();
        for (JsonNode outcome : model.get("allowed")) {
            String object = outcome.get("object").textValue().replaceAll("[^\\w].*", "");
            named.add(outcome.at("/access/function").textValue() + ":" + object);
        }
        if (wanted.equals("yes")) {
            assertEquals(List.of(), named, run::toString);
        } else {
            assertTrue(named.contains(wanted), () -> named + " " + run);
            assertFalse(report.get("claim").textValue().contains(HOLDS), run::toString);
        }
    }

    @Test
    void withoutTheMonitor_nothingIsClaimedOfC11() throws IOException {
        Expectation fixed = examples()
                .filter(expectation -> expectation.file().endsWith("message-passing.c")
                        && expectation.c11().orElseThrow().equals("yes"))
                .findFirst()
                .orElseThrow();
        String with = Heddle.check(folder, Compiled.instead(fixed.command())).out();
        assertTrue(with.contains(HOLDS), with);
        List<Object> command = new ArrayList<>(List.of("--model=sc"));
        command.addAll(List.of(fixed.command()));
        String without =
                Heddle.check(folder, Compiled.instead(command.toArray())).out();
        assertFalse(without.contains(HOLDS), without);
        assertTrue(without.contains("sequentially consistent executions only"), without);
    }
}
