package org.heddle.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.heddle.cli.format.ReportFormat;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals from outside: a check survives the loss of its target, and ends cleanly when it is told to. */
@Timeout(900)
final class KilledTest {
    private static final Path COUNTER = Expectation.example("bench/counter.c");

    @TempDir
    private Path folder;

    @Test
    void killedTarget_isReplacedAndTheCheckGoesOn() throws Exception {
        try (HeddleProcess heddle = HeddleProcess.start(
                folder, "check", "--format", "json", "-j", 2, "-i", 12_000, "-DN=3", "-DK=3", COUNTER)) {
            ProcessHandle target = awaitTarget(heddle);
            HeddleProcess.signal(target, "KILL");
            Run run = heddle.end();
            assertEquals(0, run.exitCode(), run.toString());
            JsonNode report = run.json();
            assertEquals(12_000, report.at("/executions/total").intValue());
            assertEquals("inconclusive", report.get("verdict").textValue());
            assertTrue(report.get("remarks").toString().contains("SIGKILL"), run.out());
            run.assertNoStackTrace();
            heddle.assertNothingLeft();
        }
    }

    @Test
    void folderOfAKilledCheck_isRemovedByALaterOne() throws Exception {
        try (HeddleProcess heddle = HeddleProcess.start(folder, "check", "-i", 12_000, "-DN=3", "-DK=3", COUNTER)) {
            awaitTarget(heddle);
            heddle.signal("KILL");
            heddle.end();
            List<Path> left = heddle.temporary();
            assertFalse(left.isEmpty(), "a killed process cannot remove its folders");
            for (Path old : left) {
                Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(3600)));
            }
            HeddleProcess.run(folder, "check", "-DN=2", "-DK=1", COUNTER).assertNoStackTrace();
            assertEquals(List.of(), left.stream().filter(Files::exists).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void interruptedCheck_reportsWhatItHasFoundInEveryForm_andLeavesNothing(String signal) throws Exception {
        try (HeddleProcess heddle = HeddleProcess.start(
                folder, "check", "--keep-going", "-DASSERT", "-DN=3", "-DK=3", "-o", "results", COUNTER)) {
            Path schedule = heddle.work().resolve("results/counter.assertion.1.heddle-schedule");
            await(() -> Files.exists(schedule));
            heddle.descendants();
            heddle.signal(signal);
            Run run = heddle.end();
            assertEquals(signal.equals("INT") ? 130 : 143, run.exitCode(), run.toString());
            assertTrue(run.err().startsWith("heddle: interrupted (SIG" + signal + "): "), run.err());
            assertEquals(1, run.err().lines().count(), run.err());
            assertTrue(run.out().contains("assertion"), run.out());
            assertTrue(run.out().contains("not everything was explored"), run.out());
            assertTrue(run.out().contains("interrupted from outside; with --save-frontier it can be"), run.out());
            heddle.assertNothingLeft();
            Set<String> expected = Arrays.stream(ReportFormat.values())
                    .map(ReportFormat::fileName)
                    .collect(Collectors.toCollection(TreeSet::new));
            expected.add(schedule.getFileName().toString());
            assertEquals(expected, names(heddle.work().resolve("results")), "no unfinished files");
            assertEquals(1, Heddle.run("replay", schedule).exitCode());
        }
    }

    private static Set<String> names(Path folder) throws Exception {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void interruptedCheckThatIsSaved_saysHowToGoOn_andGoesOn() throws Exception {
        Object[] options = {"check", "-DN=3", "-DK=3", "--save-frontier", "saved", "-i", 12_000, COUNTER};
        try (HeddleProcess heddle = HeddleProcess.start(folder, options)) {
            Path saved = heddle.work().resolve("saved");
            await(() -> Files.exists(saved) && Files.size(saved) > 10_000);
            heddle.signal("INT");
            Run run = heddle.end();
            assertEquals(130, run.exitCode(), run.toString());
            assertTrue(run.out().contains("heddle check --resume saved"), run.out());
        }
        options[3] = "--resume";
        options[6] = 3000; // more than had been run, and not so many that a slow machine needs a minute
        Run resumed = HeddleProcess.run(folder, options);
        assertEquals(0, resumed.exitCode(), resumed.toString());
        assertTrue(resumed.out().contains("resumed: "), resumed.out());
    }

    @Test
    void interruptedSuite_reportsWhatWasChecked() throws Exception {
        Path work = Files.createDirectories(folder.resolve("work"));
        Files.writeString(
                work.resolve("heddle.toml"),
                """
                [[test]]
                name = "found"
                program = "%1$s"
                D = ["ASSERT", "N=2", "K=1"]

                [[test]]
                name = "long"
                program = "%1$s"
                D = ["N=4", "K=4"]

                [[test]]
                name = "later"
                program = "%1$s"
                """
                        .formatted(COUNTER));
        try (HeddleProcess heddle = HeddleProcess.start(folder, "test", "-j", 1, "--junit", "tests.xml")) {
            await(() -> heddle.descendants().stream().anyMatch(KilledTest::executes)
                    && Files.readString(folder.resolve("out")).contains("found"));
            heddle.signal("TERM");
            Run run = heddle.end();
            assertEquals(143, run.exitCode(), run.toString());
            assertTrue(run.out().contains("1 skipped: interrupted"), run.out());
            assertTrue(Files.readString(work.resolve("tests.xml")).contains("assertion"), run.out());
            heddle.assertNothingLeft();
        }
    }

    @Test
    void interruptWhileCompiling_leavesNothing() throws Exception {
        Path slow = Files.writeString(
                folder.resolve("slow.c"),
                """
                #define A x+x+x+x+x+x+x+x
                #define B A+A+A+A+A+A+A+A
                #define C B+B+B+B+B+B+B+B
                #define D C+C+C+C+C+C+C+C
                int main(int x, char **v) { return (int)(long)v + D; }
                """);
        try (HeddleProcess heddle = HeddleProcess.start(folder, "check", slow)) {
            await(() -> !heddle.descendants().isEmpty());
            heddle.signal("INT");
            Run run = heddle.end();
            assertEquals(130, run.exitCode(), run.toString());
            heddle.assertNothingLeft();
        }
    }

    /** The target's process: the one child of Heddle that runs the program under test. */
    /** A target that executes: one that is killed before it has connected ends the check. */
    private static ProcessHandle awaitTarget(HeddleProcess heddle) throws Exception {
        AtomicReference<ProcessHandle> target = new AtomicReference<>();
        await(() -> {
            heddle.children().stream().filter(KilledTest::executes).findFirst().ifPresent(target::set);
            return target.get() != null;
        });
        return target.get();
    }

    private static boolean executes(ProcessHandle handle) {
        return handle.info().command().orElse("").endsWith("/counter")
                && handle.children().findAny().isPresent();
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws Exception {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!condition.holds()) {
            assertFalse(System.nanoTime() > deadline, "it did not come to that in time");
            Thread.sleep(5);
        }
    }
}
