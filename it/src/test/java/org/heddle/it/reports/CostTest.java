package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an execution costs is what the program does. */
@Timeout(900)
final class CostTest {
    /** Sleeps for 20 ms of real time, which Heddle does not know of, creates two threads that write to 1000 bytes each, and sleeps again. */
    private static final String PROGRAM =
            """
            #include <pthread.h>
            #include <sys/syscall.h>
            #include <time.h>
            static char bytes[2][1000];
            static void *fill(void *part) {
                for (int i = 0; i < 1000; i++)
                    ((char *)part)[i] = 1;
                return part;
            }
            static void sleep_really(void) {
                struct timespec time = {0, 20000000};
                long call = SYS_nanosleep;
                __asm__ volatile("syscall" : "+a"(call) : "D"(&time), "S"(0) : "rcx", "r11", "memory");
            }
            int main(void) {
                pthread_t threads[2];
                sleep_really();
                for (int i = 0; i < 2; i++)
                    pthread_create(&threads[i], 0, fill, bytes[i]);
                sleep_really();
                for (int i = 0; i < 2; i++)
                    pthread_join(threads[i], 0);
                return 0;
            }
            """;

    private static final double MILLI = 1_000; // microseconds

    @TempDir
    private Path folder;

    private JsonNode cost(String... options) throws Exception {
        Path source = Files.writeString(folder.resolve("writes.c"), PROGRAM);
        List<Object> command = new ArrayList<>(List.of("--strategy", "random", "-j", 1, source));
        command.addAll(List.of(options));
        return Heddle.check(folder, command.toArray()).json().get("cost");
    }

    private static double micros(JsonNode cost, String part) {
        return cost.at("/microseconds/" + part).doubleValue();
    }

    @Test
    void costIsThatOfAnExecution_howeverItIsRun() throws Exception {
        JsonNode forked = cost("--restart", "fork", "-i", "4");
        JsonNode inProcess = cost("--restart", "process", "-i", "4");
        assertEquals(forked.get("operations"), inProcess.get("operations"), inProcess.toString());
        assertEquals(forked.get("accesses"), inProcess.get("accesses"), inProcess.toString());
        assertTrue(forked.get("accesses").doubleValue() >= 2_000, forked.toString());
        assertTrue(micros(forked, "program") >= 40 * MILLI, forked.toString());
        assertTrue(micros(forked, "beginning") >= 20 * MILLI, forked.toString());
        assertTrue(micros(forked, "beginning") <= micros(forked, "program") - 20 * MILLI, forked.toString());
        assertTrue(micros(forked, "exchange") > 0, forked.toString());
    }

    /** The second sleep is part of each execution, the first one of those that do not begin behind it. */
    @Test
    void whatACheckpointSpares_costsNothing() throws Exception {
        JsonNode cost = cost("--restart", "process", "-i", "30");
        assertTrue(micros(cost, "program") >= 20 * MILLI, cost.toString());
        assertTrue(micros(cost, "beginning") < 20 * MILLI, cost.toString());
    }
}
