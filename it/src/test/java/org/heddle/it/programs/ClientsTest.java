package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server waits in real time for clients that could come, but not for long once it has waited in vain. */
@Timeout(900)
final class ClientsTest {
    @TempDir
    private Path folder;

    /** Sixty rounds of a second each: they were waited for in full. */
    @Test
    void serverThatNobodyAsks_isExploredInLessTimeThanItWaits() throws Exception {
        Path program = Files.writeString(
                folder.resolve("server.c"),
                """
                #include <poll.h>
                #include <pthread.h>
                #include <stdatomic.h>
                #include <sys/socket.h>
                #include <sys/un.h>
                #include <unistd.h>
                static atomic_int stop;
                static int server;
                static void *serve(void *unused) {
                    for (int round = 0; round < 60 && !atomic_load(&stop); round++) {
                        struct pollfd client = {.fd = server, .events = POLLIN};
                        if (poll(&client, 1, 1000) == 1) {
                            close(accept(server, 0, 0));
                        }
                    }
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    struct sockaddr_un own = {.sun_family = AF_UNIX}; /* a name that the kernel chooses */
                    server = socket(AF_UNIX, SOCK_STREAM, 0);
                    if (bind(server, (struct sockaddr *)&own, sizeof(sa_family_t)) || listen(server, 1)) {
                        return 1;
                    }
                    pthread_create(&thread, 0, serve, 0);
                    pthread_join(thread, 0);
                    return 0;
                }
                """);
        JsonNode report = Heddle.check(folder, "-j", 1, "-i", 2, program).json();
        assertEquals(0, report.get("findings").size(), report.toString());
        assertTrue(report.get("remarks").toString().contains("waits for other processes"), report.toString());
        assertTrue(report.get("seconds").doubleValue() < 30, report.toString());
    }

    /** What a thread does to a pipe is the same operation whether another one has come to its socket by then. */
    @Test
    void pipesBesideASocket_areTheSameInEveryExecution() throws Exception {
        Path program = Files.writeString(
                folder.resolve("beside.c"),
                """
                #include <arpa/inet.h>
                #include <pthread.h>
                #include <sys/socket.h>
                #include <unistd.h>
                static int ends[2];
                static void *sends_to_itself(void *unused) {
                    struct sockaddr_in at = {.sin_family = AF_INET};
                    socklen_t length = sizeof at;
                    char byte = 'n';
                    int own = socket(AF_INET, SOCK_DGRAM, 0);
                    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
                    bind(own, (struct sockaddr *)&at, sizeof at);
                    getsockname(own, (struct sockaddr *)&at, &length);
                    sendto(own, &byte, 1, 0, (struct sockaddr *)&at, sizeof at);
                    recv(own, &byte, 1, 0);
                    close(own);
                    write(ends[1], &byte, 1);
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    char byte = 'p';
                    pipe(ends);
                    pthread_create(&thread, 0, sends_to_itself, 0);
                    for (int i = 0; i < 2; i++) {
                        write(ends[1], &byte, 1);
                        read(ends[0], &byte, 1);
                    }
                    pthread_join(thread, 0);
                    return 0;
                }
                """);
        JsonNode report = Heddle.check(folder, program).json();
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertTrue(report.get("complete").booleanValue(), report.toString());
    }

    /** Another time the server may be there. */
    @Test
    void proofOfAProgramThatAsksAServer_isForWhatTheServerDidHere() throws Exception {
        Path program = Files.writeString(
                folder.resolve("ask.c"),
                """
                #include <arpa/inet.h>
                #include <pthread.h>
                #include <sys/socket.h>
                static void *ask(void *unused) {
                    struct sockaddr_in nobody = {.sin_family = AF_INET, .sin_port = htons(1)};
                    nobody.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
                    connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&nobody, sizeof nobody);
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, 0, ask, 0);
                    pthread_join(thread, 0);
                    return 0;
                }
                """);
        JsonNode report = Heddle.check(folder, program).json();
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        String claim = report.get("claim").textValue();
        assertTrue(claim.contains("in which what comes from outside comes as it did here"), claim);
    }

    @Test
    void serverThatMakesThreadsForClientsAlone_isToldToNeedSome() throws Exception {
        Path program = Files.writeString(
                folder.resolve("accept.c"),
                """
                #include <pthread.h>
                #include <sys/socket.h>
                #include <sys/un.h>
                static void *serve(void *unused) { return unused; }
                int main(void) {
                    pthread_t thread;
                    struct sockaddr_un own = {.sun_family = AF_UNIX};
                    int server = socket(AF_UNIX, SOCK_STREAM, 0);
                    if (bind(server, (struct sockaddr *)&own, sizeof(sa_family_t)) || listen(server, 1)) {
                        return 1;
                    }
                    while (accept(server, 0, 0) >= 0) {
                        pthread_create(&thread, 0, serve, 0);
                    }
                    return 0;
                }
                """);
        String remarks = Heddle.check(folder, "-t", "600ms", program)
                .json()
                .get("remarks")
                .toString();
        assertTrue(remarks.contains("waits for somebody outside, who did not come"), remarks);
    }
}
