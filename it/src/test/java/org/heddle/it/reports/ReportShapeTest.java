package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.heddle.it.testkit.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON report has the documented keys, those added since, and no others. */
@Timeout(900)
final class ReportShapeTest {
    private static final Set<String> REPORT = Set.of(
            "schema",
            "program",
            "verdict",
            "complete",
            "bound",
            "executions",
            "restarts",
            "cost",
            "seconds",
            "findings",
            "model",
            "claim",
            "remarks",
            "stages",
            "unseen");
    private static final Set<String> FINDING = Set.of(
            "kind",
            "cause",
            "message",
            "values",
            "repair",
            "file",
            "line",
            "column",
            "function",
            "fingerprint",
            "preemptions",
            "count",
            "replays",
            "threads",
            "schedule",
            "trace",
            "between",
            "output",
            "fewestPreemptions",
            "criticalSwitch",
            "places",
            "spans",
            "links",
            "created",
            "locks",
            "watched",
            "memory",
            "pairs",
            "uses",
            "others");
    private static final Set<String> THREAD = Set.of(
            "thread", "name", "next", "waitsFor", "file", "line", "column", "function", "stack", "holds", "looks");
    private static final Set<String> STEP = Set.of(
            "step",
            "thread",
            "operation",
            "file",
            "line",
            "column",
            "function",
            "key",
            "kind",
            "object",
            "related",
            "preempts",
            "look");
    private static final Set<String> PLACE =
            Set.of("label", "thread", "step", "file", "line", "column", "function", "stack");
    private static final Set<String> SWITCH =
            Set.of("step", "from", "to", "next", "file", "line", "column", "function", "passing");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01-database-deadlock.c",
                "03-lost-wakeup.c",
                "06-lost-update.c",
                "09-check-then-use.c",
                "16-double-free.c",
                "17-unlock-by-other.c"
            })
    void reportOfABug_hasTheDocumentedKeys(String example) {
        JsonNode report = Heddle.check(folder, Expectation.example(example)).json();
        assertReport(report);
        for (JsonNode finding : report.get("findings")) {
            assertKeys(FINDING, finding);
            assertTrue(finding.get("trace").size() > 0, "a trace");
            finding.get("threads").forEach(thread -> assertKeys(THREAD, thread));
            finding.get("trace").forEach(step -> assertKeys(STEP, step));
            finding.get("places").forEach(place -> assertKeys(PLACE, place));
            if (!finding.get("criticalSwitch").isNull()) {
                assertKeys(SWITCH, finding.get("criticalSwitch"));
            }
        }
    }

    @Test
    void reportOfACleanProgram_hasTheDocumentedKeys() {
        JsonNode report =
                Heddle.check(folder, Expectation.example("19-back-off.c")).json();
        assertReport(report);
        assertEquals(0, report.get("findings").size());
    }

    @Test
    void coverage_namesOrdersThatAreLeft_untilEverythingIsExplored() throws Exception {
        Path example = Expectation.example("07-indexer.c");
        Run all = Heddle.check(folder, "--coverage", example);
        Schemas.assertReport(all.json());
        JsonNode whole = all.json().get("coverage");
        assertTrue(whole.get("pairs").intValue() > 0, all.toString());
        assertEquals(whole.get("pairs"), whole.get("both"), all.toString());
        JsonNode first =
                Heddle.check(folder, "--coverage", "-i", 1, example).json().get("coverage");
        assertTrue(first.get("both").intValue() < first.get("pairs").intValue(), first.toString());
        assertTrue(first.at("/once/0/first/line").intValue() > 0, first.toString());
        assertTrue(first.at("/delays/never/0/createdAt/line").intValue() > 0, first.toString());
        assertEquals(whole.at("/delays/threads"), first.at("/delays/threads"), all.toString());
        assertEquals(0, whole.at("/delays/never").size(), all.toString());
    }

    @Test
    void outputFolder_getsTheSameReportAsStandardOutput() throws Exception {
        Run run = Heddle.check(folder, Expectation.example("11-self-lock.c"));
        assertEquals(
                run.out().strip(),
                Files.readString(folder.resolve("report.json")).strip());
        String text = Files.readString(folder.resolve("report.txt"));
        assertTrue(text.startsWith("deadlock [self-lock]"), text);
    }

    @Test
    void textReport_namesThreadsVariablesAndTheCommandToReplay() {
        String text = Heddle.run("check", "-o", folder, Expectation.example("01-database-deadlock.c"))
                .out();
        assertTrue(text.replaceAll("\\s+", " ").contains("(operate) waits for mutex database"), text);
        assertTrue(text.lines().allMatch(line -> line.length() <= 100 || line.startsWith("  replay: ")), text);
        assertTrue(text.contains("replay: heddle replay "), text);
        assertTrue(text.contains("holds counts"), text);
    }

    @Test
    void shownSchedule_hasAColumnForEachThread() {
        JsonNode report = Heddle.check(folder, Expectation.example("05-lock-order-cycle.c"))
                .json();
        Run show = Heddle.run("show", report.at("/findings/0/schedule").textValue());
        assertEquals(0, show.exitCode(), show.toString());
        assertTrue(show.out().lines().anyMatch(line -> line.matches(" *main +T1 +T2 +T3 *")), show.out());
    }

    private static void assertReport(JsonNode report) {
        assertKeys(REPORT, report);
        assertKeys(Set.of("operations", "preemptions"), report.get("bound"));
        assertKeys(Set.of("total", "blocked", "diverged"), report.get("executions"));
        assertEquals("heddle-report/1", report.get("schema").textValue());
    }

    private static void assertKeys(Set<String> expected, JsonNode node) {
        Set<String> keys = new TreeSet<>();
        node.fieldNames().forEachRemaining(keys::add);
        assertEquals(new TreeSet<>(expected), keys);
    }
}
