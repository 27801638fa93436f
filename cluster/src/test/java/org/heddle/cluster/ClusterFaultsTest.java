package org.heddle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers that come and go during a check. */
@Timeout(900)
final class ClusterFaultsTest {
    @TempDir
    private Path folder;

    @Test
    void workersThatComeAndLeaveDuringACheck_changeNothing() throws Exception {
        Path program = Examples.compiled(folder, "bench/lastzero.c", "-DN=8");
        int alone = total(TestCluster.run(check(List.of(), program)));
        try (TestCluster cluster = new TestCluster(folder, 2)) {
            CompletableFuture<TestCluster.Run> check =
                    CompletableFuture.supplyAsync(() -> TestCluster.run(check(cluster.spreading(), program)));
            while (cluster.executed(1) == 0 && !check.isDone()) {
                Thread.sleep(2);
            }
            cluster.end(1);
            cluster.add(1);
            assertEquals(alone, total(check.get()));
            assertEquals(alone, total(TestCluster.run(check(cluster.spreading(), program))));
            assertTrue(cluster.executed(2) > 0, "the worker that came last has done nothing");
        }
    }

    private static int total(TestCluster.Run run) throws Exception {
        assertEquals(0, run.exitCode(), run.err());
        JsonNode report = new ObjectMapper().readTree(run.out());
        assertTrue(report.get("complete").booleanValue());
        return report.at("/executions/total").intValue();
    }

    private List<String> check(List<String> where, Path program) {
        return words(
                words(
                        List.of(
                                "check",
                                "--format",
                                "json",
                                "-o",
                                folder.resolve("results").toString()),
                        where),
                List.of(program.toString()));
    }

    private static List<String> words(List<String> some, List<String> others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }
}
