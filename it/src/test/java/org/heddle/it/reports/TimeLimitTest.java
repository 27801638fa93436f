package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report says where the time limit has left no time to run a finding again. */
final class TimeLimitTest {
    @TempDir
    private Path folder;

    /** An execution that takes more than a second of real time, which neither a machine nor Heddle makes shorter. A thread does this. */
    private Path slow(String touch) throws IOException {
        return Files.writeString(
                folder.resolve("slow.c"),
                """
                #include <pthread.h>
                #include <sched.h>
                #include <sys/syscall.h>
                #include <time.h>
                #include <unistd.h>
                static int shared, few[1];
                static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
                static void *touch(void *unused) { TOUCH; return unused; }
                static void *locked(void *unused) {
                    pthread_mutex_lock(&lock);
                    shared++;
                    pthread_mutex_unlock(&lock);
                    return unused;
                }
                int main(void) {
                    pthread_t one, other;
                    pthread_create(&one, 0, touch, 0);
                    pthread_create(&other, 0, locked, 0);
                    for (int i = 0; i < 4; i++) {
                        struct timespec time = {0, 300000000};
                        long call = SYS_nanosleep;
                        __asm__ volatile("syscall" : "+a"(call) : "D"(&time), "S"(0) : "rcx", "r11", "memory");
                        sched_yield();
                    }
                    pthread_join(one, 0);
                    pthread_join(other, 0);
                    return 0;
                }
                """
                        .replace("TOUCH", touch));
    }

    private Run check(Path source, String format) {
        return Heddle.run("check", "-j", "1", "-t", "0.1s", "--format", format, "-o", folder, source);
    }

    @Test
    void findingThatThereIsNoTimeToRunAgain_isToldWithoutSteps_andReplays() throws IOException {
        Path source = slow("shared++");
        JsonNode report = check(source, "json").json();
        assertEquals(1, report.at("/executions/total").intValue(), report.toString());
        assertEquals("data-race", report.at("/findings/0/kind").textValue());
        assertEquals(8, report.at("/findings/0/line").intValue(), report.toString());
        assertEquals("shared", report.at("/findings/0/memory").textValue(), report.toString());
        assertEquals(
                "lock, locked at slow.c:10",
                report.at("/findings/0/pairs/0/second/holds/0").textValue(),
                report.toString());
        assertEquals(0, report.at("/findings/0/trace").size());
        assertTrue(report.get("remarks").toString().contains("before a finding could be run again"), report.toString());
        Run replay = Heddle.run("replay", report.at("/findings/0/schedule").textValue());
        assertEquals(1, replay.exitCode(), replay.toString());
        String text = check(source, "text").out();
        assertTrue(text.contains("There was no time or memory to run this execution again"), text);
    }

    @Test
    void repairOfAFindingWithoutSteps_doesNotSayThatThereWasNoOtherThread() throws IOException {
        String text = check(slow("few[few[0] + 1]++"), "text").out();
        assertTrue(text.contains("array overflow: ") && text.contains("There was no time or memory"), text);
        assertTrue(text.contains("repair: read the index"), text);
    }
}
