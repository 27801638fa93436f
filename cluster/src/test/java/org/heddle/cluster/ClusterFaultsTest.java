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

/** Workers that come and go during a check, and members that are refused. */
@Timeout(120)
final class ClusterFaultsTest {
    @TempDir
    private Path folder;

    @Test
    void workersThatComeAndLeaveDuringACheck_changeNothing() throws Exception {
        Path program = Examples.compiled(folder, "bench/lastzero.c", "-DN=8");
        int alone = total(TestCluster.run(check(List.of(), program)));
        try (TestCluster cluster = new TestCluster(folder, 2)) {
            CompletableFuture<TestCluster.Run> check =
                    CompletableFuture.supplyAsync(() -> TestCluster.run(check(cluster.options(), program)));
            while (cluster.executed(1) == 0 && !check.isDone()) {
                Thread.sleep(2);
            }
            cluster.end(1);
            cluster.add(1);
            assertEquals(alone, total(check.get()));
            assertEquals(alone, total(TestCluster.run(check(cluster.options(), program))));
            assertTrue(cluster.executed(2) > 0, "the worker that came last has done nothing");
        }
    }

    @Test
    void whoHasAnotherSecret_isRefused() throws Exception {
        Path other = TestCluster.secret(folder.resolve("other"), "another secret of 32 characters or more");
        try (TestCluster cluster = new TestCluster(folder, 1)) {
            TestCluster.Run run = TestCluster.run(
                    List.of("cluster", "--cluster", cluster.hub().toString(), "--secret", other.toString()));
            assertEquals(2, run.exitCode());
            assertTrue(run.err().contains("has another secret"), run.err());
            TestCluster.Run own = TestCluster.run(words(List.of("cluster"), cluster.options()));
            assertEquals(0, own.exitCode(), own.err());
            assertTrue(own.out().contains("1 worker, 1 slot"), own.out());
        }
    }

    @Test
    void clusterThatIsNotThere_isToldInALine() throws Exception {
        Path secret = TestCluster.secret(folder.resolve("secret"), "a secret of 32 characters or more");
        TestCluster.Run run = TestCluster.run(
                List.of("check", "--cluster", "127.0.0.1:1", "--secret", secret.toString(), "/bin/true"));
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("nobody listens at 127.0.0.1:1"), run.err());
        TestCluster.Run without = TestCluster.run(List.of("check", "--cluster", "127.0.0.1:1", "/bin/true"));
        assertEquals(2, without.exitCode());
        assertTrue(without.err().contains("--secret"), without.err());
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
