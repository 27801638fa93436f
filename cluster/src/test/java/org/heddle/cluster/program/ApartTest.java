package org.heddle.cluster.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heddle.cluster.Examples;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that is set apart reaches no network, and is otherwise executed as it would be. */
@Timeout(900)
final class ApartTest {
    private static final Plan PLAN = new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false);

    @TempDir
    private Path folder;

    private final Apart apart = Apart.beside(Examples.shim());

    @BeforeEach
    void isPossible() throws Exception {
        assertTrue(Files.isExecutable(apart.launcher()), "it has not been built");
        String obstacle = apart.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    private static Execution executed(LaunchOptions options) throws Exception {
        try (WorkerPool pool = WorkerPool.start(options)) {
            pool.submit(PLAN);
            return pool.take();
        }
    }

    @Test
    void executions_areTheSame() throws Exception {
        LaunchOptions options = LaunchOptions.of(Examples.compiled(folder, "04-bounded-buffer.c"), Examples.shim());
        Execution here = executed(options);
        Execution there = executed(options.withLauncher(apart.launcher()));
        assertTrue(here.events().size() > 10, "nothing to compare");
        assertEquals(here.events(), there.events()); // with addresses and places
        assertEquals(here.outcome(), there.outcome());
    }

    @Test
    void noServerOfTheMachine_isReached() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            LaunchOptions options = LaunchOptions.of(compiled(), Examples.shim())
                    .withArguments(List.of(Integer.toString(server.getLocalPort())));
            assertEquals(0, executed(options).status());
            assertNotEquals(0, executed(options.withLauncher(apart.launcher())).status());
        }
    }

    /** Its exit status says whether it reaches the port; Heddle does not see the calls. */
    private Path compiled() throws IOException, InterruptedException {
        Path source = Files.writeString(
                folder.resolve("connect.c"),
                """
                #include <arpa/inet.h>
                #include <netinet/in.h>
                #include <stdlib.h>
                #include <sys/syscall.h>
                static long call(long number, long a, long b, long c) {
                    long result;
                    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
                    return result;
                }
                int main(int count, char **words) {
                    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(words[count - 1]))};
                    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
                    return call(SYS_connect, call(SYS_socket, AF_INET, SOCK_STREAM, 0), (long)&to, sizeof to) == 0 ? 0 : 9;
                }
                """);
        Path program = folder.resolve("connect");
        Process compiler = new ProcessBuilder("cc", "-pthread", "-o", program.toString(), source.toString())
                .inheritIO()
                .start();
        assertEquals(0, compiler.waitFor());
        return program;
    }
}
