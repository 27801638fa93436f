package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same check gives the same report; the number of jobs changes neither the verdict nor the number of executions. */
@Timeout(900)
final class DeterminismTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01-database-deadlock.c",
                "04-bounded-buffer.c",
                "04-bounded-buffer.c -DIF",
                "12-owner-exits.c --keep-going",
                "14-wrong-waiter.c",
                "16-double-free.c",
                "20-choose.c --keep-going",
                "21-plain-memory.c --points=all",
                "bench/lastzero.c -DN=8",
                "04-bounded-buffer.c --strategy random -i 50 --seed 7",
                "04-bounded-buffer.c --strategy pct -i 50 --seed 7",
                "04-bounded-buffer.c --strategy pctvb -i 50 --seed 7",
                "04-bounded-buffer.c --strategy pos -i 50 --seed 7",
                "04-bounded-buffer.c --strategy surw -i 50 --seed 7",
                "04-bounded-buffer.c --strategy delay -i 50 --seed 7"
            })
    void sameCheck_givesTheSameReport(String command) {
        assertEquals(untimed(check(command, "-j", "2")), untimed(check(command, "-j", "2")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "02-two-philosophers.c",
                "02-two-philosophers.c -DOPPOSITE --keep-going",
                "04-bounded-buffer.c",
                "04-bounded-buffer.c -DIF --keep-going",
                "12-owner-exits.c --keep-going",
                "14-wrong-waiter.c --keep-going",
                "14-wrong-waiter.c -DFIXED",
                "16-double-free.c",
                "20-choose.c --keep-going",
                "bench/dining.c -DN=4 --keep-going",
                "bench/lastzero.c -DN=8"
            })
    void numberOfJobs_changesNeitherFindingsNorCounts(String command) {
        JsonNode one = check(command, "-j", "1");
        JsonNode two = check(command, "-j", "2");
        assertEquals(one.get("executions"), two.get("executions"));
        assertEquals(one.get("verdict"), two.get("verdict"));
        assertEquals(one.get("complete"), two.get("complete"));
        assertEquals(findings(one), findings(two));
    }

    private JsonNode check(String command, String... more) {
        List<Object> arguments = new ArrayList<>(Arrays.asList(command.split(" ")));
        arguments.set(0, Expectation.example(arguments.get(0).toString()));
        arguments.addAll(List.of(more));
        return Heddle.check(folder, Compiled.instead(arguments.toArray())).json();
    }

    /**
     * Without the time, without how executions were run, which depends on who was idle, and without the two answers of the search
     * for fewer preemptions, which a slow machine gives up by the clock.
     */
    private static JsonNode untimed(JsonNode report) {
        report.get("findings")
                .forEach(finding -> ((ObjectNode) finding).remove(List.of("fewestPreemptions", "criticalSwitch")));
        return ((ObjectNode) report).without(List.of("seconds", "restarts", "cost"));
    }

    private static Set<String> findings(JsonNode report) {
        Set<String> all = new TreeSet<>();
        report.get("findings")
                .forEach(finding -> all.add(finding.get("kind") + " " + finding.get("cause") + " "
                        + finding.get("fingerprint") + " " + finding.get("count")));
        return all;
    }
}
