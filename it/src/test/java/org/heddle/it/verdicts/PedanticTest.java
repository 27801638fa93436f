package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --pedantic} tells of, and nothing else, is told of where it is given, and only there. */
@Timeout(900)
final class PedanticTest {
    private static final Path PROGRAM =
            Path.of("src/test/resources/pedantic/pedantic.c").toAbsolutePath();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "1, undestroyed, the mutex is never destroyed",
        "2, undestroyed, the condition variable is never destroyed",
        "3, undestroyed, the rwlock is never destroyed",
        "4, undestroyed, the barrier is never destroyed",
        "5, undestroyed, the spinlock is never destroyed",
        "6, undestroyed, the semaphore is never destroyed",
        "7, undestroyed, the mutex is never destroyed",
        "8, undestroyed, the mutex was not destroyed before its memory was freed",
        "9, undestroyed, the mutex is never destroyed",
        "10, undestroyed, the mutex is never destroyed",
        "20, misuse, 'memory allocated here has a mutex that was never initialised, and is used'",
        "21, misuse, 'memory allocated here has a condition variable that was never initialised, and is used'",
        "22, misuse, 'memory allocated here has a condition variable that was never initialised, and is used'",
        "23, misuse, 'memory allocated here has a rwlock that was never initialised, and is used'",
        "30, misuse, main returned while other threads had not ended",
    })
    void whatShouldNotBeReliedOn_isToldOfOnRequest(int number, String kind, String cause) {
        assertEquals("clean", check(number).get("verdict").textValue());
        JsonNode report = check(number, "--pedantic");
        assertEquals(1, report.get("findings").size(), report.toString());
        JsonNode finding = report.get("findings").get(0);
        assertEquals(kind, finding.get("kind").textValue());
        assertEquals(cause, finding.get("cause").textValue());
        assertTrue(finding.get("line").intValue() > 0, finding.toString());
        Path schedule = Path.of(finding.get("schedule").textValue());
        assertEquals(1, Heddle.run("replay", "-n", "3", schedule).exitCode());
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 101, 102, 103, 104})
    void programThatCleansUp_hasNoFinding(int number) {
        JsonNode report = check(number, "--pedantic");
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
    }

    @Test
    void threadsThatEndWithMain_areARemarkWithoutRequest() {
        assertTrue(check(30).toString().contains("other threads had not ended when the process did"));
    }

    private JsonNode check(int number, Object... options) {
        List<Object> arguments = new ArrayList<>(List.of("--keep-going"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(Compiled.of(PROGRAM), "--", number));
        return Heddle.check(folder, arguments.toArray()).json();
    }
}
