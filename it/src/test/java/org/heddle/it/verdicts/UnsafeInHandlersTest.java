package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A handler that calls a function which is not async-signal-safe is undefined where it interrupts another such one, and only there
 * (POSIX.1-2017, 2.4.3).
 */
@Timeout(900)
final class UnsafeInHandlersTest {
    @TempDir
    private Path folder;

    /** What the handler does, what main does meanwhile, and how the signal is sent. */
    private JsonNode check(String handler, String interrupted, String sends) throws Exception {
        Path source = Files.writeString(
                folder.resolve("handler.c"),
                """
                #define _GNU_SOURCE
                #include <pthread.h>
                #include <signal.h>
                #include <stdio.h>
                #include <stdlib.h>
                #include <string.h>
                #include <sys/time.h>
                #include <unistd.h>
                static pthread_t boss;
                static void handle(int number) {
                    (void)number;
                    %s;
                }
                static void *work(void *unused) {
                    if (strcmp("%s", "thread") == 0)
                        pthread_kill(boss, SIGUSR1);
                    return unused;
                }
                int main(void) {
                    signal(SIGUSR1, handle);
                    signal(SIGALRM, handle);
                    boss = pthread_self();
                    pthread_t thread;
                    pthread_create(&thread, 0, work, 0);
                    %s;
                    pthread_join(thread, 0);
                    return 0;
                }
                """
                        .formatted(handler, sends, interrupted));
        return Heddle.check(folder, source).json();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "free(malloc(3000)) | free(malloc(3000)) | thread | malloc in a handler that interrupts free",
                "puts(\"x\") | free(malloc(3000)) | thread | puts in a handler that interrupts free",
                "free(malloc(9)) | puts(\"x\") | thread | malloc in a handler that interrupts puts",
                "exit(0) | puts(\"x\") | thread | exit in a handler that interrupts puts",
                "puts(\"x\") | alarm(1); puts(\"y\"); sleep(5) | timer | puts in a handler that interrupts puts",
            })
    void oneThatInterruptsAnother_isMisuse(String handler, String interrupted, String sends, String cause)
            throws Exception {
        JsonNode finding = check(handler, interrupted, sends).at("/findings/0");
        assertEquals("misuse", finding.path("kind").asText(), finding.toString());
        assertTrue(finding.toString().contains(cause + ": neither is async-signal-safe"), finding.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // one that is safe
                "(void)!write(2, \"x\", 0) | free(malloc(3000)) | thread",
                // a handler that interrupts nothing of the kind
                "free(malloc(3000)) | (void)getpid() | thread",
                // a signal that the thread itself raises, between two calls
                "free(malloc(3000)) | free(malloc(9)); raise(SIGUSR1); free(malloc(9)) | none",
                "puts(\"x\") | puts(\"y\"); pthread_kill(boss, SIGUSR1); puts(\"z\") | none",
                // one that comes while it waits, and no call before
                "puts(\"x\") | sleep(1) | thread",
            })
    void oneThatInterruptsNoneOfThem_isNone(String handler, String interrupted, String sends) throws Exception {
        JsonNode report = check(handler, interrupted, sends);
        assertEquals(0, report.path("findings").size(), report.toString());
        assertEquals("clean", report.path("verdict").asText(), report.toString());
    }

    /** The signal is blocked from before it may come until the calls are over; what unblocks it is safe itself. */
    @Test
    void oneWhoseSignalIsBlockedMeanwhile_isNone() throws Exception {
        JsonNode report = checkBlocked("");
        assertEquals(0, report.path("findings").size(), report.toString());
    }

    @Test
    void oneWhoseSignalIsUnblockedTooEarly_isMisuse() throws Exception {
        JsonNode report = checkBlocked("free(malloc(9));");
        assertEquals("misuse", report.at("/findings/0/kind").asText(), report.toString());
    }

    private JsonNode checkBlocked(String afterwards) throws IOException, InterruptedException {
        Path source = Files.writeString(
                folder.resolve("blocked.c"),
                """
                #include <pthread.h>
                #include <signal.h>
                #include <stdlib.h>
                static pthread_t boss;
                static void handle(int number) {
                    (void)number;
                    free(malloc(3000));
                }
                static void *work(void *unused) {
                    pthread_kill(boss, SIGUSR1);
                    return unused;
                }
                int main(void) {
                    sigset_t set;
                    sigemptyset(&set);
                    sigaddset(&set, SIGUSR1);
                    signal(SIGUSR1, handle);
                    boss = pthread_self();
                    pthread_t thread;
                    pthread_sigmask(SIG_BLOCK, &set, 0);
                    pthread_create(&thread, 0, work, 0);
                    free(malloc(3000));
                    pthread_sigmask(SIG_UNBLOCK, &set, 0);
                    %s
                    pthread_join(thread, 0);
                    return 0;
                }
                """
                        .formatted(afterwards));
        return Heddle.check(folder, source).json();
    }
}
