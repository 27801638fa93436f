package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.heddle.it.testkit.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** Reports for machines follow the schemas that their readers go by. */
@Timeout(900)
final class FormatsTest {
    private static final Path DEADLOCK = Expectation.example("01-database-deadlock.c");

    private final ObjectMapper json = new ObjectMapper();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01-database-deadlock.c",
                "03-lost-wakeup.c",
                "06-lost-update.c",
                "09-check-then-use.c",
                "12-owner-exits.c",
                "13-join-cycle.c",
                "14-wrong-waiter.c",
                "16-double-free.c",
                "17-unlock-by-other.c",
                "18-exit-status.c",
                "19-back-off.c"
            })
    void everyForm_followsItsSchema(String example) throws Exception {
        Run run = Heddle.check(folder, Expectation.example(example));
        JsonNode report = run.json();
        Schemas.assertReport(report);
        JsonNode sarif = json.readTree(folder.resolve("report.sarif").toFile());
        Schemas.assertSarif(sarif);
        assertEquals(report.get("findings").size(), sarif.at("/runs/0/results").size());
        Document junit = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("report.xml").toFile());
        assertEquals(
                report.get("findings").size(),
                junit.getElementsByTagName("failure").getLength());
        JsonNode trace = json.readTree(folder.resolve("report.trace.json").toFile());
        assertEquals(report.get("findings").isEmpty(), trace.get("traceEvents").isEmpty());
        assertTrue(Files.readString(folder.resolve("report.md")).startsWith("### Heddle: "));
        assertTrue(Files.readString(folder.resolve("report.html")).startsWith("<!DOCTYPE html>"));
    }

    /** Of so many steps some are left out, such as all those of a thread that has no part in the finding. */
    @Test
    void longInterleaving_makesValidSarif() throws Exception {
        Path source = Files.writeString(
                folder.resolve("long.c"),
                """
                #include <assert.h>
                #include <pthread.h>
                #include <stdatomic.h>
                static atomic_int sum;
                static void *add(void *unused) {
                    for (int i = 0; i < 5000; i++) {
                        atomic_fetch_add(&sum, 1);
                    }
                    return unused;
                }
                int main(void) {
                    pthread_t threads[2];
                    for (int i = 0; i < 2; i++) {
                        pthread_create(&threads[i], 0, add, 0);
                    }
                    for (int i = 0; i < 2; i++) {
                        pthread_join(threads[i], 0);
                    }
                    assert(sum != 10000);
                    return 0;
                }
                """);
        JsonNode report = Heddle.check(folder, source).json();
        assertTrue(
                report.at("/findings/0/trace").size() >= 10_000,
                "steps: " + report.at("/findings/0/trace").size());
        Schemas.assertSarif(json.readTree(folder.resolve("report.sarif").toFile()));
    }

    /** The problem matcher {@code $gcc} of Visual Studio Code, which comes with its C extension; editors' own are more lenient. */
    @Test
    void gccLines_areWhatProblemMatchersTake() throws Exception {
        Pattern matcher = Pattern.compile("^(.*?):(\\d+):(\\d*):?\\s+(?:fatal\\s+)?(warning|error):\\s+(.*)$");
        Run run = Heddle.run("check", "--format", "gcc", "-o", folder, DEADLOCK);
        List<MatchResult> problems = run.out()
                .lines()
                .flatMap(line -> matcher.matcher(line).results())
                .toList();
        assertEquals(1, problems.size(), run.out());
        assertTrue(Files.isSameFile(Path.of(problems.get(0).group(1)), DEADLOCK), run.out());
        assertEquals("41", problems.get(0).group(2));
        assertTrue(problems.get(0).group(5).startsWith("deadlock: "), run.out());
    }

    @Test
    void fingerprints_areTheSameInTwoRuns_andForTheSourceMovedDown() throws Exception {
        String first = fingerprint(DEADLOCK);
        assertEquals(first, fingerprint(DEADLOCK));
        assertEquals(first, fingerprint("-j", 1, "--strategy", "random", "--seed", 7, DEADLOCK));
        Path moved = folder.resolve(DEADLOCK.getFileName());
        Files.writeString(moved, "// one line\n// and another\n" + Files.readString(DEADLOCK));
        assertEquals(first, fingerprint(moved));
    }

    private String fingerprint(Object... arguments) {
        return Heddle.check(folder, arguments)
                .json()
                .at("/findings/0/fingerprint")
                .textValue();
    }

    @Test
    void files_getTheFormThatTheirNamesAskFor() throws Exception {
        Path sarif = folder.resolve("results.sarif");
        Path page = folder.resolve("page.html");
        Run run = HeddleProcess.run(folder, "check", "-o", sarif, "-o", page, DEADLOCK);
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.out().startsWith("deadlock [lock-cycle]"), run.out());
        Schemas.assertSarif(json.readTree(sarif.toFile()));
        assertTrue(Files.readString(page).contains("deadlock [lock-cycle]"));
    }

    @Test
    void fileInAFolderThatIsNotThere_isRefusedBeforeTheCheck() {
        Path file = folder.resolve("none/results.sarif");
        Heddle.run("check", "-o", file, DEADLOCK)
                .assertRefused(2, "cannot write the report to " + file, "there is no folder", "make it");
    }

    @Test
    void twoFolders_areRefused() {
        Heddle.run("check", "-o", folder.resolve("a"), "-o", folder.resolve("b"), DEADLOCK)
                .assertRefused(2, "two folders", "name one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sarif", "json", "trace"})
    void standardOutput_isOneDocument(String format) {
        Run run = Heddle.run("check", "--format", format, "-o", folder, DEADLOCK);
        assertEquals(1, run.exitCode());
        assertTrue(run.json().isObject());
    }

    @Test
    void progressAsJson_isOneObjectALine_onStandardError() throws Exception {
        Run run = Heddle.run("check", "--progress", "json", "--format", "json", "-o", folder, DEADLOCK);
        List<String> events = run.err().lines().toList();
        assertTrue(events.size() >= 2, run.err());
        for (String event : events) {
            Schemas.assertProgress(json.readTree(event));
        }
        Schemas.assertReport(run.json());
    }

    @Test
    void withinAGitHubWorkflow_findingsAreAnnotated_andSummedUp() throws Exception {
        Path summary = folder.resolve("summary.md");
        Files.writeString(summary, "before\n");
        Map<String, String> environment = Map.of(
                "GITHUB_ACTIONS",
                "true",
                "GITHUB_WORKSPACE",
                DEADLOCK.getParent().toString(),
                "GITHUB_STEP_SUMMARY",
                summary.toString());
        try (HeddleProcess process =
                HeddleProcess.startWith(environment, folder, "check", "--format", "json", DEADLOCK)) {
            Run run = process.end();
            assertEquals(1, run.exitCode(), run.toString());
            Schemas.assertReport(run.json());
            assertTrue(
                    run.err().contains("::error file=01-database-deadlock.c,line=41,col=5,title=Heddle%3A deadlock"),
                    run.err());
        }
        String text = Files.readString(summary);
        assertTrue(text.startsWith("before\n### Heddle: 01-database-deadlock.c"), text);
    }

    @Test
    void schedule_saysHowFewPreemptionsItNeeds_andWhichSwitchMatters() {
        JsonNode finding = Heddle.check(folder, Expectation.example("05-lock-order-cycle.c"))
                .json()
                .at("/findings/0");
        assertEquals(1, finding.get("preemptions").intValue());
        assertEquals("proved", finding.get("fewestPreemptions").textValue());
        int step = finding.at("/criticalSwitch/step").intValue();
        assertTrue(finding.at("/trace/" + step + "/preempts").booleanValue());
        assertEquals(
                finding.at("/criticalSwitch/to").textValue(),
                finding.at("/trace/" + step + "/thread").textValue());
        JsonNode passing = finding.at("/criticalSwitch/passing");
        assertEquals(step, passing.at("/steps/0/step").intValue(), "what comes in the place of the switch");
        assertEquals(
                finding.at("/criticalSwitch/from").textValue(),
                passing.at("/steps/0/thread").textValue());
        assertEquals("the process exits with status 0", passing.get("end").textValue());
    }
}
