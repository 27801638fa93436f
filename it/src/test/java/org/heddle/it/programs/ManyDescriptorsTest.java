package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers with many connections are explored as those with few are. */
@Timeout(900)
final class ManyDescriptorsTest {
    private static final String SERVER =
            """
            #define _GNU_SOURCE
            #include <assert.h>
            #include <poll.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdlib.h>
            #include <sys/epoll.h>
            #include <sys/select.h>
            #include <sys/socket.h>
            #include <unistd.h>
            static int ends[N][2], reply;
            static void *client(void *unused) {
                char c = 1;
                for (int i = N - 2; i < N; i++) {
                    if (write(ends[i][1], &c, 1) != 1) abort();
                }
                if (read(ends[N - 1][1], &c, 1) != 1) abort();
                reply = c;
                return unused;
            }
            static int set;
            static void watch(void) {
                set = epoll_create1(0);
                for (int i = 0; i < N; i++) {
                    struct epoll_event event = {.events = EPOLLIN, .data.fd = i};
                    if (epoll_ctl(set, EPOLL_CTL_ADD, ends[i][0], &event)) abort();
                }
            }
            static int by_epoll(void) {
                struct epoll_event event;
                while (epoll_wait(set, &event, 1, -1) != 1) {}
                return event.data.fd;
            }
            static int by_poll(void) {
                struct pollfd polls[N];
                for (int i = 0; i < N; i++) polls[i] = (struct pollfd){.fd = ends[i][0], .events = POLLIN};
                while (poll(polls, N, -1) < 1) {}
                int ready = 0;
                while (!polls[ready].revents) ready++;
                return ready;
            }
            static int by_select(void) {
                fd_set reads;
                do {
                    FD_ZERO(&reads);
                    for (int i = 0; i < N; i++) FD_SET(ends[i][0], &reads);
                } while (select(ends[N - 1][1] + 1, &reads, NULL, NULL, NULL) < 1);
                int ready = 0;
                while (!FD_ISSET(ends[ready][0], &reads)) ready++;
                return ready;
            }
            static void handle(int number) { (void)number; }
            int main(void) {
            #ifdef HANDLES
                signal(SIGUSR1, handle);
            #else
                (void)handle;
            #endif
                for (int i = 0; i < N; i++) {
                    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i])) abort();
                }
                watch();
                int (*ways[])(void) = {by_epoll, by_poll, by_select};
                pthread_t thread;
                pthread_create(&thread, NULL, client, NULL);
                for (int served = 0; served < REQUESTS; served++) {
                    int ready = ways[WAY]();
                    char c = 7;
                    if (read(ends[ready][0], &c, 1) != 1) abort();
                    c = 7;
                    if ((ready == N - 1 || LOSES) && (!LOSES || served == 0) && write(ends[ready][0], &c, 1) != 1) abort();
                }
            #ifdef HANDLES
                pthread_kill(thread, SIGUSR1);
            #endif
                pthread_join(thread, NULL);
                assert(reply == 7);
                return 0;
            }
            """;

    /** Which take slots beyond the first word, and make no interleavings. */
    private static final String FORTY_BEFORE =
            """
            #include <stdlib.h>
            #include <sys/eventfd.h>
            int with_few(void);
            int main(void) {
                for (int i = 0; i < 40; i++) {
                    if (eventfd(0, 0) < 0) abort();
                }
                return with_few();
            }
            #define main with_few
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"0, ''", "1, ''", "2, ''", "0, -DHANDLES", "1, -DHANDLES"})
    void connections_makeNoFurtherInterleavings(int way, String flags) throws Exception {
        int few = proved(4, way, flags);
        assertTrue(few > 1, "only one execution");
        assertEquals(few, proved(40, way, flags));
        assertEquals(few, proved(200, way, flags));
    }

    @Test
    void oneThousand_areProved() throws Exception {
        assertEquals(proved(4, 0, ""), proved(1_024, 0, ""));
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 200})
    void answerThatGoesToAnotherConnection_isADeadlock(int connections) throws Exception {
        JsonNode report = check(1, connections, 1, 2, "-DLOSES=1");
        assertEquals("deadlock", report.at("/findings/0/kind").textValue());
        assertTrue(report.at("/findings/0/replays").booleanValue(), report::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 200})
    void requestThatNobodySends_isADeadlock(int connections) throws Exception {
        JsonNode report = check(1, connections, 0, 3, "-DLOSES=0");
        assertEquals("deadlock", report.at("/findings/0/kind").textValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "60-pipe-pool.c",
                "61-pipe-deadlock.c",
                "62-signal-thread.c",
                "63-missed-signal.c",
                "65-cancel.c",
                "66-cancel-blocked.c",
                "71-signal-descriptor.c",
                "soundness/signals-meanwhile.c",
                "soundness/alarm-in-lock.c"
            })
    void example_behavesAlikeBeyondTheFirstWord(String name) throws Exception {
        Path header = Files.writeString(folder.resolve("before.h"), FORTY_BEFORE);
        Path example = Path.of(System.getProperty("heddle.examples"), name);
        List<String> few = told(example, "");
        assertEquals(few, told(example, "-include " + header));
    }

    /** What does not depend on names and steps. */
    private List<String> told(Path example, String flags) throws Exception {
        Run run = Heddle.check(folder, "--bound", "none", "--keep-going", "--cflags=-Wno-unused " + flags, example);
        JsonNode report = run.json();
        return List.of(
                report.get("verdict").toString(),
                report.get("complete").toString(),
                report.at("/executions/total").toString(),
                report.findValuesAsText("cause").toString());
    }

    private int proved(int connections, int way, String flags) throws Exception {
        JsonNode report = check(0, connections, way, 2, "-DLOSES=0 " + flags);
        assertTrue(report.get("claim").textValue().startsWith("proved"), report::toString);
        return report.at("/executions/total").intValue();
    }

    private JsonNode check(int exitCode, int connections, int way, int requests, String flags) throws Exception {
        Path program = Files.writeString(folder.resolve("server.c"), SERVER);
        String defines = "-DN=%d -DWAY=%d -DREQUESTS=%d %s".formatted(connections, way, requests, flags);
        Run run = Heddle.check(folder, "--cflags=" + defines, program);
        assertEquals(exitCode, run.exitCode(), run::toString);
        return run.json();
    }
}
