package org.heddle.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.heddle.bench.papers.ExampleLine.Sort;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An example has in a forked process the verdict that it has in the first one: what the runtime knows of threads, memory, signals and ends is
 * right in each process. {@code -Dheddle.soak=N} sets how many cases are drawn, {@code -Dheddle.seed=N} which.
 */
@Tag("thorough")
@Timeout(900)
final class ForkedExamplesTest {
    private static final int CASES = Integer.getInteger("heddle.soak", 20) / 5;
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final Path FORKED =
            Path.of("src/test/resources/processes/forked.c").toAbsolutePath();

    /** What is asked for concerns the first process, the call of fork itself, or programs without processes. */
    private static final Set<String> OF_FIRST_PROCESS = Set.of(
            "--pedantic",
            "--failures",
            "--send",
            "--peer",
            "--model",
            "--strategy",
            "--bound",
            "--leaks",
            "--points",
            "-t",
            "-i");

    /** These fork themselves, claim something of the first process's memory, tell of its exit, or have threads before main. */
    private static final Set<String> NOT_ALIKE =
            Set.of("76-claims.c", "constructor-thread.c", "exit-kills.c", "18-exit-status.c", "32-progress.c");

    private static final Set<String> FOLDERS = Set.of("c-examples", "soundness", "races");

    private static final String GOES_ON = "--keep-going";

    /** Each execution is forked: programs with many more take minutes. */
    private static final int MOST_EXECUTIONS = 1_000;

    @TempDir
    private Path folder;

    @Test
    void examples_haveTheirVerdictsInAForkedProcess() throws Exception {
        List<Expectation> all = new ArrayList<>(
                Expectation.all().stream().filter(ForkedExamplesTest::isAlike).toList());
        Collections.shuffle(all, new Random(SEED));
        int controlled = 0;
        for (Expectation expectation : all.subList(0, CASES)) {
            controlled += isAsExpected(expectation) ? 1 : 0;
        }
        assertTrue(controlled > CASES / 2, controlled + " of " + CASES + " are controlled");
    }

    private static boolean isAlike(Expectation expectation) {
        String name = expectation.file().getFileName().toString();
        return FOLDERS.contains(expectation.file().getParent().getFileName().toString())
                && !expectation.isSlow()
                && expectation.isComplete()
                && !NOT_ALIKE.contains(name)
                && !name.startsWith("process-")
                && !name.startsWith("semaphore-")
                && expectation.arguments().stream()
                        .noneMatch(word -> OF_FIRST_PROCESS.stream().anyMatch(word::startsWith));
    }

    /** Whether the process is controlled, and its executions are few enough; then it has to be so. */
    private boolean isAsExpected(Expectation expectation) {
        List<Object> command = new ArrayList<>(expectation.arguments());
        command.remove(GOES_ON);
        command.addAll(List.of("-i", MOST_EXECUTIONS, GOES_ON));
        command.addAll(List.of("-Dmain=program_main", expectation.file(), FORKED));
        JsonNode report =
                Heddle.check(folder, Compiled.instead(command.toArray())).json();
        String verdict = report.get("verdict").textValue();
        String all = report.toString();
        boolean isOther = all.contains("the new process is not controlled") || all.contains("the limit of executions");
        if (verdict.equals("inconclusive") && isOther) {
            return false;
        }
        assertEquals(expectation.verdict(), verdict, expectation + ": " + report.get("remarks"));
        List<Sort> found = new ArrayList<>();
        report.get("findings")
                .forEach(finding -> found.add(new Sort(
                        finding.get("kind").textValue(), finding.get("cause").textValue())));
        expectation.finding().ifPresent(sort -> assertTrue(found.contains(sort), expectation + ": " + found));
        return true;
    }
}
