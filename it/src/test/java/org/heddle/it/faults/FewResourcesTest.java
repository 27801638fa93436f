package org.heddle.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The system's limits on a process: a check comes to the same, or says what it could not do. */
@Timeout(900)
final class FewResourcesTest {
    private static final int INTERLEAVINGS = 160;

    @TempDir
    private Path folder;

    private Run check(String limit) throws Exception {
        List<String> starter = List.of("sh", "-c", "ulimit " + limit + "; exec \"$@\"", "sh");
        Path program = Compiled.of(Expectation.example("04-bounded-buffer.c"));
        try (HeddleProcess heddle = HeddleProcess.startUnder(starter, folder, "check", "--format", "json", program)) {
            Run run = heddle.end();
            run.assertNoStackTrace();
            heddle.assertNothingLeft();
            return run;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 80", "-s 256", "-f 1000"})
    void fewOpenFiles_smallStacks_andSmallFiles_makeNoDifference(String limit) throws Exception {
        JsonNode report = check(limit).json();
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertTrue(report.get("complete").booleanValue(), report.toString());
        assertEquals(INTERLEAVINGS, report.at("/executions/total").intValue(), report.toString());
    }

    @Test
    void filesTooSmallForItsOwnLibrary_areRefused_withTheLimitToRaise() throws Exception {
        check("-f 8").assertRefused(2, "ulimit -f");
    }
}
