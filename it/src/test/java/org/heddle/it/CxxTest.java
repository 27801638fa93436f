package org.heddle.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** C++ programs: what leaves a thread or an initialiser runs the destructors on its way. */
@Timeout(60)
final class CxxTest {
    @TempDir
    private Path folder;

    @Test
    void cancellationExitAndExceptions_unwindTheStack() {
        Path source = Path.of("src/test/resources/cxx/unwinding.cc").toAbsolutePath();
        JsonNode report = Heddle.check(folder, "--keep-going", source).json();
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertTrue(report.get("complete").booleanValue(), report.toString());
        assertTrue(report.at("/executions/total").intValue() > 10, report.toString());
    }

    @Test
    void raceInAContainer_isToldWithTheProgramsOwnLine() throws Exception {
        Path source = Files.writeString(
                folder.resolve("append.cc"),
                """
                #include <pthread.h>
                #include <vector>
                static std::vector<int> numbers;
                static void *append(void *nothing) {
                    numbers.push_back(1);
                    return nothing;
                }
                int main() {
                    pthread_t thread;
                    pthread_create(&thread, nullptr, append, nullptr);
                    numbers.push_back(2);
                    pthread_join(thread, nullptr);
                }
                """);
        Run run = Heddle.check(folder, "-i", 1, source);
        JsonNode race = run.json().at("/findings/0");
        assertEquals("data-race", race.get("kind").textValue(), run.toString());
        assertEquals(source.toString(), race.get("file").textValue());
        String text = Files.readString(folder.resolve("report.txt"));
        assertTrue(text.lines().anyMatch(line -> line.matches(" +#\\d .*vector.*  at \\S+:\\d+")), text);
        assertFalse(text.contains("/../"), text);
    }
}
