package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An exit status that is a finding is told at the statement of main that gave it. */
@Timeout(900)
final class ExitPlaceTest {
    private static final String PROGRAM =
            """
            #include <pthread.h>
            #include <stdlib.h>
            static int value(void) { return STATUS; }
            static void *work(void *unused) { return unused; }
            int main(void) {
                int result = 0;
                pthread_t thread;
                if (pthread_create(&thread, NULL, work, NULL)) {
                    return 7;
                }
                pthread_join(thread, NULL);
            #ifdef SINGLE
                result = value();
                result += 0;
                return result;
            #else
                if (value() == 1) {
                    return 1;
                }
                if (value() == 2) {
                    exit(2);
                }
                result = value();
                if (result == 3) {
                    return result;
                }
                free(malloc(1));
                return value() == 4 ? value() : 0;
            #endif
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "c, -O0, -DSTATUS=1, 18",
        "c, -O2, -DSTATUS=1, 18",
        "c, -O0, -DSTATUS=2, 21",
        "c, -O0, -DSTATUS=3, 25",
        "c, -O2, -DSTATUS=4, 28",
        "cpp, -O1, -DSTATUS=1, 18",
        "c, -O1, -DSTATUS=5 -DSINGLE, 15",
    })
    void exitStatus_isToldAtItsStatement(String ending, String level, String defines, int line) throws Exception {
        Path program = Files.writeString(folder.resolve("program." + ending), PROGRAM);
        Run run = Heddle.check(folder, program, "--cflags=" + level + " " + defines);
        JsonNode finding = run.json().at("/findings/0");
        assertEquals("exit-code", finding.get("kind").textValue(), run.toString());
        assertEquals(line, finding.get("line").intValue(), finding.toString());
    }

    /** Without a statement the status is 0; a program that never fails is as before. */
    @ParameterizedTest
    @CsvSource({"-DSTATUS=0", "-DSTATUS=0 -DSINGLE"})
    void zero_isNoFinding(String defines) throws Exception {
        Path program = Files.writeString(folder.resolve("program.c"), PROGRAM);
        Run run = Heddle.check(folder, program, "--cflags=" + defines);
        assertEquals("clean", run.json().get("verdict").textValue(), run.toString());
    }
}
