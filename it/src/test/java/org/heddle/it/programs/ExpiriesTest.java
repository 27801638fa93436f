package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How many expiries of a timer come at any moment is an option, and a verdict says where it mattered. */
@Timeout(900)
final class ExpiriesTest {
    private static final Path TIMERS = Expectation.example("endless/19-timers.c");

    @TempDir
    private Path folder;

    @Test
    void proof_saysThatExpiriesBeyondTheOptionComeLast() throws Exception {
        Run run = Heddle.run("check", "-DCLOSED", "--timeouts=any", "-o", folder, TIMERS);
        String out = run.out().replaceAll("\\s+", " ");
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(
                out.contains("no bug in any interleaving in which expiries of a timer after its first 2 come last"),
                out);
        assertTrue(
                out.contains("later expiries of a timer came only when nothing else could happen (see --expiries)"),
                out);
    }

    @Test
    void proof_saysNothingWhereNoTimerExpiresSoOften() throws Exception {
        Run run = Heddle.run("check", "-DDELETED", "-DFIXED", "--timeouts=any", "-o", folder, TIMERS);
        assertEquals(0, run.exitCode(), run::toString);
        assertFalse(run.out().contains("expiries"), run::toString);
    }

    /** Nobody ever waits for it: it is deleted before its thread has done anything. */
    @Test
    void proof_saysThatATimerWhichWasDeletedCouldHaveExpired() throws Exception {
        Path source = Files.writeString(
                folder.resolve("deleted.c"),
                """
                #include <signal.h>
                #include <stdlib.h>
                #include <time.h>
                static void ticks(union sigval value) { ++*(int *)value.sival_ptr; }
                int main(void) {
                    int *count = calloc(1, sizeof *count);
                    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = ticks};
                    event.sigev_value.sival_ptr = count;
                    struct itimerspec soon = {.it_value.tv_nsec = 1000};
                    timer_t timer;
                    timer_create(CLOCK_MONOTONIC, &event, &timer);
                    timer_settime(timer, 0, &soon, NULL);
                    timer_delete(timer);
                    free(count);
                    return 0;
                }
                """);
        String out = Heddle.run("check", "-o", folder, source).out().replaceAll("\\s+", " ");
        assertTrue(out.contains("no bug in any interleaving in which time limits pass last"), out);
        JsonNode report = Heddle.check(folder, "--timeouts=any", source).json();
        assertEquals("use-after-free", report.at("/findings/0/kind").textValue(), report.toString());
    }

    @Test
    void findingOfAThirdExpiry_replays() throws Exception {
        JsonNode finding = Heddle.check(folder, "-DCLOSED", "--timeouts=any", "--expiries=3", TIMERS)
                .json()
                .at("/findings/0");
        assertEquals("assertion", finding.get("kind").textValue(), finding.toString());
        Run replay = Heddle.run("replay", folder.resolve(finding.get("schedule").textValue()));
        assertEquals(1, replay.exitCode(), replay::toString);
    }
}
