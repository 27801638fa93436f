package org.heddle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cluster.net.Address;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first worker is killed, and started again at its address at once. */
@Tag("thorough")
@Tag("slow")
@Timeout(600)
final class FirstWorkerTest {
    private static final int PORTS_TRIED = 50;
    private static final int FIRST_PORT = 20_000; // below those that the system gives to others
    private static final int PORTS = 10_000;

    @TempDir
    private Path folder;

    private Path secret;

    @Test
    void killedFirstWorker_startsAgainAtOnce_andTheOthersAndTheCheckComeBackToIt() throws Exception {
        secret = TestCluster.secret(folder.resolve("secret"), "a secret of 32 characters or more");
        Path program = Examples.compiled(folder, "../bench/src/main/c/sleeps.c", "-DROUNDS=8");
        Address hub = freeAddress();
        try (ChildHeddle first = worker("--listen", hub, "first");
                ChildHeddle second = worker("--join", hub, "second")) {
            Path results = folder.resolve("results");
            List<String> check = new ArrayList<>(List.of("check", "--cluster", hub.toString()));
            check.addAll(List.of("--secret", secret.toString(), "--spread", "always", "--bound", "none"));
            check.addAll(List.of("-o", results.toString(), program.toString(), "--", "10"));
            try (ChildHeddle child = ChildHeddle.start(check)) {
                awaitExecutions(hub, first, child, 0);
                awaitExecutions(hub, second, child, 0);
                first.signal("KILL");
                first.process().onExit().get();
                try (ChildHeddle again = worker("--listen", hub, "first")) {
                    awaitExecutions(hub, again, child, 0);
                    awaitExecutions(hub, second, child, executed(hub, second));
                    child.signal("INT");
                    assertEquals(130, child.process().onExit().get().exitValue());
                }
            }
            JsonNode report =
                    new ObjectMapper().readTree(results.resolve("report.json").toFile());
            assertTrue(report.get("findings").isEmpty(), report.get("findings").toString());
            String remarks = report.get("remarks").toString();
            assertTrue(remarks.contains("executed on 3 workers"), remarks);
            assertTrue(remarks.contains("the connection to it broke"), remarks);
        }
    }

    /** An address that a worker could listen at. */
    private Address freeAddress() throws IOException {
        int start = (int) (ProcessHandle.current().pid() % PORTS);
        for (int i = 0; i < PORTS_TRIED; i++) {
            int port = FIRST_PORT + (start + i) % PORTS;
            try (ServerSocket socket = new ServerSocket(port)) {
                return new Address("127.0.0.1", socket.getLocalPort());
            } catch (BindException taken) {
                // the next one may be free
            }
        }
        throw new IOException("no port is free");
    }

    private ChildHeddle worker(String option, Address hub, String cache) throws IOException {
        ChildHeddle worker = ChildHeddle.start(List.of(
                "worker",
                option,
                hub.toString(),
                "--slots",
                "1",
                "--secret",
                secret.toString(),
                "--cache",
                folder.resolve(cache).toString()));
        worker.await("worker at");
        return worker;
    }

    /** Waits until the first worker lists a worker with more executions than these. */
    private void awaitExecutions(Address hub, ChildHeddle worker, ChildHeddle check, long more) throws Exception {
        while (executed(hub, worker) <= more) {
            assertTrue(check.process().isAlive(), "the check has ended");
            Thread.sleep(200);
        }
    }

    private long executed(Address hub, ChildHeddle worker) {
        List<String> view = List.of("cluster", "--cluster", hub.toString(), "--secret", secret.toString());
        return TestCluster.run(view)
                .out()
                .lines()
                .filter(line -> line.contains("/" + worker.process().pid() + " "))
                .mapToLong(line -> Long.parseLong(line.trim().split("\\s+", -1)[2]))
                .sum();
    }
}
