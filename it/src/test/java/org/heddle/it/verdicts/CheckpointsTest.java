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
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.FaultyRuntime;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executions that begin at a checkpoint come to the same as whole ones; what cannot be put back there is executed from the start. */
@Timeout(900)
final class CheckpointsTest {
    private static final Path PROGRAM =
            Path.of("src/test/resources/runner/checkpoint.c").toAbsolutePath();
    private static final int MANY = 10; // on a loaded machine, some are forked

    @TempDir
    private static Path runtime;

    @TempDir
    private Path folder;

    @BeforeAll
    static void build() throws Exception {
        new FaultyRuntime(runtime)
                .plant(
                        "zygote/runner/runner_memory.c",
                        "        if (m->saved[i].zero) {",
                        "MISSES_A_PAGE",
                        "if (runner->base.paused && m->saved[i].page == 0x7e0000000000) continue;")
                .plant(
                        "zygote/runner/runner_memory.c",
                        "    bool zero = is_zero((const uint64_t *)page);",
                        "SLOWLY",
                        "for (volatile int i = 0; i < 100000; i++) {}")
                .plant(
                        "zygote/runner/checkpoint/checkpoint.c",
                        "    return base->is_unworthy < LOOKS && real_nanoseconds()",
                        "EVERYWHERE",
                        "return base->is_unworthy < LOOKS;")
                .plant(
                        "zygote/runner/checkpoint/checkpoint.c",
                        "        bool was_short = real_nanoseconds()",
                        "EVERYWHERE",
                        "return;")
                .build();
    }

    @Test
    void executionsFromACheckpoint_areThoseFromTheStart() {
        JsonNode restarts = sameAsForked("NOTHING", "compare").get("restarts");
        assertTrue(restarts.get("compared").intValue() >= MANY, restarts.toString());
        assertTrue(restarts.get("eventsFromCheckpoints").intValue() >= MANY, restarts.toString());
        assertTrue(restarts.get("executedEvents").intValue() >= MANY, restarts.toString());
    }

    /** It leaves more behind than an execution could put back; what executions change behind it is little. */
    @Test
    void largeSetUp_isExecutedOnce() {
        JsonNode report = sameAsForked("LARGE", "process");
        JsonNode restarts = report.get("restarts");
        assertTrue(restarts.get("process").intValue() >= MANY, restarts.toString());
        assertTrue(restarts.get("eventsFromCheckpoints").intValue() >= MANY, restarts.toString());
    }

    /** Saving pages takes longer than a fork needs for all of it; each page is progress. */
    @Test
    void setUpThatSavingItsPagesMakesSlow_isNoStall() throws Exception {
        JsonNode report = checkOn("SLOWLY", "-DLARGE", "-i", 8, PROGRAM);
        JsonNode restarts = report.get("restarts");
        assertTrue(restarts.get("because").isNull(), restarts.toString());
        assertTrue(restarts.get("eventsFromCheckpoints").intValue() > 0, restarts.toString());
    }

    /** Each with its output, which fails for one of them. */
    @Test
    void outputBeforeTheCheckpoint_belongsToEachExecution() {
        JsonNode report = sameAsForked("PRINTS", "process", "--keep-going");
        String output = report.at("/findings/0/output").textValue();
        assertEquals(
                "written by the set-up\nand kept in a bufferwritten later in the order 7",
                output.strip(),
                report.toString());
        assertTrue(report.at("/restarts/eventsFromCheckpoints").intValue() > 0, report.toString());
    }

    @Test
    void crashBehindACheckpoint_isFoundByTheForkThatRepeatsIt() {
        JsonNode report = sameAsForked("CRASHES", "process", "--keep-going");
        assertEquals("bug", report.get("verdict").textValue());
        assertTrue(report.at("/restarts/eventsFromCheckpoints").intValue() > 0, report.toString());
    }

    /** A fork has another number, shares what is in a pipe, and does not make a file again. */
    @ParameterizedTest
    @ValueSource(strings = {"KNOWS_ITSELF", "PIPE", "MAKES_A_FILE"})
    void whatCannotBePutBack_isExecutedFromTheStart(String plant) {
        JsonNode restarts = sameAsForked(plant, "process").get("restarts");
        assertEquals(0, restarts.get("eventsFromCheckpoints").intValue(), restarts.toString());
        assertTrue(restarts.get("process").intValue() >= MANY, restarts.toString());
    }

    /** Samplers and searches share the checkpoint: each draws what it draws without. */
    @ParameterizedTest
    @ValueSource(strings = {"random", "pct", "pos", "surw", "delay", "portfolio"})
    void samplersDrawTheSameBehindACheckpoint(String strategy) {
        JsonNode restarts = sameAsForked("NOTHING", "compare", "--strategy", strategy, "-i", "60")
                .get("restarts");
        assertTrue(restarts.get("compared").intValue() >= MANY, restarts.toString());
        assertTrue(restarts.get("eventsFromCheckpoints").intValue() >= MANY, restarts.toString());
    }

    @Test
    void memoryThatACheckpointMisses_isNoticedAndAllIsExploredAnew() throws Exception {
        JsonNode report = checkOn("MISSES_A_PAGE", "-DCOUNTS", PROGRAM);
        assertTrue(report.get("remarks").toString().contains("all was explored anew, by forks"), report.toString());
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
    }

    /** However short they are: along the branch that is explored, one behind the other. */
    @Test
    void checkpointsAtAllEventsThatPlansShare_changeNothing() throws Exception {
        JsonNode report = checkOn(
                "EVERYWHERE", "--bound", "none", "-i", 500, "-DN=3", "-DK=3", Expectation.example("bench/counter.c"));
        JsonNode restarts = report.get("restarts");
        assertTrue(restarts.get("compared").intValue() >= 500, report.toString());
        assertTrue(restarts.get("eventsFromCheckpoints").intValue() > 500, report.toString());
        assertFalse(report.get("remarks").toString().contains("anew"), report.toString());
    }

    private JsonNode checkOn(String fault, Object... arguments) throws Exception {
        List<Object> command = new ArrayList<>(List.of("check", "--format", "json", "-j", 1, "--restart", "compare"));
        command.addAll(List.of(arguments));
        try (HeddleProcess process = HeddleProcess.startOn(
                FaultyRuntime.built(runtime), Map.of(fault, "1"), folder, Compiled.instead(command.toArray()))) {
            return process.end().json();
        }
    }

    /** The process at the checkpoint, the one before it that waits, or both. */
    @Test
    void processesThatAreKilled_areReplacedAndNothingIsLeft() throws Exception {
        Object[] command = Compiled.instead(
                "check",
                "--format",
                "json",
                "-j",
                1,
                "--restart",
                "process",
                "-DNOTHING",
                PROGRAM,
                "--strategy",
                "random",
                "-i",
                3000);
        try (HeddleProcess heddle = HeddleProcess.start(folder, command)) {
            int killed = 0;
            while (!heddle.hasEnded()) {
                List<ProcessHandle> runners = runners(heddle);
                if (killed < 2 && runners.size() == 2) {
                    HeddleProcess.signal(runners.get(killed), "KILL");
                    killed++;
                }
                Thread.sleep(20);
            }
            Run run = heddle.end();
            assertEquals(0, run.exitCode(), run.toString());
            assertEquals(2, killed, "it was over too soon");
            assertEquals(3000, run.json().at("/executions/total").intValue());
            heddle.assertNothingLeft();
        }
    }

    private static List<ProcessHandle> runners(HeddleProcess heddle) {
        return heddle.descendants().stream().filter(CheckpointsTest::isRunner).toList();
    }

    private static boolean isRunner(ProcessHandle handle) {
        try {
            return Files.readString(Path.of("/proc/" + handle.pid() + "/comm")).equals("heddle-runner\n");
        } catch (IOException gone) {
            return false;
        }
    }

    private JsonNode sameAsForked(String plant, String restart, String... options) {
        JsonNode report = check(plant, restart, options);
        ObjectNode rest = report.deepCopy();
        rest.remove("restarts");
        ObjectNode forked = (ObjectNode) check(plant, "fork", options);
        forked.remove("restarts");
        assertEquals(forked.toPrettyString(), rest.toPrettyString());
        return report;
    }

    private JsonNode check(String plant, String restart, String... options) {
        List<Object> arguments = new ArrayList<>(List.of("-j", 1, "--restart", restart));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("-D" + plant, PROGRAM));
        Run run = Heddle.check(folder, Compiled.instead(arguments.toArray()));
        ObjectNode report = (ObjectNode) run.json();
        report.remove(List.of("seconds", "cost"));
        return report;
    }
}
