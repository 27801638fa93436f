package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.heddle.it.testkit.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

/** {@code heddle test}: manifests, what is expected, baselines, the cache, the budget. */
@Timeout(900)
final class SuiteTest {
    private static final String EXAMPLES =
            Expectation.example("01-database-deadlock.c").getParent().toString();

    @TempDir
    private Path folder;

    private Path manifest(String text) throws Exception {
        return Files.writeString(folder.resolve("heddle.toml"), text.replace("EXAMPLES", EXAMPLES));
    }

    private Run run(Path manifest, Object... more) {
        List<Object> all = new ArrayList<>(List.of("test", "-f", manifest, "-o", folder.resolve("results")));
        all.addAll(List.of(more));
        return Heddle.run(all.toArray());
    }

    private static final String GOOD =
            """
            [defaults]
            require-complete = true

            [[test]]
            name = "fixed"
            program = "EXAMPLES/01-database-deadlock.c"
            D = "FIXED"

            [[test]]
            name = "broken"
            program = "EXAMPLES/01-database-deadlock.c"
            expect = "deadlock"

            [[test]]
            name = "readers"
            program = ["EXAMPLES/bench/readers.c"]
            D = ["N=3"]
            timeout = "60s"
            """;

    private static final String BAD =
            """
            [[test]]
            name = "cycle"
            program = "EXAMPLES/05-lock-order-cycle.c"

            [[test]]
            name = "crash"
            program = "EXAMPLES/09-check-then-use.c"
            expect = "deadlock"

            [[test]]
            name = "clean"
            program = "EXAMPLES/10-recursive-mutex.c"
            """;

    @Test
    void testsThatComeOutAsExpected_pass() throws Exception {
        Run run = run(manifest(GOOD));
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("PASS  fixed  proved, 2 executions"), run.out());
        assertTrue(run.out().contains("3 tests: 3 passed, 0 failed, 0 could not be checked"), run.out());
    }

    @Test
    void testsThatDoNot_fail_andAreReportedForMachines() throws Exception {
        Path junit = folder.resolve("junit.xml");
        Path sarif = folder.resolve("heddle.sarif");
        Run run = run(manifest(BAD), "--junit", junit, "--sarif", sarif, "--format", "json");
        assertEquals(1, run.exitCode(), run.toString());
        JsonNode tests = run.json().get("tests");
        assertEquals(List.of("failed", "failed", "passed"), tests.findValuesAsText("outcome"));
        assertTrue(tests.at("/1/complaint").textValue().contains("where deadlock was expected"), run.out());
        for (JsonNode test : tests) {
            Schemas.assertReport(test.get("report"));
        }
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(junit.toFile());
        assertEquals(3, document.getElementsByTagName("testcase").getLength());
        assertEquals(2, document.getElementsByTagName("failure").getLength());
        JsonNode results = new ObjectMapper().readTree(sarif.toFile());
        Schemas.assertSarif(results);
        assertEquals(2, results.at("/runs/0/results").size());
    }

    @Test
    void baseline_letsKnownFindingsPass_andNewOnesFail() throws Exception {
        Path baseline = folder.resolve("known");
        Path manifest = manifest(BAD);
        assertEquals(1, run(manifest, "--write-baseline", baseline).exitCode());
        Run again = run(manifest, "--baseline", baseline);
        assertEquals(0, again.exitCode(), again.toString());
        assertTrue(again.out().contains("PASS  cycle") && again.out().contains("known findings: 1"), again.out());
        List<String> lines = new ArrayList<>(Files.readAllLines(baseline));
        lines.removeIf(line -> line.contains("lock-cycle"));
        Files.write(baseline, lines);
        Run less = run(manifest, "--baseline", baseline);
        assertEquals(1, less.exitCode());
        assertTrue(less.out().contains("FAIL  cycle: deadlock [lock-cycle]"), less.out());
    }

    /** A known deadlock ends the check before the assertion has been seen to fail. */
    private static final String TWO_BUGS =
            """
            #include <assert.h>
            #include <pthread.h>
            static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
            static int first;
            static void *other(void *unused) {
                pthread_mutex_lock(&a);
                pthread_mutex_lock(&b);
                if (first == 0)
                    first = 2;
                pthread_mutex_unlock(&b);
                pthread_mutex_unlock(&a);
                return unused;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, other, NULL);
                pthread_mutex_lock(&b);
                pthread_mutex_lock(&a);
                if (first == 0)
                    first = 1;
                pthread_mutex_unlock(&a);
                pthread_mutex_unlock(&b);
                pthread_join(thread, NULL);
            #ifdef WRONG
                assert(first == 1);
            #endif
            }
            """;

    @Test
    void baseline_doesNotHideWhatIsBehindAKnownFinding() throws Exception {
        Files.writeString(folder.resolve("two.c"), TWO_BUGS);
        Path baseline = folder.resolve("known");
        Path manifest = manifest("[[test]]\nname = \"two\"\nprogram = \"two.c\"\n");
        assertEquals(1, run(manifest, "--write-baseline", baseline).exitCode());
        Run known = run(manifest, "--baseline", baseline);
        assertEquals(0, known.exitCode(), known.toString());
        manifest = manifest("[[test]]\nname = \"two\"\nprogram = \"two.c\"\nD = \"WRONG\"\n");
        Run both = run(manifest, "--baseline", baseline);
        assertEquals(1, both.exitCode(), both.toString());
        assertTrue(both.out().contains("FAIL  two: assertion"), both.out());
    }

    @Test
    void baseline_doesNotKnowTheOtherAssertionsOfAFunction() throws Exception {
        Files.writeString(
                folder.resolve("asserts.c"),
                """
                #include <assert.h>
                #include <pthread.h>
                static _Atomic int value;
                static void *work(void *unused) {
                    value++;
                    assert(value != FIRST);
                    assert(value != 2);
                    return unused;
                }
                int main(void) {
                    pthread_t threads[2];
                    for (int i = 0; i < 2; i++)
                        pthread_create(&threads[i], NULL, work, NULL);
                    for (int i = 0; i < 2; i++)
                        pthread_join(threads[i], NULL);
                }
                """);
        Path baseline = folder.resolve("known");
        String text = "[[test]]\nname = \"asserts\"\nprogram = \"asserts.c\"\nkeep-going = true\nD = \"FIRST=%d\"\n";
        assertEquals(
                1,
                run(manifest(text.formatted(1)), "--write-baseline", baseline).exitCode());
        List<String> lines = new ArrayList<>(Files.readAllLines(baseline));
        lines.removeIf(line -> line.contains("asserts.c:7"));
        Files.write(baseline, lines);
        Run other = run(manifest(text.formatted(0)), "--baseline", baseline);
        assertEquals(1, other.exitCode(), other.toString());
    }

    @Test
    void history_tellsWhatIsNewSinceTheLastRun_stillThere_gone_orNotSeen() throws Exception {
        Files.writeString(folder.resolve("two.c"), TWO_BUGS);
        Path history = folder.resolve("history.json");
        Path summary = folder.resolve("summary.md");
        String text = "[[test]]\nname = \"two\"\nprogram = \"two.c\"\nkeep-going = true\n";
        Run first = run(manifest(text), "--history", history);
        assertTrue(first.out().contains("no finding is new or gone"), first.out());
        Run second = run(manifest(text + "D = \"WRONG\"\n"), "--history", history, "--format", "json");
        assertEquals(List.of("new", "still"), kinds(second), second.out());
        Run third = run(manifest(text), "--history", history, "--markdown", summary);
        assertTrue(third.out().contains("STILL   two: deadlock [lock-cycle] at two.c:"), third.out());
        assertTrue(third.out().contains("GONE    two: assertion [assertion] at two.c:"), third.out());
        String markdown = Files.readString(summary);
        assertTrue(markdown.contains("| two | FAIL deadlock"), markdown);
        assertTrue(markdown.contains("- **gone** two: assertion"), markdown);
        run(manifest(text + "D = \"WRONG\"\n"), "--history", history);
        Run fifth = run(manifest(text.replace("keep-going = true\n", "")), "--history", history, "--format", "json");
        assertEquals(List.of("still", "unseen"), kinds(fifth), fifth.out());
    }

    private static List<String> kinds(Run run) throws Exception {
        return run.json().at("/tests/0/changes").findValuesAsText("kind").stream()
                .sorted()
                .toList();
    }

    @Test
    void fileThatIsNoHistory_isRefused_beforeAnythingIsChecked() throws Exception {
        run(manifest(GOOD), "--history", Files.writeString(folder.resolve("other.json"), "{}"))
                .assertRefused(2, "is no history that heddle test has written", "delete it to begin anew");
    }

    @Test
    void programThatIsNotThere_namesTheTest() throws Exception {
        run(manifest("[[test]]\nname = \"gone\"\nprogram = \"gone.c\"\n"))
                .assertRefused(2, "test 'gone'", "there is no file gone.c");
    }

    @Test
    void cache_savesTheSecondRun_unlessSomethingChanged() throws Exception {
        Path cache = folder.resolve("cache");
        JsonNode first =
                run(manifest(GOOD), "--cache", cache, "--format", "json").json();
        JsonNode second =
                run(manifest(GOOD), "--cache", cache, "--format", "json").json();
        for (int k = 0; k < 3; k++) {
            assertFalse(first.at("/tests/" + k + "/cached").booleanValue());
            assertTrue(second.at("/tests/" + k + "/cached").booleanValue());
            assertEquals(first.at("/tests/" + k + "/report"), second.at("/tests/" + k + "/report"));
        }
        Run changed = run(manifest(GOOD.replace("N=3", "N=4")), "--cache", cache, "--format", "json");
        assertFalse(changed.json().at("/tests/2/cached").booleanValue());
        assertTrue(changed.json().at("/tests/0/cached").booleanValue());
    }

    /** Each of these checks would run for hours: that all end shows that each gets a share of the budget. */
    @Test
    void budget_holdsForAllTogether() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 6; k++) {
            text.append("[[test]]\nname = \"t%d\"\nprogram = \"EXAMPLES/bench/counter.c\"\nD = [\"N=4\", \"K=9\"]\n"
                    .formatted(k));
        }
        Run run = run(manifest(text.toString()), "--budget", "6s", "-j", 2);
        boolean isSlow =
                run.out().contains("SKIP"); // a machine so slow that there was not time enough to compile them all
        assertEquals(isSlow ? 3 : 0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("not everything was explored"), run.out());
    }

    /** More programs than there is time for: those that are left are not even compiled, and the verdict says so. */
    @Test
    void budgetThatIsUsedUp_leavesTestsOut() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 100; k++) {
            text.append("[[test]]\nname = \"t%d\"\nprogram = \"EXAMPLES/bench/counter.c\"\nD = [\"N=4\", \"K=9\"]\n"
                    .formatted(k));
        }
        Path junit = folder.resolve("junit.xml");
        Run run = run(manifest(text.toString()), "--budget", "5s", "--junit", junit);
        assertEquals(3, run.exitCode(), run.toString());
        assertTrue(run.out().contains("SKIP  t99: the budget was used up before it"), run.out());
        assertTrue(run.out().contains("skipped: time budget exhausted"), run.out());
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(junit.toFile());
        assertTrue(document.getElementsByTagName("skipped").getLength() > 0);
    }

    /** What makes a difference to a check makes one to the cache. */
    @Test
    void cache_knowsEveryOption() throws Exception {
        Path cache = folder.resolve("cache");
        String text = "[[test]]\nprogram = 'EXAMPLES/64-spurious-wakeup.c'\nspurious = 0\n";
        assertEquals(0, run(manifest(text), "--cache", cache).exitCode());
        Run spurious = run(manifest(text.replace("spurious = 0", "spurious = 1")), "--cache", cache);
        assertEquals(1, spurious.exitCode(), spurious.toString());
    }

    @Test
    void onlyNamedTests_areRun() throws Exception {
        Run run = run(manifest(BAD), "clean");
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("1 test: 1 passed"), run.out());
        run(manifest(BAD), "klean").assertRefused(2, "no test named 'klean'", "clean");
    }

    @Test
    void programThatCannotBeChecked_isAnError_andTheOthersAreChecked() throws Exception {
        Path broken = Files.writeString(folder.resolve("wrong.c"), "int main(void) { return nothing; }\n");
        Run run = run(manifest(GOOD + "[[test]]\nprogram = \"" + broken + "\"\n"));
        assertEquals(2, run.exitCode(), run.toString());
        assertTrue(run.out().contains("does not compile"), run.out());
        assertTrue(run.out().contains("4 tests: 3 passed, 0 failed, 1 could not be checked"), run.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | lists no tests",
                "test = 1 | lists no tests",
                "[[test]] | without a program",
                "[[tset]] | 'tset'",
                "[[test | is not TOML",
                "[[test]]~program = 'EXAMPLES/10-recursive-mutex.c'~expect = 'deadlok' | which is no kind",
                "[[test]]~program = 'EXAMPLES/10-recursive-mutex.c'~boundd = 3 | heddle check has no option '--boundd' (did you mean --bound?)",
                "[[test]]~program = 'EXAMPLES/10-recursive-mutex.c'~timeout = 'soon' | is not a time",
                "[[test]]~program = 'EXAMPLES/10-recursive-mutex.c'~output = 'x' | leave it out",
                "[[test]]~program = 'none.c' | there is no file",
                "[[test]]~program = 'a.c'~[[test]]~program = 'a.c' | two tests named 'a.c'",
            })
    void wrongManifest_isRefused(String text, String words) throws Exception {
        run(manifest(text.replace('~', '\n'))).assertRefused(2, "heddle", words);
    }

    @Test
    void missingManifest_isNamed() {
        run(folder.resolve("none.toml")).assertRefused(2, "there is no manifest", "none.toml");
    }

    @Test
    void coverage_isToldWithItsChangeSinceTheLastRun() throws Exception {
        String text =
                """
                [[test]]
                name = "part"
                program = "EXAMPLES/07-indexer.c"
                D = "N=13"
                coverage = true
                iterations = COUNT
                """;
        Run first = run(manifest(text.replace("COUNT", "1")));
        assertTrue(first.out().contains("part: 0 pairs of places in both orders, "), first.out());
        assertTrue(
                first.out().matches("(?s).*; [1-9]\\d* threads? never delayed; \\d+ lines? never run\n.*"),
                first.out());
        Run all = run(manifest(text.replace("COUNT", "1000")));
        assertTrue(all.out().matches("(?s).*part: (\\d+) pairs? of places in both orders \\(\\+\\1\\), .*"), all.out());
        assertTrue(all.out().matches("(?s).*; 0 threads never delayed \\(-[1-9]\\d*\\); .*"), all.out());
        Run again = run(manifest(text.replace("COUNT", "1000")), "--format", "json");
        JsonNode test = again.json().at("/tests/0");
        assertEquals(
                test.at("/report/coverage/both").intValue(),
                test.at("/coverageBefore/both").intValue());
        assertTrue(test.at("/coverageBefore/both").intValue() > 0, again.out());
        assertEquals(0, test.at("/coverageBefore/undelayed").asInt(-1), again.out());
        assertEquals(
                test.at("/report/coverage/lines/missing").intValue(),
                test.at("/coverageBefore/unreached").asInt(-1));
    }
}
