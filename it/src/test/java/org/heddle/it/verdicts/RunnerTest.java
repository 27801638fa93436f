package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.FaultyRuntime;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Executions in one process find everything as the first one did, or are forked; either way a check comes to the same. */
@Timeout(900)
final class RunnerTest {
    private static final Path STATE =
            Path.of("src/test/resources/runner/state.c").toAbsolutePath();
    private static final int INTERLEAVINGS = 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"NOTHING", "MEMORY", "KERNEL", "SOCKETS", "FILLED", "OWN_STACK"})
    void whatCanBePutBack_isPutBack(String plant) {
        JsonNode restarts = sameAsForked(plant).get("restarts");
        assertTrue(restarts.get("process").intValue() >= INTERLEAVINGS, restarts.toString());
        assertEquals(0, restarts.get("fork").intValue(), restarts.toString());
        assertTrue(restarts.get("compared").intValue() >= 5, restarts.toString());
        assertTrue(restarts.get("because").isNull(), restarts.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "PROTECTS, they made system calls that cannot be undone (number 10)",
        "HANDLES, they made system calls that cannot be undone (number 13)",
        "FORKS, they made system calls that cannot be undone (number 109)",
        "RAW, they made system calls that cannot be undone (number 80)",
    })
    void whatCannotBePutBack_isForkedAndTheReportSaysWhy(String plant, String because) {
        JsonNode restarts = sameAsForked(plant).get("restarts");
        assertEquals(0, restarts.get("process").intValue(), restarts.toString());
        assertEquals(because, restarts.get("because").textValue(), restarts.toString());
    }

    /** An execution that changes as many pages as are kept is forked; then the runner itself changes one, as it sends a long result. */
    @Test
    @Tag("thorough")
    @Tag("slow")
    void pagesOfTheRunnerItself_haveRoomWhereExecutionsHaveNone() throws IOException {
        Path source = Files.writeString(
                folder.resolve("t.c"),
                """
                #include <heddle.h>
                #include <pthread.h>
                static __thread int own;
                static int shared;
                static void *work(void *unused) {
                    heddle_atomic_begin();
                    shared |= 1;
                    heddle_atomic_end();
                    own = 1;
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    for (;;) pthread_create(&thread, NULL, work, NULL);
                }
                """);
        Run run = Heddle.run("check", "-j", "1", "-t", "20s", source);
        assertFalse(run.out().contains("zygote"), run.toString());
    }

    /** Which limit it comes to first depends on the machine; so would whether its thread is taken for one that waits for plain memory. */
    @Test
    void flood_isForked() {
        JsonNode restarts = sameAsForked("FLOODS", "--points", "sync").get("restarts");
        assertEquals(0, restarts.get("process").intValue(), restarts.toString());
        assertTrue(
                Set.of("they wrote very much", "they went on for long without a visible operation")
                        .contains(restarts.get("because").textValue()),
                restarts.toString());
    }

    @Test
    void programWithoutARunner_isForkedAfterTheFirst() {
        for (String plant : List.of("HANDLES_EARLY", "SHARED_EARLY")) {
            JsonNode restarts = sameAsForked(plant).get("restarts");
            assertEquals(0, restarts.get("process").intValue(), restarts.toString());
            assertTrue(restarts.get("because").textValue().endsWith("before main"), restarts.toString());
        }
    }

    @Test
    void memoryThatChangesBehindTheRunner_isNoticedAndAllIsExploredAnew() {
        JsonNode report = check("BEHIND", "process");
        String remark = "an execution had another result in the process of the one before it than in a fork: all was"
                + " explored anew, by forks";
        assertEquals(remark, report.get("remarks").get(0).textValue());
        assertEquals(0, report.at("/restarts/process").intValue());
        ((ObjectNode) report).putArray("remarks");
        ((ObjectNode) report).remove("restarts");
        JsonNode forked = check("BEHIND", "fork");
        ((ObjectNode) forked).putArray("remarks");
        ((ObjectNode) forked).remove("restarts");
        assertEquals(forked, report);
    }

    @Test
    void crash_isFoundByTheForkThatRepeatsIt() {
        JsonNode report = sameAsForked("CRASHES", "--keep-going");
        assertEquals("bug", report.get("verdict").textValue());
        assertTrue(report.at("/restarts/process").intValue() > 0, report.toString());
        assertEquals(
                "they crashed, aborted or sent signals",
                report.at("/restarts/because").textValue());
    }

    @Test
    void endlessLoopWithoutOperations_isKilledAsInAFork() {
        JsonNode report = sameAsForked("HANGS", "--progress-limit", "500ms");
        assertTrue(report.get("remarks").toString().contains("--progress-limit"), report.toString());
    }

    /** What it had half done by then, such as saving a page, cannot be put back: it ends as it does by any other signal. */
    @Test
    void faultFromOutsideWhileAPageIsSaved_endsTheRunner(@TempDir Path runtime) throws Exception {
        new FaultyRuntime(runtime)
                .plant(
                        "zygote/runner/runner_memory.c",
                        "    *slot = ++m->saved_count;",
                        "SIGNALLED",
                        "if (runner->caller) direct_call(SYS_tgkill, direct_call(SYS_getpid, 0, 0, 0, 0),"
                                + " direct_call(SYS_gettid, 0, 0, 0, 0), 11, 0);")
                .build();
        Object[] command = Compiled.instead(
                "check", "--format", "json", "-j", 1, "--bound", "none", "--restart", "process", "-DMEMORY", STATE);
        try (HeddleProcess heddle =
                HeddleProcess.startOn(FaultyRuntime.built(runtime), Map.of("SIGNALLED", "1"), folder, command)) {
            JsonNode report = heddle.end().json();
            assertEquals("clean", report.get("verdict").textValue(), report.toString());
            assertEquals(INTERLEAVINGS, report.at("/executions/total").intValue());
            assertEquals(
                    "the process that executed them was killed again and again",
                    report.at("/restarts/because").textValue(),
                    report.toString());
        }
    }

    /** Whatever it is doing: executing, or putting back. A fault of the runner itself is planted by a signal from outside. */
    @ParameterizedTest
    @ValueSource(strings = {"KILL", "SEGV"})
    void runnerThatIsKilled_isReplacedAndNothingIsMissed(String signal) throws Exception {
        Path counter = Expectation.example("bench/counter.c");
        try (HeddleProcess heddle = HeddleProcess.start(
                folder,
                "check",
                "--format",
                "json",
                "-j",
                1,
                "--coarser",
                "none",
                "--bound",
                "none",
                "--restart",
                "process",
                "-DN=2",
                "-DK=5",
                counter)) {
            int killed = 0;
            while (!heddle.hasEnded()) {
                for (ProcessHandle runner : heddle.descendants()) {
                    if (killed < 2 && isRunner(runner)) {
                        HeddleProcess.signal(runner, signal);
                        killed++;
                    }
                }
                Thread.sleep(20);
            }
            Run run = heddle.end();
            assertEquals(0, run.exitCode(), run.toString());
            JsonNode report = run.json();
            assertEquals(2, killed, "it was over too soon");
            assertEquals(34_904, report.at("/executions/total").intValue());
            assertEquals("clean", report.get("verdict").textValue());
            assertTrue(
                    report.at("/restarts/process").intValue() > 30_000,
                    report.get("restarts").toString());
            heddle.assertNothingLeft();
        }
    }

    private static boolean isRunner(ProcessHandle handle) {
        try {
            return Files.readString(Path.of("/proc/" + handle.pid() + "/comm")).equals("heddle-runner\n");
        } catch (IOException gone) {
            return false;
        }
    }

    private JsonNode sameAsForked(String plant, String... options) {
        JsonNode report = check(plant, "process", options);
        ObjectNode rest = report.deepCopy();
        rest.remove("restarts");
        ObjectNode forked = (ObjectNode) check(plant, "fork", options);
        forked.remove("restarts");
        assertEquals(forked.toPrettyString(), rest.toPrettyString());
        assertFalse(report.get("restarts").isNull());
        return report;
    }

    private JsonNode check(String plant, String restart, String... options) {
        List<Object> arguments = new ArrayList<>(List.of("-j", 1, "--bound", "none", "--restart", restart));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("-D" + plant, STATE));
        Run run = Heddle.check(folder, Compiled.instead(arguments.toArray()));
        ObjectNode report = (ObjectNode) run.json();
        report.remove(List.of("seconds", "cost"));
        return report;
    }
}
