package org.heddle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker that stands still for so long that the others give it up is there again when it goes on. */
@Tag("thorough")
@Tag("slow")
@Timeout(600)
final class StoppedWorkerTest {
    private static final int EXECUTIONS = 328; // of two threads with three rounds each
    private static final int UNDER_WAY = 2; // what it may have run since it was asked

    @TempDir
    private Path folder;

    @Test
    void stoppedWorker_rejoinsTheCheckThatRuns() throws Exception {
        Path program = Examples.compiled(folder, "../bench/src/main/c/sleeps.c", "-DROUNDS=3");
        try (TestCluster cluster = new TestCluster(folder, 1)) {
            List<String> worker = new ArrayList<>(List.of("worker", "--slots", "1", "--join"));
            worker.addAll(List.of(
                    cluster.hub().toString(), "--secret", cluster.options().get(3)));
            worker.addAll(List.of("--cache", folder.resolve("other").toString()));
            List<String> check = new ArrayList<>(List.of("check", "--format", "json", "--bound", "none"));
            check.addAll(cluster.spreading());
            check.addAll(List.of("-o", folder.resolve("results").toString(), program.toString(), "--", "250"));
            try (ChildHeddle child = ChildHeddle.start(worker)) {
                child.await("worker at");
                CompletableFuture<TestCluster.Run> run = CompletableFuture.supplyAsync(() -> TestCluster.run(check));
                awaitExecutions(cluster, child, run, 0);
                long before = executed(cluster, child) + UNDER_WAY;
                child.signal("STOP");
                while (isListed(cluster, child)) {
                    assertFalse(run.isDone(), "the check has ended before the worker was given up");
                    Thread.sleep(500);
                }
                child.signal("CONT");
                awaitExecutions(cluster, child, run, before);
                JsonNode report = new ObjectMapper().readTree(run.get().out());
                assertEquals(
                        EXECUTIONS,
                        report.at("/executions/total").intValue(),
                        run.get().err());
                assertTrue(report.get("findings").isEmpty());
            }
        }
    }

    private static void awaitExecutions(TestCluster cluster, ChildHeddle child, CompletableFuture<?> run, long more)
            throws Exception {
        while (executed(cluster, child) <= more) {
            assertFalse(run.isDone(), "the check has ended without the worker");
            Thread.sleep(500);
        }
    }

    /** How many executions the worker says that it has run; 0 if it is not in the list. */
    private static long executed(TestCluster cluster, ChildHeddle child) {
        return rows(cluster, child)
                .mapToLong(line -> Long.parseLong(line.trim().split("\\s+", -1)[2]))
                .sum();
    }

    private static boolean isListed(TestCluster cluster, ChildHeddle child) {
        return rows(cluster, child).findAny().isPresent();
    }

    private static Stream<String> rows(TestCluster cluster, ChildHeddle child) {
        List<String> view = new ArrayList<>(List.of("cluster"));
        view.addAll(cluster.options());
        return TestCluster.run(view)
                .out()
                .lines()
                .filter(line -> line.contains("/" + child.process().pid() + " "));
    }
}
